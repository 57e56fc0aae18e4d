import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { type MaskPainting, type Place, type Tool, createPainting } from '~/features/scenes/mask-painting.ts'
import { type View, moved, placeAt, pointOf, wholeView, zoomed } from '~/features/scenes/mask-view.ts'
import type { Loaded } from '~/features/scenes/load-mask.ts'

/** The tint lets the cloth be seen through. */
const TINT = 0.5
const WHEEL_STEP = 1.0015

type Settings = { tool: Tool; diameter: number }

/** Draws picture, tint and brush, once a frame where something moved, at the screen's own pixels; pointers paint, or move and zoom. */
export function useMaskCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  { picture, found, shares }: Loaded,
  side: number,
  settings: Settings,
  onStroke: (mask: MaskPainting) => void,
) {
  const painting = useRef<MaskPainting>(undefined)
  const live = useRef(settings)
  const stroked = useRef(onStroke)
  useEffect(() => {
    live.current = settings
    stroked.current = onStroke
  })
  const view = useRef<View>({ scale: 1, x: 0, y: 0 })
  const cursor = useRef<Place | null>(null)
  const frame = useRef(0)
  const [isReady, setReady] = useState(false)

  const draw = useCallback(() => {
    frame.current = 0
    const [element, mask] = [canvas.current, painting.current]
    const context = element?.getContext('2d')
    if (!element || !context || !mask) return
    const { scale, x, y } = view.current
    const dense = element.width / Math.max(1, element.clientWidth)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, element.width, element.height)
    context.setTransform(dense * scale, 0, 0, dense * scale, dense * x, dense * y)
    context.globalAlpha = 1
    context.drawImage(picture, 0, 0, side, side)
    context.globalAlpha = TINT
    context.drawImage(mask.canvas, 0, 0)
    if (!cursor.current) return
    context.globalAlpha = 1
    // Dark within light, to be seen on any cloth.
    for (const [width, color] of [
      [3, 'white'],
      [1.5, 'black'],
    ] as const) {
      context.beginPath()
      context.lineWidth = width / scale
      context.strokeStyle = color
      context.arc(cursor.current.x, cursor.current.y, live.current.diameter / 2, 0, 2 * Math.PI)
      context.stroke()
    }
  }, [canvas, picture, side])
  const ask = useCallback(() => {
    if (frame.current === 0) frame.current = requestAnimationFrame(draw)
  }, [draw])
  useEffect(ask)

  const windowOf = useCallback(
    () => [canvas.current?.clientWidth ?? 1, canvas.current?.clientHeight ?? 1] as const,
    [canvas],
  )
  const whole = useCallback(() => wholeView(side, ...windowOf()), [side, windowOf])
  const look = useCallback(
    (next: View) => {
      view.current = next
      ask()
    },
    [ask],
  )

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    painting.current = createPainting(found, shares, side, getComputedStyle(element).color)
    setReady(true)
    const fit = new ResizeObserver(() => {
      const dense = devicePixelRatio || 1
      element.width = Math.round(element.clientWidth * dense)
      element.height = Math.round(element.clientHeight * dense)
      look(whole())
    })
    fit.observe(element)
    const pointers = new Map<number, Place>()
    const at = (event: MouseEvent): Place => {
      const { left, top } = element.getBoundingClientRect()
      return { x: event.clientX - left, y: event.clientY - top }
    }
    const down = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' && event.button > 1) return
      event.preventDefault()
      element.focus({ preventScroll: true })
      element.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, at(event))
      const mask = painting.current
      // What the first of two fingers had begun was no stroke.
      if (pointers.size > 1 || event.button === 1) mask?.end(true)
      else mask?.begin(placeAt(view.current, at(event)), live.current.tool, live.current.diameter)
      ask()
    }
    const move = (event: PointerEvent): void => {
      const before = pointers.get(event.pointerId)
      cursor.current = event.pointerType === 'touch' ? null : placeAt(view.current, at(event))
      if (before && pointers.size === 2) pinch(event.pointerId, before, at(event))
      else if (before && event.buttons === 4) drag(before, at(event))
      else if (before) {
        // All the places between two frames, so that a quick hand draws no corners.
        const between = event.getCoalescedEvents()
        for (const each of between.length > 0 ? between : [event]) painting.current?.to(placeAt(view.current, at(each)))
      }
      if (before) pointers.set(event.pointerId, at(event))
      ask()
    }
    const drag = (from: Place, to: Place): void =>
      look(moved(view.current, { x: to.x - from.x, y: to.y - from.y }, side, ...windowOf()))
    const pinch = (id: number, from: Place, to: Place): void => {
      const other = [...pointers].find(([each]) => each !== id)?.[1]
      if (!other) return
      const apart = (one: Place) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
      const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }
      const nearer = zoomed(view.current, apart(to) / apart(from), middle, whole())
      look(moved(nearer, { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 }, side, ...windowOf()))
    }
    const up = (event: PointerEvent): void => {
      if (!pointers.delete(event.pointerId)) return
      const mask = painting.current
      mask?.end(event.type === 'pointercancel')
      if (mask) stroked.current(mask)
      ask()
    }
    const leave = (): void => {
      if (pointers.size > 0) return
      cursor.current = null
      ask()
    }
    const wheel = (event: WheelEvent): void => {
      event.preventDefault()
      look(zoomed(view.current, WHEEL_STEP ** -event.deltaY, at(event), whole()))
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, up)
    element.addEventListener('pointerleave', leave)
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      fit.disconnect()
      cancelAnimationFrame(frame.current)
      frame.current = 0
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      for (const end of ['pointerup', 'pointercancel'] as const) element.removeEventListener(end, up)
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('wheel', wheel)
    }
  }, [canvas, found, shares, side, ask, look, whole, windowOf])

  return {
    painting,
    isReady,
    ask,
    zoom(factor: number): void {
      const [width, height] = windowOf()
      look(zoomed(view.current, factor, { x: width / 2, y: height / 2 }, whole()))
    },
    showWhole: (): void => look(whole()),
    /** The place of the keyboard's brush, the middle at first; moved by so many pixels of the mask and kept in sight. */
    moveBrush(by: Place): { from: Place; to: Place } {
      const from = cursor.current ?? { x: side / 2, y: side / 2 }
      const within = (place: number) => Math.min(side, Math.max(0, place))
      const to = { x: within(from.x + by.x), y: within(from.y + by.y) }
      cursor.current = to
      const [width, height] = windowOf()
      const point = pointOf(view.current, to)
      const off = (place: number, window: number) => (place < 0 ? -place : place > window ? window - place : 0)
      look(moved(view.current, { x: off(point.x, width), y: off(point.y, height) }, side, width, height))
      return { from, to }
    },
  }
}

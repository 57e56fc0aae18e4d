import { useCallback, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { type Point, type View, WHOLE, moved, zoomed } from '~/features/mockups/view.ts'

const STEP = 1.5
const KEY_MOVE = 0.15
/** Of a wheel's pixels, for one that turns in pixels as a touch pad does. */
const WHEEL_RATE = 0.002
/** A wheel may turn in lines. */
const LINE_PIXELS = 16

const closer = (view: View): View => zoomed(view, STEP)
const farther = (view: View): View => zoomed(view, 1 / STEP)

const KEYS: Record<string, (view: View) => View> = {
  '+': closer,
  '=': closer,
  '-': farther,
  '0': () => WHOLE,
  ArrowLeft: (view) => moved(view, { x: KEY_MOVE, y: 0 }),
  ArrowRight: (view) => moved(view, { x: -KEY_MOVE, y: 0 }),
  ArrowUp: (view) => moved(view, { x: 0, y: KEY_MOVE }),
  ArrowDown: (view) => moved(view, { x: 0, y: -KEY_MOVE }),
}

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const spreadOf = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** One view for several panes: a drag, a wheel, two fingers or a key in any of them moves all. */
export function useLinkedView() {
  const [view, setView] = useState<View>(WHOLE)
  const fingers = useRef(new Map<number, Point>())

  const onPointerDown = useCallback((event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }, [])
  const onPointerMove = useCallback((event: PointerEvent<HTMLElement>) => {
    if (!fingers.current.has(event.pointerId)) return
    const box = event.currentTarget.getBoundingClientRect()
    const before = [...fingers.current.values()]
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const after = [...fingers.current.values()]
    const [from, to] = [middleOf(before), middleOf(after)]
    const by = { x: (to.x - from.x) / box.width, y: (to.y - from.y) / box.height }
    const factor = spreadOf(before) > 0 ? spreadOf(after) / spreadOf(before) : 1
    setView((now) => zoomed(moved(now, by), factor, inBox(box, to)))
  }, [])
  const onPointerUp = useCallback((event: PointerEvent<HTMLElement>) => {
    fingers.current.delete(event.pointerId)
  }, [])
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key]
    if (!act) return
    event.preventDefault()
    setView(act)
  }, [])

  // React listens to wheels without a say: the page behind would scroll.
  const area = useCallback((panes: HTMLElement | null) => {
    const onWheel = (event: WheelEvent): void => {
      const pane = (event.target as Element).closest('[data-pane]')
      if (!pane) return
      event.preventDefault()
      const turned = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PIXELS : event.deltaY
      const at = inBox(pane.getBoundingClientRect(), { x: event.clientX, y: event.clientY })
      setView((now) => zoomed(now, Math.exp(-turned * WHEEL_RATE), at))
    }
    panes?.addEventListener('wheel', onWheel, { passive: false })
    return () => panes?.removeEventListener('wheel', onWheel)
  }, [])

  return {
    view,
    area,
    pane: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    onKeyDown,
    zoomIn: () => setView(closer),
    zoomOut: () => setView(farther),
    showAll: () => setView(WHOLE),
  }
}

const inBox = (box: DOMRect, { x, y }: Point): Point => ({
  x: (x - box.left) / box.width,
  y: (y - box.top) / box.height,
})

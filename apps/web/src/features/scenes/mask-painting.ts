/** A place on the mask, in its pixels. */
export type Place = { x: number; y: number }
export type Tool = 'add' | 'erase'

/** A stroke's rectangle, with the shares that were there and that are. */
type Step = { x: number; y: number; width: number; height: number; before: Uint8Array; after: Uint8Array }

/** Strokes that are kept; a stroke over all of it takes 2 MB. */
const MOST_STEPS = 60

export type MaskPainting = ReturnType<typeof createPainting>

/**
 * A mask that is painted on: a canvas of one color whose opacity is the share of garment, so that drawn upon the photograph it is
 * its tint. Strokes are anti-aliased by the canvas itself, and undone by the rectangle that they changed.
 */
export function createPainting(found: Uint8Array, shares: Uint8Array, side: number, color: string) {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const tint = context.getImageData(0, 0, 1, 1).data.slice(0, 3)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = color
  const now = new Uint8Array(shares)
  const done: Step[] = []
  const undone: Step[] = []
  let saved: Step | undefined
  let stroke: { last: Place; reach: number; left: number; top: number; right: number; bottom: number } | undefined

  const show = (x: number, y: number, width: number, height: number): void => {
    const image = context.createImageData(width, height)
    for (let at = 0; at < width * height; at++) {
      image.data.set(tint, 4 * at)
      image.data[4 * at + 3] = now[(y + Math.floor(at / width)) * side + x + (at % width)] ?? 0
    }
    context.putImageData(image, x, y)
  }
  const put = ({ x, y, width, height }: Step, of: Uint8Array): void => {
    for (let row = 0; row < height; row++) now.set(of.subarray(row * width, (row + 1) * width), (y + row) * side + x)
    show(x, y, width, height)
  }
  const keep = (step: Step): void => {
    done.push(step)
    if (done.length > MOST_STEPS) done.shift()
    undone.length = 0
  }
  show(0, 0, side, side)

  return {
    canvas,
    side,
    /** Shares of garment (0 to 255), row by row, as they are after the last whole stroke. */
    shares: now,
    begin(place: Place, tool: Tool, diameter: number): void {
      context.globalCompositeOperation = tool === 'add' ? 'source-over' : 'destination-out'
      context.lineWidth = diameter
      const { x, y } = place
      stroke = { last: place, reach: diameter / 2 + 2, left: x, top: y, right: x, bottom: y }
      this.to(place)
    },
    to(place: Place): void {
      if (!stroke) return
      context.beginPath()
      context.moveTo(stroke.last.x, stroke.last.y)
      context.lineTo(place.x, place.y)
      context.stroke()
      const { left, top, right, bottom } = stroke
      stroke.last = place
      stroke.left = Math.min(left, place.x)
      stroke.top = Math.min(top, place.y)
      stroke.right = Math.max(right, place.x)
      stroke.bottom = Math.max(bottom, place.y)
    },
    /** Ends a stroke; `isDropped`: as though it had not been, since a second finger came down. */
    end(isDropped = false): void {
      if (!stroke) return
      const { reach } = stroke
      const inside = (at: number) => Math.min(side, Math.max(0, Math.round(at)))
      const [x, y] = [inside(stroke.left - reach), inside(stroke.top - reach)]
      const [width, height] = [inside(stroke.right + reach) - x, inside(stroke.bottom + reach) - y]
      stroke = undefined
      if (width === 0 || height === 0) return
      if (isDropped) return show(x, y, width, height)
      const { data } = context.getImageData(x, y, width, height)
      const after = new Uint8Array(width * height).map((_, at) => data[4 * at + 3] ?? 0)
      const before = after.map((_, at) => now[(y + Math.floor(at / width)) * side + x + (at % width)] ?? 0)
      if (after.every((share, at) => share === before[at])) return
      const step = { x, y, width, height, before, after }
      keep(step)
      put(step, after)
    },
    undo(): void {
      const step = done.pop()
      if (!step) return
      undone.push(step)
      put(step, step.before)
    },
    redo(): void {
      const step = undone.pop()
      if (!step) return
      done.push(step)
      put(step, step.after)
    },
    /** Back to the mask that was found, as a step that can be undone. */
    reset(): void {
      const step = { x: 0, y: 0, width: side, height: side, before: now.slice(), after: found }
      if (found.every((share, at) => share === now[at])) return
      keep(step)
      put(step, found)
    },
    markSaved: (): void => void (saved = done.at(-1)),
    isChanged: (): boolean => done.at(-1) !== saved,
    canUndo: (): boolean => done.length > 0,
    canRedo: (): boolean => undone.length > 0,
  }
}

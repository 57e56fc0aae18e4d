import { type Placement, type Shape, PRINT_MIN_WIDTH_IN, printAreaOf } from '@printroom/contract/placement'
import type { Product, Side } from '@printroom/contract/catalogue'
import type { Point } from '@printroom/studio/geometry/lattice-map'

// What a hand does to a print, in inches of the print area: right and down, degrees clockwise.

/** A corner of the print as it stands upright: -1 is left or upper, 1 right or lower. */
export type Corner = { across: -1 | 1; down: -1 | 1 }

export const CORNERS: readonly Corner[] = [
  { across: -1, down: -1 },
  { across: 1, down: -1 },
  { across: 1, down: 1 },
  { across: -1, down: 1 },
]

const turned = ({ x, y }: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  return { x: x * cosine - y * sine, y: x * sine + y * cosine }
}

/** From a print's middle to one of its corners. */
function reachOf({ width, rotation }: Placement, design: Shape, { across, down }: Corner): Point {
  return turned({ x: (across * width) / 2, y: (down * width * design.height) / design.width / 2 }, rotation)
}

/** Where a print's corner lies, in inches of the area. */
export function cornerAt(placement: Placement, design: Shape, corner: Corner): Point {
  const reach = reachOf(placement, design, corner)
  return { x: placement.x + reach.x, y: placement.y + reach.y }
}

export const movedBy = (placement: Placement, by: Point): Placement => ({
  ...placement,
  x: placement.x + by.x,
  y: placement.y + by.y,
})

const angleOf = (from: Point, to: Point): number => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI

/** Turned about its middle as a pointer goes from one place to another. */
export const turnedBy = (placement: Placement, from: Point, to: Point): Placement => ({
  ...placement,
  rotation: placement.rotation + angleOf(placement, to) - angleOf(placement, from),
})

/** Made larger or smaller about its opposite corner, as a corner is dragged by so many inches; within the print area. */
export function scaledBy(
  product: Product,
  design: Shape,
  placement: Placement,
  corner: Corner,
  by: Point,
  face?: Side,
): Placement {
  const reach = reachOf(placement, design, corner)
  const diagonal = { x: 2 * reach.x, y: 2 * reach.y }
  const along = (by.x * diagonal.x + by.y * diagonal.y) / (diagonal.x ** 2 + diagonal.y ** 2)
  return scaledTo(product, design, placement, corner, placement.width * (1 + along), face)
}

/** Of that width, the corner opposite to this one where it is; no wider than the print area has room for. */
export function scaledTo(
  product: Product,
  design: Shape,
  placement: Placement,
  corner: Corner,
  width: number,
  face?: Side,
): Placement {
  const fixed = cornerAt(placement, design, { across: -corner.across as 1, down: -corner.down as 1 })
  const area = printAreaOf(product, face)
  const unit = { ...placement, x: 0, y: 0, width: 1 }
  const from = reachOf(unit, design, corner)
  // What lies at the other corners of a print of one inch, seen from the one that is fixed.
  const ends = CORNERS.map((each) => {
    const reach = reachOf(unit, design, each)
    return { x: from.x + reach.x, y: from.y + reach.y }
  })
  const room = (at: number, reach: number, side: number) =>
    reach > 1e-9 ? (side - at) / reach : reach < -1e-9 ? at / -reach : Infinity
  const widest = Math.min(
    ...ends.flatMap((end) => [room(fixed.x, end.x, area.width), room(fixed.y, end.y, area.height)]),
  )
  const made = Math.max(PRINT_MIN_WIDTH_IN, Math.min(width, widest))
  return { ...placement, width: made, x: fixed.x + from.x * made, y: fixed.y + from.y * made }
}

/** Moved, made larger and turned as two fingers go from where they were to where they are. */
export function pinchedBy(placement: Placement, from: readonly [Point, Point], to: readonly [Point, Point]): Placement {
  const [a, b] = from
  const [c, d] = to
  const apart = Math.hypot(b.x - a.x, b.y - a.y)
  const scale = apart > 0 ? Math.hypot(d.x - c.x, d.y - c.y) / apart : 1
  const angle = angleOf(c, d) - angleOf(a, b)
  const middle = turned({ x: (placement.x - a.x) * scale, y: (placement.y - a.y) * scale }, angle)
  return {
    x: c.x + middle.x,
    y: c.y + middle.y,
    width: placement.width * scale,
    rotation: placement.rotation + angle,
  }
}

/** Steps of the keyboard: inches, inches of width, degrees; the long ones with Shift. */
const STEP_IN = { short: 0.1, long: 1 }
const STEP_DEGREES = { short: 1, long: 15 }

/** A print moved, scaled or turned by a key; null where the key gives it back to its size, undefined for other keys. */
export function placedByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  placement: Placement,
): Placement | null | undefined {
  const inches = STEP_IN[shiftKey ? 'long' : 'short']
  if (key === 'ArrowLeft') return movedBy(placement, { x: -inches, y: 0 })
  if (key === 'ArrowRight') return movedBy(placement, { x: inches, y: 0 })
  if (key === 'ArrowUp') return movedBy(placement, { x: 0, y: -inches })
  if (key === 'ArrowDown') return movedBy(placement, { x: 0, y: inches })
  // Plus itself needs Shift on many keyboards.
  if (key === '+' || key === '=') return { ...placement, width: placement.width + STEP_IN.short }
  if (key === '-' || key === '_') return { ...placement, width: placement.width - STEP_IN.short }
  if (key === '[') return { ...placement, rotation: placement.rotation - STEP_DEGREES.short }
  if (key === ']') return { ...placement, rotation: placement.rotation + STEP_DEGREES.short }
  if (key === '{') return { ...placement, rotation: placement.rotation - STEP_DEGREES.long }
  if (key === '}') return { ...placement, rotation: placement.rotation + STEP_DEGREES.long }
  return key === 'Escape' ? null : undefined
}

/**
 * A net over a product's print area of `width` by `height` inches and where its knots lie in a picture, row by row: x and y in
 * shares of the picture's side, right and down. `shown` is 1 for those that it shows, and 0 for those that lie in a fold, behind an
 * arm or round a mug.
 */
export type Lattice = {
  columns: number
  rows: number
  width: number
  height: number
  points: Float32Array
  shown: Uint8Array
}

export type Point = { x: number; y: number }

/** Steps to a place in a picture: each is exact within a cell, and a fold may send the first ones astray. */
const STEPS = 24

/** Where a place is seen, and how far on an inch to the right and an inch down are. */
type Seen = { place: Point; perX: Point; perY: Point }

/** Beyond the net that of its outermost cell goes on. */
function seenAt({ columns, rows, width, height, points }: Lattice, { x, y }: Point): Seen {
  const [across, down] = [(columns - 1) / width, (rows - 1) / height]
  const i = Math.min(columns - 2, Math.max(0, Math.floor(x * across)))
  const j = Math.min(rows - 2, Math.max(0, Math.floor(y * down)))
  const [a, b] = [x * across - i, y * down - j]
  // Beyond the net a cell's twist would grow without bound.
  const [ca, cb] = [Math.min(1, Math.max(0, a)), Math.min(1, Math.max(0, b))]
  const at = (axis: 0 | 1) => {
    const knot = 2 * (j * columns + i) + axis
    const [p, q] = [points[knot]!, points[knot + 2]!]
    const [r, s] = [points[knot + 2 * columns]!, points[knot + 2 * columns + 2]!]
    const perA = (q - p) * (1 - cb) + (s - r) * cb
    const perB = (r - p) * (1 - ca) + (s - q) * ca
    const within = p * (1 - ca) * (1 - cb) + q * ca * (1 - cb) + r * (1 - ca) * cb + s * ca * cb
    return { value: within + perA * (a - ca) + perB * (b - cb), perX: perA * across, perY: perB * down }
  }
  const [h, v] = [at(0), at(1)]
  return {
    place: { x: h.value, y: v.value },
    perX: { x: h.perX, y: v.perX },
    perY: { x: h.perY, y: v.perY },
  }
}

/** Where a place of the print area, in inches from its left upper corner, is seen: in shares of the picture. */
export const toPicture = (lattice: Lattice, inches: Point): Point => seenAt(lattice, inches).place

/**
 * Which place of the print area, in inches, is seen at a place of the picture, in shares of it: the inverse of `toPicture`,
 * found by Newton's method from `near`.
 */
export function toArea(lattice: Lattice, picture: Point, near: Point): Point {
  let [at, best] = [near, near]
  let least = Infinity
  for (let step = 0; step < STEPS; step++) {
    const { place, perX, perY } = seenAt(lattice, at)
    const [dx, dy] = [picture.x - place.x, picture.y - place.y]
    const distance = Math.hypot(dx, dy)
    if (distance < least) [least, best] = [distance, at]
    if (distance < 1e-6) break
    const determinant = perX.x * perY.y - perY.x * perX.y
    if (Math.abs(determinant) < 1e-12) break
    const move = { x: (dx * perY.y - dy * perY.x) / determinant, y: (dy * perX.x - dx * perX.y) / determinant }
    // Where it swings between two cells half a step is enough.
    const share = step < STEPS / 2 ? 1 : 0.5
    at = { x: at.x + share * move.x, y: at.y + share * move.y }
  }
  return best
}

/** Whether the picture shows a place of the print area, in inches. */
export function isShown({ columns, rows, width, height, shown }: Lattice, { x, y }: Point): boolean {
  const within = (at: number, most: number) => Math.min(most, Math.max(0, at))
  const [a, b] = [within((x / width) * (columns - 1), columns - 1), within((y / height) * (rows - 1), rows - 1)]
  const [i, j] = [Math.min(columns - 2, Math.floor(a)), Math.min(rows - 2, Math.floor(b))]
  const across = (row: number) => shown[row * columns + i]! * (1 - (a - i)) + shown[row * columns + i + 1]! * (a - i)
  return across(j) * (1 - (b - j)) + across(j + 1) * (b - j) >= 0.5
}

/** A straight line of the print area as far as the picture shows it: its runs, of points in shares of the picture. */
export function lineInPicture(lattice: Lattice, from: Point, to: Point, pieces = 32): Point[][] {
  const runs: Point[][] = []
  let isBroken = true
  for (let at = 0; at <= pieces; at++) {
    const share = at / pieces
    const place = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    const isHidden = !isShown(lattice, place)
    if (!isHidden && isBroken) runs.push([])
    if (!isHidden) runs.at(-1)?.push(toPicture(lattice, place))
    isBroken = isHidden
  }
  return runs.filter((run) => run.length > 1)
}

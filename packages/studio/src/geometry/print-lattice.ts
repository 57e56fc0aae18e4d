import type { Frame } from '../plate/manifest.ts'
import type { Plate } from '../plate/plate.ts'
import type { Lattice } from './lattice-map.ts'
import { METRES_PER_INCH, printArea } from './placement.ts'

/** Cells along each side of the print area: half an inch to an inch of a garment, a quarter of a mug. */
const CELLS = 16
/** So few pixels about a knot say nothing certain of it; nor does a slip of cloth, this share of what is seen about the others at most. */
const LEAST_WEIGHT = 3
const LEAST_SHARE = 0.1

/**
 * Where the knots of a net over the print area lie in a picture. The plate's map says it the other way round, so each knot is
 * where the plane lies that fits the pixels about it best (least squares, weighted by how near they are); knots that the
 * picture does not show, in a fold or beyond the rim of a mug, go on from those that it shows.
 */
export function printLattice({ map, manifest }: Pick<Plate, 'map' | 'manifest'>, frame: Frame): Lattice {
  const area = printArea(manifest)
  const { pattern } = manifest
  const side = CELLS + 1
  // Of each knot: weight; sums of a, b, aa, ab, bb; of x, ax, bx; of y, ay, by (a and b in cells from the knot).
  const sums = new Float64Array(side * side * 12)
  for (let row = 0, at = 0; row < map.height; row++)
    for (let column = 0; column < map.width; column++, at++) {
      if (map.coverage[at]! < 128) continue
      const a = ((pattern.x0 + (map.u[at]! / 65_535) * pattern.width - area.left) / area.width) * CELLS
      const b = ((area.top - pattern.y0 - (map.v[at]! / 65_535) * pattern.height) / area.height) * CELLS
      if (a <= -1 || b <= -1 || a >= side || b >= side) continue
      const x = ((column + 0.5) / map.width - frame.x) / frame.scale + 0.5
      const y = ((row + 0.5) / map.height - frame.y) / frame.scale + 0.5
      const [left, top] = [Math.floor(a), Math.floor(b)]
      for (let j = Math.max(0, top); j <= Math.min(CELLS, top + 1); j++)
        for (let i = Math.max(0, left); i <= Math.min(CELLS, left + 1); i++) {
          const [da, db, to] = [a - i, b - j, (j * side + i) * 12]
          const weight = (1 - Math.abs(da)) * (1 - Math.abs(db))
          add(sums, to, weight, weight * da, weight * db)
          add(sums, to + 3, weight * da * da, weight * da * db, weight * db * db)
          add(sums, to + 6, weight * x, weight * da * x, weight * db * x)
          add(sums, to + 9, weight * y, weight * da * y, weight * db * y)
        }
    }
  const points = new Float32Array(2 * side * side).fill(NaN)
  const shown = new Uint8Array(side * side)
  const weights = Array.from(shown, (_, knot) => sums[knot * 12]!)
  const least = Math.max(LEAST_WEIGHT, LEAST_SHARE * Math.max(...weights))
  for (let knot = 0; knot < side * side; knot++) {
    const found = weights[knot]! < least ? null : fittedAt(sums.subarray(knot * 12, knot * 12 + 12))
    if (!found) continue
    points.set(found, 2 * knot)
    shown[knot] = 1
  }
  goOn(points, side)
  return {
    columns: side,
    rows: side,
    width: area.width / METRES_PER_INCH,
    height: area.height / METRES_PER_INCH,
    points,
    shown,
  }
}

function add(sums: Float64Array, to: number, first: number, second: number, third: number): void {
  sums[to]! += first
  sums[to + 1]! += second
  sums[to + 2]! += third
}

/** The plane's value at the knot (Cramer's rule), or null where the pixels do not say it. */
function fittedAt([n, a, b, aa, ab, bb, x, ax, bx, y, ay, by]: Float64Array): [x: number, y: number] | null {
  const [c0, c1, c2] = [aa! * bb! - ab! * ab!, b! * ab! - a! * bb!, a! * ab! - b! * aa!]
  const determinant = n! * c0 + a! * c1 + b! * c2
  // That of pixels spread evenly over the four cells about a knot is n³/36.
  if (determinant < n! ** 3 / 1000) return null
  return [(x! * c0 + ax! * c1 + bx! * c2) / determinant, (y! * c0 + ay! * c1 + by! * c2) / determinant]
}

/** Knots without a place get the one that rows and columns lead to, ring by ring. */
function goOn(points: Float32Array, side: number): void {
  const at = (i: number, j: number): [number, number] | null => {
    const knot = 2 * (j * side + i)
    const isThere = i >= 0 && j >= 0 && i < side && j < side && !Number.isNaN(points[knot]!)
    return isThere ? [points[knot]!, points[knot + 1]!] : null
  }
  const ways = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const
  for (;;) {
    const found: [knot: number, x: number, y: number][] = []
    for (let j = 0; j < side; j++)
      for (let i = 0; i < side; i++) {
        if (at(i, j)) continue
        const led = ways.flatMap(([di, dj]) => {
          const [near, far] = [at(i + di, j + dj), at(i + 2 * di, j + 2 * dj)]
          return near && far ? [[2 * near[0] - far[0], 2 * near[1] - far[1]] as const] : []
        })
        const mean = (axis: 0 | 1) => led.reduce((sum, place) => sum + place[axis], 0) / led.length
        if (led.length > 0) found.push([j * side + i, mean(0), mean(1)])
      }
    if (found.length === 0) return
    for (const [knot, x, y] of found) points.set([x, y], 2 * knot)
  }
}

import type { RasterMap } from '../map/raster-map.ts'
import type { Sheet } from '../print/sheet.ts'
import { DARKEST } from './planes.ts'

/** Distances from the board's edge in squares, outwards below 0: bare cloth beside it, and two squares within. */
const BANDS = [
  [-0.4, -0.18],
  [0, 1],
  [1, 2],
] as const
/** How far beyond the middle of the first square within that of the cloth beside it lies, in squares. */
const ONWARD = 0.79
const LEAST_PIXELS = 8
/** Pixels looked at: a third is enough. */
const EACH = 3
/** Fewer places along the edge say nothing. */
const LEAST_PLACES = 8

/**
 * By how much the light on bare cloth beside the board is more than what the light solved within leads to, as a logarithm: nearly 0
 * where what ink takes from the white between markers is given back rightly. The median over places along the board's edge, a
 * square each.
 */
export function boardStep(light: Float32Array, map: RasterMap, sheet: Sheet): number {
  const { columns, rows, left, top, pitch } = sheet
  // Sides in turn (left, right, upper, lower), places along each, bands: sum and count.
  const places = Math.max(columns, rows)
  const sums = new Float64Array(4 * places * BANDS.length * 2)
  for (let at = 0; at < light.length; at += EACH) {
    if (Number.isNaN(map.x[at]!)) continue
    const [x, y] = [(map.x[at]! - left) / pitch, (map.y[at]! - top) / pitch]
    const inwards = [x, columns - x, y, rows - y]
    for (let side = 0; side < 4; side++) {
      const [along, most] = side < 2 ? [y, rows] : [x, columns]
      const band = BANDS.findIndex(([from, to]) => inwards[side]! >= from && inwards[side]! < to)
      if (band < 0 || along < 0 || along >= most) continue
      const to = ((side * places + Math.floor(along)) * BANDS.length + band) * 2
      sums[to]! += Math.log(Math.max(DARKEST, light[at]!))
      sums[to + 1]! += 1
    }
  }
  const steps = []
  for (let at = 0; at < sums.length; at += 2 * BANDS.length) {
    const counts = [sums[at + 1]!, sums[at + 3]!, sums[at + 5]!]
    if (Math.min(...counts) < LEAST_PIXELS) continue
    const [beside, first, second] = [sums[at]! / counts[0]!, sums[at + 2]! / counts[1]!, sums[at + 4]! / counts[2]!]
    steps.push(beside - (first + ONWARD * (first - second)))
  }
  return steps.length < LEAST_PLACES ? 0 : steps.toSorted((a, b) => a - b)[steps.length >> 1]!
}

import type { RasterMap } from '../map/raster-map.ts'
import type { MeasuredLight } from './measure-light.ts'

/** Pixels over which colour is averaged, so that noise goes, and over which it may change by its light. */
const NEAR = 2
const WIDE = 9

/**
 * How much the colour of the print area ripples, as a deviation of shares: the stripes of a screen beat with the camera's pixels
 * in colours, while cloth has one and lamps change theirs slowly. Looked at where the light is bright.
 */
export function screenRipple(rgb: Uint8Array, map: RasterMap, { white }: MeasuredLight): number {
  const { size, trusted } = map
  const bright = trusted.map((isTrusted, at) =>
    isTrusted === 1 && rgb[3 * at + 1]! > 110 && rgb[3 * at + 1]! < 250 && white[1][at]! > 0.15 ? 1 : 0,
  )
  const [warm, count] = [new Float64Array((size + 1) ** 2), new Float64Array((size + 1) ** 2)]
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = y * size + x
      const to = (y + 1) * (size + 1) + x + 1
      const value = bright[at]
        ? (rgb[3 * at]! - rgb[3 * at + 2]!) / (rgb[3 * at]! + rgb[3 * at + 1]! + rgb[3 * at + 2]!)
        : 0
      warm[to] = value + warm[to - 1]! + warm[to - size - 1]! - warm[to - size - 2]!
      count[to] = bright[at]! + count[to - 1]! + count[to - size - 1]! - count[to - size - 2]!
    }
  const box = (sums: Float64Array, x: number, y: number, reach: number): number => {
    const [a, b] = [(y - reach) * (size + 1) + x, (y + reach + 1) * (size + 1) + x]
    return sums[b + reach + 1]! - sums[b - reach]! - sums[a + reach + 1]! + sums[a - reach]!
  }
  let [sum, looked] = [0, 0]
  for (let y = WIDE; y < size - WIDE; y += 3)
    for (let x = WIDE; x < size - WIDE; x += 3) {
      const near = box(count, x, y, NEAR)
      if (near < (2 * NEAR + 1) ** 2) continue
      const off = box(warm, x, y, NEAR) / near - box(warm, x, y, WIDE) / box(count, x, y, WIDE)
      sum += off * off
      looked++
    }
  return looked < 200 ? 0 : Math.sqrt(sum / looked)
}

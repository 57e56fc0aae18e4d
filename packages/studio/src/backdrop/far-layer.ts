import { tapsOf } from '../geometry/resample.ts'
import type { Layer } from '../plate/plate.ts'
import { hash } from '../random.ts'

/** What stands behind a person: a square part of a view, in shares of it from its upper left corner, or light everywhere the same. */
export type Far = { view: Layer; left: number; top: number; side: number } | { light: number }

/** Coverage of a pixel that shows the person alone. */
export const COVERED = 255

/** Rounding noise repeats after so many values, an odd number: no two rows have it alike. */
const NOISE = 8191

/**
 * Parts of an 8-bit value, uniform, the same in every process: without it an even far view would lie in steps. As many
 * again as a pixel has channels follow the last.
 */
const noise = Float32Array.from({ length: NOISE + 2 }, (_, i) => (hash(i % NOISE, 31) & 0xffff) / 65_536)

/**
 * What stands behind a person, as every light group of a backdrop has it: 8-bit values of three channels, none where the
 * person hides it.
 * @param coverage of the person, one channel, square
 * @param range of the layers that it is part of. Light beyond is cut off
 */
export function farLayer(far: Far, { width: size, data: coverage }: Layer, range: number): Uint8Array {
  const out = new Uint8ClampedArray(3 * size * size)
  const row = 'light' in far ? plainRow(far.light, size, range) : enlargedRows(far, size, range)
  for (let y = 0, pixel = 0, n = 0; y < size; y++) {
    const values = row(y, coverage.subarray(y * size, (y + 1) * size))
    for (let i = 0; i < values.length; i += 3, pixel++) {
      if (coverage[pixel] !== COVERED)
        for (let c = 0; c < 3; c++) {
          // A clamped array rounds, and what lies below the noise has to be rounded down.
          out[3 * pixel + c] = values[i + c]! + noise[n + c]! - 0.5
        }
      n = n + 3 < NOISE ? n + 3 : n + 3 - NOISE
    }
  }
  return new Uint8Array(out.buffer)
}

/** Values of a row of light that is the same everywhere. */
function plainRow(light: number, size: number, range: number): Row {
  const values = new Float32Array(3 * size).fill(255 * Math.sqrt(light / range))
  return () => values
}

/** Values of a row of a view's part, which has few pixels: a cubic leaves no corners between them. */
function enlargedRows({ view, left, top, side }: Exclude<Far, { light: number }>, size: number, range: number): Row {
  const { width, height, data } = view
  const across = tapsOf(width, size, { start: left, length: side }, 'cubic')
  const down = tapsOf(height, size, { start: top, length: side }, 'cubic')
  const scale = Math.sqrt(view.range / range)
  // Pixels beyond the view's sides are its outermost ones again.
  const [before, after] = [Math.max(0, -Math.min(...across.bases)), Math.max(0, Math.max(...across.bases) + 4 - width)]
  const blended = new Float32Array(3 * (before + width + after))
  const values = new Float32Array(3 * size)
  return (y, hidden) => {
    const rowOf = (tap: number) => 3 * width * bounded(down.bases[y]! + tap, height)
    const weightOf = (tap: number) => scale * down.weights[4 * y + tap]!
    blend(
      blended,
      3 * before,
      data,
      [rowOf(0), rowOf(1), rowOf(2), rowOf(3)],
      [weightOf(0), weightOf(1), weightOf(2), weightOf(3)],
      3 * width,
    )
    for (let i = 0; i < 3 * before; i++) blended[i] = blended[3 * before + (i % 3)]!
    const end = 3 * (before + width)
    for (let i = 0; i < 3 * after; i++) blended[end + i] = blended[end - 3 + (i % 3)]!
    gather(values, blended, across, before, hidden)
    return values
  }
}

/** Pixels of a row at their places, but those that are hidden. */
function gather(
  values: Float32Array,
  blended: Float32Array,
  { bases, weights }: { bases: Int32Array; weights: Float32Array },
  before: number,
  hidden: Uint8Array,
) {
  for (let x = 0, w = 0, to = 0; x < bases.length; x++, w += 4, to += 3) {
    if (hidden[x] === COVERED) continue
    const i = 3 * (bases[x]! + before)
    const a = weights[w]!
    const b = weights[w + 1]!
    const c = weights[w + 2]!
    const d = weights[w + 3]!
    values[to] = a * blended[i]! + b * blended[i + 3]! + c * blended[i + 6]! + d * blended[i + 9]!
    values[to + 1] = a * blended[i + 1]! + b * blended[i + 4]! + c * blended[i + 7]! + d * blended[i + 10]!
    values[to + 2] = a * blended[i + 2]! + b * blended[i + 5]! + c * blended[i + 8]! + d * blended[i + 11]!
  }
}

/** Four rows of values, from these places on, by their weights. */
function blend(
  out: Float32Array,
  to: number,
  data: Uint8Array,
  [a, b, c, d]: Taps,
  [wa, wb, wc, wd]: Taps,
  count: number,
) {
  for (let i = 0; i < count; i++)
    out[to + i] = wa * data[a + i]! + wb * data[b + i]! + wc * data[c + i]! + wd * data[d + i]!
}
type Taps = [number, number, number, number]

/** Values of three channels, good until the next call; of what is hidden any. */
type Row = (y: number, coverage: Uint8Array) => Float32Array

const bounded = (at: number, size: number) => Math.min(size - 1, Math.max(0, at))

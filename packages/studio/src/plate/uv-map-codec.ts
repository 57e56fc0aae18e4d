import type { UvMap } from './plate.ts'

/** u and v are kept to multiples of this: a tenth of a pixel of a small plate, and half the bytes. */
const STEP = 8

/** Width, height. */
const HEADER = 4

/**
 * A map as few bytes, once they are squeezed (gzip): coverage, which pixels have a UV position, and for those alone
 * what u and v differ from the plane through their neighbours. Loses what is finer than `STEP`.
 */
export function packMap(map: UvMap): Uint8Array {
  const { width, height, u, v, coverage } = map
  const length = width * height
  const known = new Uint8Array(length)
  let count = 0
  for (let at = 0; at < length; at++) count += known[at] = coverage[at] !== 0 || u[at] !== 0 || v[at] !== 0 ? 1 : 0
  const packed = new Uint8Array(HEADER + 2 * length + 4 * count)
  new DataView(packed.buffer).setUint16(0, width)
  new DataView(packed.buffer).setUint16(2, height)
  packed.set(coverage, HEADER)
  packed.set(known, HEADER + length)
  // Low and high bytes apart: the high ones are nearly all 0.
  const from = HEADER + 2 * length
  const plane = (at: number): Uint8Array => packed.subarray(from + at * count, from + (at + 1) * count)
  packDifferences(u, known, width, plane(0), plane(1))
  packDifferences(v, known, width, plane(2), plane(3))
  return packed
}

function packDifferences(
  values: Uint16Array,
  known: Uint8Array,
  width: number,
  low: Uint8Array,
  high: Uint8Array,
): void {
  const coarse = new Int32Array(values.length)
  for (let at = 0; at < values.length; at++) coarse[at] = Math.round(values[at]! / STEP)
  for (let at = 0, next = 0; at < values.length; at++) {
    if (known[at] === 0) continue
    const rest = zigzag(coarse[at]! - expected(coarse, known, at, at % width, width))
    low[next] = rest & 255
    high[next] = rest >> 8
    next++
  }
}

/** @throws RangeError when the bytes are not a packed map */
export function unpackMap(packed: Uint8Array): UvMap {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const [width, height] = [view.getUint16(0), view.getUint16(2)]
  const length = width * height
  const coverage = packed.slice(HEADER, HEADER + length)
  const known = packed.subarray(HEADER + length, HEADER + 2 * length)
  let count = 0
  for (let at = 0; at < length; at++) count += known[at]!
  const from = HEADER + 2 * length
  if (packed.length !== from + 4 * count)
    throw new RangeError(`a packed map of ${width} × ${height} has ${packed.length} bytes`)
  const plane = (at: number): Uint8Array => packed.subarray(from + at * count, from + (at + 1) * count)
  const size = { width, height }
  return {
    ...size,
    u: valuesOf(known, size, plane(0), plane(1)),
    v: valuesOf(known, size, plane(2), plane(3)),
    coverage,
  }
}

/** One of the two coordinates. Without a callback a pixel, ten times as fast: a seller waits for it. */
function valuesOf(
  known: Uint8Array,
  { width, height }: { width: number; height: number },
  low: Uint8Array,
  high: Uint8Array,
): Uint16Array {
  const coarse = new Int32Array(width * height)
  const values = new Uint16Array(width * height)
  for (let y = 0, at = 0, next = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (known[at] === 0) continue
      const rest = low[next]! | (high[next]! << 8)
      next++
      coarse[at] = expected(coarse, known, at, x, width) + ((rest >> 1) ^ -(rest & 1))
      values[at] = Math.min(65_535, coarse[at]! * STEP)
    }
  return values
}

/** The plane through the neighbours that came before, or the nearest of them. */
function expected(values: Int32Array, known: Uint8Array, at: number, x: number, width: number): number {
  const hasLeft = x > 0 && known[at - 1] === 1
  const hasAbove = at >= width && known[at - width] === 1
  if (hasLeft && hasAbove && known[at - width - 1])
    return values[at - 1]! + values[at - width]! - values[at - width - 1]!
  if (hasLeft) return values[at - 1]!
  return hasAbove ? values[at - width]! : 0
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)

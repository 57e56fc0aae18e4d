import type { Design } from '../plate/plate.ts'
import { LINEAR_OF_SRGB8, fromLinear } from '../tone/srgb.ts'

/** 8-bit sRGB values of linear light, by the square root of it: fine enough that no value is missed in the darks. */
const STEPS = 32_768
const SRGB8_OF_ROOT = Uint8Array.from({ length: STEPS + 1 }, (_, at) => Math.round(255 * fromLinear((at / STEPS) ** 2)))

/**
 * A design with `by` × `by` of its pixels made one: averaged over area in linear light, premultiplied, as `prepareInk`
 * does, so that no colour of transparent pixels bleeds in. Beyond its last row and column they are repeated.
 */
export function shrinkDesign({ width, height, data }: Design, by: number): Design {
  const [columns, rows] = [Math.ceil(width / by), Math.ceil(height / by)]
  const out = new Uint8Array(columns * rows * 4)
  const sums = new Float32Array(columns * 4)
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let k = 0; k < by; k++) addRow(sums, data, Math.min(row * by + k, height - 1) * width, width, by)
    for (let at = 0, to = row * columns * 4; at < sums.length; at += 4, to += 4) {
      const alpha = sums[at + 3]!
      if (alpha === 0) continue
      for (let c = 0; c < 3; c++) out[to + c] = SRGB8_OF_ROOT[Math.round(Math.sqrt(sums[at + c]! / alpha) * STEPS)]!
      out[to + 3] = Math.round(alpha / (by * by))
    }
  }
  return { width: columns, height: rows, data: out }
}

/** Adds a row of pixels, each by its alpha, to the sums of their boxes. */
function addRow(sums: Float32Array, data: Design['data'], start: number, width: number, by: number): void {
  const paddedWidth = Math.ceil(width / by) * by
  for (let x = 0, box = 0, left = by; x < paddedWidth; x++, left--) {
    if (left === 0) [box, left] = [box + 4, by]
    const at = 4 * (start + (x < width ? x : width - 1))
    const alpha = data[at + 3]!
    if (alpha === 0) continue
    sums[box]! += alpha * LINEAR_OF_SRGB8[data[at]!]!
    sums[box + 1]! += alpha * LINEAR_OF_SRGB8[data[at + 1]!]!
    sums[box + 2]! += alpha * LINEAR_OF_SRGB8[data[at + 2]!]!
    sums[box + 3]! += alpha
  }
}

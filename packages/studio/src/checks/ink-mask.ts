import type { Design } from '../plate/plate.ts'

/** Alpha of 8 bits: below the first nothing of a pixel is seen; from the second on it counts as ink. */
export const FAINT_ALPHA = 5
export const INK_ALPHA = 128

/** 1 where a design has ink: at least half opaque. */
export function inkMask({ width, height, data }: Design): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (let at = 0; at < mask.length; at++) mask[at] = data[at * 4 + 3]! >= INK_ALPHA ? 1 : 0
  return mask
}

/** How many pixels a pixel lies from what is no ink, row by row, counted in steps across and down up to `limit`; 0 without ink. */
export function depthOf(mask: Uint8Array, width: number, height: number, limit: number): Uint8Array {
  const depth = new Uint8Array(mask.length)
  const reach = (at: number, near: number) => Math.min(limit, depth[at]!, near + 1)
  const of = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : depth[y * width + x]!)
  for (let at = 0; at < mask.length; at++) depth[at] = mask[at] === 1 ? limit : 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (depth[at] !== 0) depth[at] = reach(at, Math.min(of(x - 1, y), of(x, y - 1)))
    }
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--) {
      const at = y * width + x
      if (depth[at] !== 0) depth[at] = reach(at, Math.min(of(x + 1, y), of(x, y + 1)))
    }
  return depth
}

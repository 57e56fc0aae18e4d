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

/** The ink's colours without the grain of a photograph or a scan: of each pixel the mean of the ink in three by three, three channels of 8 bits. */
export function withoutGrain({ width, data }: Design, ink: Uint8Array): Uint8Array {
  // Of each pixel and its neighbours in the row: red, green, blue, and how many they are.
  const rows = new Uint16Array(ink.length * 4)
  const out = new Uint8Array(ink.length * 3)
  for (let at = 0; at < ink.length; at++) {
    const x = at % width
    for (let near = x > 0 ? at - 1 : at; near <= (x + 1 < width ? at + 1 : at); near++) {
      if (ink[near] === 0) continue
      for (let channel = 0; channel < 3; channel++) rows[at * 4 + channel]! += data[near * 4 + channel]!
      rows[at * 4 + 3]! += 1
    }
  }
  for (let at = 0; at < ink.length; at++) {
    if (ink[at] === 0) continue
    const sum = (channel: number) =>
      (rows[(at - width) * 4 + channel] ?? 0) + rows[at * 4 + channel]! + (rows[(at + width) * 4 + channel] ?? 0)
    const count = sum(3)
    for (let channel = 0; channel < 3; channel++) out[at * 3 + channel] = Math.round(sum(channel) / count)
  }
  return out
}

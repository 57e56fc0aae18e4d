import { FLATTENED } from '../../src/design/print-kernel.ts'
import { BRIGHTEST } from '../../src/material/albedo.ts'
import { BLOCK_TEXELS, FULL, MIP_LEVEL_BYTES, TEXEL_BYTES } from '../../src/design/ink-format.ts'
import { catmullRom } from '../../src/geometry/resample.ts'
import type { Footprint } from './uv.ts'

const hold = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Which blocks of a row of texels (four 16-bit values each) have ink. */
export const findInk = (texels: Uint16Array, count: number): boolean[] =>
  Array.from({ length: count }, (_, block) =>
    texels.subarray(4 * BLOCK_TEXELS * block, 4 * BLOCK_TEXELS * (block + 1)).some((value) => value !== 0),
  )

/** What `by` straight RGBA pixels add to a texel: albedo times coverage, and coverage, each times `part`. */
export function addPixels(pixels: Uint8Array, tables: readonly Float32Array[], part: number): number[] {
  const sum = [0, 0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const share = pixels[at + 3]! * part
    for (let c = 0; c < 3; c++) sum[c]! += share * tables[c]![pixels[at + c]!]!
    sum[3]! += share
  }
  return sum
}

/** A texel as it is kept, in 16-bit values: never less than no ink, more than all, or brighter than white. */
export function keepTexel(texel: readonly number[]): number[] {
  const alpha = hold(texel[3]!, 0, 1)
  return texel.map((value, lane) => Math.floor(hold(value, 0, lane === 3 ? alpha : alpha * BRIGHTEST) * FULL + 0.5))
}

/** The mean of 2 × 2 texels' lane. */
export const halve = (a: number, b: number, c: number, d: number): number => Math.floor((a + b + c + d) / 4 + 0.5)

/** A design's box about its middle, y up, turned by `turn` radians clockwise. */
export type Box = { x: number; y: number; width: number; height: number; turn: number }

/** Ink of a mip level at a share of the design, by Catmull and Rom's cubic; places off the design are held in its margin. */
function cubicAt(memory: DataView, entry: number, u: number, v: number): number[] {
  const float = (at: number) => memory.getFloat32(entry + at, true)
  const [x, y] = [u * float(0) - 0.5, v * float(4) - 0.5].map((place, axis) =>
    hold(place, -2, float(16 + 4 * axis)),
  ) as [number, number]
  const [texels, rowBytes] = [memory.getInt32(entry + 32, true), memory.getInt32(entry + 36, true)]
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [across, down] = [catmullRom(x - left), catmullRom(y - top)]
  return [0, 1, 2, 3].map((lane) => {
    let sum = 0
    for (let j = 0; j < 4; j++)
      for (let i = 0; i < 4; i++) {
        // The last tap may weigh nothing and lie beyond the margin.
        const weight = across[i]! * down[j]!
        if (weight !== 0)
          sum +=
            weight * memory.getUint16(texels + (top + j - 1) * rowBytes + (left + i - 1) * TEXEL_BYTES + 2 * lane, true)
      }
    return sum / FULL
  })
}

/**
 * Albedo of a painted pixel with the ink over it, the share of the pixel that the design's box covers, and what is noted of
 * the light's change and of the hair once the ink is there.
 */
export function print(
  { uv, across, down }: Footprint,
  painted: readonly number[],
  box: Box,
  memory: DataView,
  levels: number,
  levelCount: number,
  noted: { change: number; hair: number },
) {
  const [sine, cosine] = [Math.sin(box.turn), Math.cos(box.turn)]
  // Turned back, so that the box stands upright; in the design y runs down.
  const shareOf = (way: { x: number; y: number }) => ({
    u: (way.x * cosine - way.y * sine) / box.width,
    v: -(way.x * sine + way.y * cosine) / box.height,
  })
  const [right, under] = [shareOf(across), shareOf(down)]
  const fromMiddle = shareOf({ x: uv.x - box.x, y: uv.y - box.y })
  const place = { u: fromMiddle.u + 0.5, v: fromMiddle.v + 0.5 }
  const inside = (axis: 'u' | 'v') =>
    Math.min(place[axis], 1 - place[axis]) / Math.max(Math.abs(right[axis]) + Math.abs(under[axis]), 1e-9)
  const cover = hold(Math.min(inside('u'), inside('v')) + 0.5, 0, 1)
  if (cover === 0) return { albedo: [...painted], cover, ...noted }
  const square = ({ u, v }: { u: number; v: number }) =>
    (u * memory.getFloat32(levels, true)) ** 2 + (v * memory.getFloat32(levels + 4, true)) ** 2
  const [wide, high] = [square(right), square(under)]
  const [major, minor] = [Math.max(wide, high), Math.min(wide, high)]
  const samples = hold(Math.round(Math.sqrt(major / Math.max(minor, 1))), 1, 4)
  const side = Math.sqrt(Math.max(major / samples ** 2, minor, 1))
  const level = hold(Math.log2(side) - 0.17, 0, levelCount - 1)
  const along = high > wide ? under : right
  const ink = [0, 0, 0, 0]
  for (let i = 0; i < samples; i++) {
    const way = (i + 0.5) / samples - 0.5
    const at = { u: place.u + along.u * way, v: place.v + along.v * way }
    const [fine, rest] = [Math.floor(level), level - Math.floor(level)]
    const add = (lod: number, share: number) =>
      cubicAt(memory, levels + lod * MIP_LEVEL_BYTES, at.u, at.v).forEach(
        (value, lane) => (ink[lane]! += (value * share * cover) / samples),
      )
    add(fine, 1 - rest)
    if (rest > 0.01) add(fine + 1, rest)
  }
  const alpha = hold(ink[3]!, 0, 1)
  return {
    albedo: painted.map((below, lane) => hold(ink[lane]!, 0, alpha * BRIGHTEST) * painted[3]! + below * (1 - alpha)),
    cover,
    change: noted.change + alpha * (painted[3]! - 1 - noted.change),
    hair: noted.hair * (1 - FLATTENED * alpha),
  }
}

import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import type { UvMap } from '@printroom/studio/plate/plate'
import { smoothMap } from '@printroom/studio/plate/smooth-uv-map'
import { packMap, unpackMap } from '@printroom/studio/plate/uv-map-codec'
import sharp from 'sharp'

/** A plate's map as it is shipped, and as the scenes leave it. */
export const PACKED = 'uv.bin'
export const RENDERED = 'uv.png'

/** Bytes that are unpacked at a time: in the usual 16 kB a map takes some 600 turns of the event loop. */
const CHUNK = 4 * 1024 * 1024

/** Millimetres on the pattern that a place of the map may be off, and pixels: of a small product the pixels are the less. */
const MOST_MM = 0.12
const MOST_PIXELS = 0.22

/** What of a map has become files: its bytes, and how far its places were moved, in millimetres on the pattern. */
export type PackedMap = { before: number; after: number; farthest: number; mean: number }

/** @throws RangeError when the file is no map */
export async function readMap(dir: string): Promise<UvMap> {
  const file = path.join(dir, PACKED)
  const { buffer, byteOffset, byteLength } = await promisify(gunzip)(await readFile(file), { chunkSize: CHUNK })
  // Not as Node's own kind of bytes, of which a piece is no copy but a view.
  return unpackMap(new Uint8Array(buffer, byteOffset, byteLength))
}

/**
 * Packs the map that `build.py` has rendered into a plate's folder, in place of it. The jitter of its
 * sampling is taken out before.
 */
export async function packRendered(dir: string, manifest: PlateManifest): Promise<PackedMap> {
  const rendered = path.join(dir, RENDERED)
  const map = smoothMap(await readRendered(rendered))
  const before = await readFile(rendered)
  const after = await writeMap(dir, map, manifest)
  const moved = distances(map, await readMap(dir), millimetresOf(manifest))
  await rm(rendered)
  return { before: before.length, after, ...moved }
}

/** Writes a map into a plate's folder, packed; resolves to its bytes. */
export async function writeMap(dir: string, map: UvMap, manifest: PlateManifest): Promise<number> {
  const millimetres = millimetresOf(manifest)
  // Each of the two by as much as keeps their diagonal within the bound.
  const most = Math.min(MOST_MM, MOST_PIXELS * usualStep(map, millimetres)) / Math.SQRT2
  const packed = packMap(map, { u: Math.max(1, most / millimetres.u), v: Math.max(1, most / millimetres.v) })
  // The last level would take twice the time for a hundredth of the bytes.
  const bytes = await promisify(gzip)(packed, { level: 8, memLevel: 9 })
  await writeFile(path.join(dir, PACKED), bytes)
  return bytes.length
}

const millimetresOf = ({ pattern }: PlateManifest): PerAxis => ({
  u: (1000 * pattern.width) / 65_535,
  v: (1000 * pattern.height) / 65_535,
})

/** `uv.png`: red and green are u and v in 16 bits, blue is the coverage. */
export async function readRendered(file: string): Promise<UvMap> {
  const { data, info } = await sharp(file)
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const words = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
  const { width, height, channels } = info
  const map = {
    width,
    height,
    u: new Uint16Array(width * height),
    v: new Uint16Array(width * height),
    coverage: new Uint8Array(width * height),
  }
  for (let i = 0, at = 0; i < width * height; i++, at += channels) {
    map.u[i] = words[at]!
    map.v[i] = words[at + 1]!
    map.coverage[i] = (words[at + 2]! + 128) / 257
  }
  return map
}

type PerAxis = { u: number; v: number }

/** The median distance of two pixels side by side that are all product, in millimetres. */
function usualStep({ width, u, v, coverage }: UvMap, millimetres: PerAxis): number {
  const steps: number[] = []
  for (let at = 0; at + 1 < width * width; at += 7)
    if (coverage[at] === 255 && coverage[at + 1] === 255)
      steps.push(Math.hypot((u[at + 1]! - u[at]!) * millimetres.u, (v[at + 1]! - v[at]!) * millimetres.v))
  return steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0
}

/** Of the places of two maps, wherever there is any product. @throws Error when their coverage differs */
function distances(one: UvMap, other: UvMap, millimetres: PerAxis): { farthest: number; mean: number } {
  let [farthest, sum, count] = [0, 0, 0]
  for (let at = 0; at < one.coverage.length; at++) {
    if (one.coverage[at] !== other.coverage[at]) throw new Error(`coverage differs at ${at}`)
    if (one.coverage[at] === 0) continue
    const off = Math.hypot((one.u[at]! - other.u[at]!) * millimetres.u, (one.v[at]! - other.v[at]!) * millimetres.v)
    farthest = Math.max(farthest, off)
    sum += off
    count++
  }
  return { farthest, mean: count === 0 ? 0 : sum / count }
}

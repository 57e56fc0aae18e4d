import { BRIGHTEST } from './albedo.ts'
import type { Design } from './plate.ts'
import { catmullRom } from './resample.ts'

/** Albedo premultiplied by ink coverage, RGBA floats. The design fills `extentX` × `extentY` texels of it. */
export type InkLevel = { width: number; height: number; extentX: number; extentY: number; data: Float32Array }

/** From the finest level down, each half the one before. */
export type Ink = InkLevel[]

type AlbedoTables = readonly [Float32Array, Float32Array, Float32Array]

/** The largest side of the finest level, in texels: bounds memory however large the design or narrow its strip. */
const MAX_SIDE = 3072

/**
 * The design as ink at about the scale of the picture: `wanted` texels across, never more than its own
 * pixels. Averaged over area in light, premultiplied, so that no colour of transparent pixels bleeds in.
 */
export function prepareInk(design: Design, albedo: AlbedoTables, wanted: number): Ink {
  const longest = Math.max(design.width, design.height)
  const side = Math.max(1, Math.min(wanted, design.width, (MAX_SIDE * design.width) / longest))
  const ratio = design.width / side
  const levels = [shrink(design, albedo, ratio < 1.02 ? 1 : ratio)]
  for (let level = levels[0]!; level.width > 4 && level.height > 4; levels.push(level)) level = halve(level)
  return levels
}

/** Box by a whole factor while rows stream in, then the cubic for what is left: the box alone would soften fine text. */
function shrink(design: Design, albedo: AlbedoTables, ratio: number): InkLevel {
  const by = Math.max(1, Math.floor(ratio / 1.6))
  const rest = ratio / by
  const boxed = { width: Math.ceil(design.width / by), height: Math.ceil(design.height / by) }
  const [extentX, extentY] = [design.width / ratio, design.height / ratio]
  const [width, height] = [Math.ceil(extentX), Math.ceil(extentY)]
  const across = tapsOf(boxed.width, width, rest)
  const narrow = new Float32Array(width * boxed.height * 4)
  const line = new Float32Array(boxed.width * 4)
  for (let row = 0; row < boxed.height; row++)
    if (boxRow(design, albedo, by, row, line)) shrinkRow(line, across, narrow.subarray(row * width * 4, (row + 1) * width * 4))
  const data = new Float32Array(width * height * 4)
  tapsOf(boxed.height, height, rest).forEach(({ first, weights }, i) => {
    const out = data.subarray(i * width * 4, (i + 1) * width * 4)
    for (let k = 0; k < weights.length; k++) {
      const from = narrow.subarray((first + k) * width * 4, (first + k + 1) * width * 4)
      const share = weights[k]!
      for (let x = 0; x < out.length; x++) out[x]! += from[x]! * share
    }
  })
  return { width, height, extentX, extentY, data: clampInk(data) }
}

/** Adds up one row through its taps. */
function shrinkRow(line: Float32Array, taps: readonly InkTaps[], out: Float32Array): void {
  for (let i = 0; i < taps.length; i++) {
    const { first, weights } = taps[i]!
    let r = 0
    let g = 0
    let b = 0
    let a = 0
    for (let k = 0, at = first * 4; k < weights.length; k++, at += 4) {
      const share = weights[k]!
      r += line[at]! * share
      g += line[at + 1]! * share
      b += line[at + 2]! * share
      a += line[at + 3]! * share
    }
    out[i * 4] = r
    out[i * 4 + 1] = g
    out[i * 4 + 2] = b
    out[i * 4 + 3] = a
  }
}

/** Mean of `by` × `by` pixels as premultiplied albedo; off the design there is no ink. False when all is empty. */
function boxRow(design: Design, [red, green, blue]: AlbedoTables, by: number, row: number, into: Float32Array): boolean {
  const { width, height, data } = design
  into.fill(0)
  let isInked = false
  const part = 1 / (255 * by * by)
  for (let y = row * by; y < Math.min(height, (row + 1) * by); y++)
    for (let x = 0, at = y * width * 4, to = 0, phase = 0; x < width; x++, at += 4) {
      const alpha = data[at + 3]!
      if (alpha !== 0) {
        isInked = true
        const share = alpha * part
        into[to]! += red[data[at]!]! * share
        into[to + 1]! += green[data[at + 1]!]! * share
        into[to + 2]! += blue[data[at + 2]!]! * share
        into[to + 3]! += share
      }
      if (++phase === by) {
        phase = 0
        to += 4
      }
    }
  return isInked
}

type InkTaps = { first: number; weights: Float32Array }

/** Taps of the cubic stretched by `ratio`, an output texel; taps off the source are dropped: nothing lies there. */
function tapsOf(length: number, outLength: number, ratio: number): InkTaps[] {
  return Array.from({ length: outLength }, (_, i) => {
    if (ratio === 1) return { first: i, weights: Float32Array.of(1) }
    const centre = (i + 0.5) * ratio - 0.5
    const from = Math.ceil(centre - 2 * ratio)
    const all = Array.from({ length: Math.floor(centre + 2 * ratio) - from + 1 }, (_unused, k) => cubic((from + k - centre) / ratio))
    const total = all.reduce((sum, weight) => sum + weight, 0)
    const first = Math.max(0, from)
    return { first, weights: Float32Array.from(all.slice(first - from, length - from), (weight) => weight / total) }
  })
}

function cubic(distance: number): number {
  const d = Math.abs(distance)
  if (d >= 2) return 0
  return d < 1 ? catmullRom(d)[1] : catmullRom(d - 1)[0]
}

/** The cubic overshoots: ink is never less than none, more than all, or brighter than white. */
function clampInk(data: Float32Array): Float32Array {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = Math.min(1, Math.max(0, data[at + 3]!))
    data[at + 3] = alpha
    for (let c = at; c < at + 3; c++) data[c] = Math.min(BRIGHTEST * alpha, Math.max(0, data[c]!))
  }
  return data
}

function halve({ width, height, extentX, extentY, data: from }: InkLevel): InkLevel {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const data = new Float32Array(w * h * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [at, to] = [(y * width + x) * 4, ((y >> 1) * w + (x >> 1)) * 4]
      for (let c = 0; c < 4; c++) data[to + c]! += from[at + c]! / 4
    }
  return { width: w, height: h, extentX: extentX / 2, extentY: extentY / 2, data }
}

import { BRIGHTEST } from './albedo.ts'
import type { Ink, InkLevel } from './ink.ts'

/** Samples along the longer side of a pixel's footprint, at most: beyond 4 : 1 the surface is turned away. */
const MAX_SAMPLES = 4

/**
 * Adds up ink for a pixel into `out` (premultiplied RGBA). `s`, `t` are the place in shares of the design
 * (0…1, t down); the footprint is the step of (s, t) to the next pixel across and down, in the same shares.
 * Along the footprint's longer side several samples are taken, so that foreshortened text stays sharp.
 */
export function sampleInk(
  ink: Ink,
  s: number,
  t: number,
  acrossS: number,
  acrossT: number,
  downS: number,
  downT: number,
  out: Float32Array,
): void {
  out[0] = out[1] = out[2] = out[3] = 0
  const finest = ink[0]!
  const across = length(acrossS * finest.extentX, acrossT * finest.extentY)
  const down = length(downS * finest.extentX, downT * finest.extentY)
  const isAcross = across >= down
  const major = isAcross ? across : down
  const minor = isAcross ? down : across
  const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.round(major / Math.max(minor, 1))))
  const footprint = Math.max(major / samples, minor)
  // Up to an eighth more than a texel a pixel the cubic still carries: mixing in the next level would only soften.
  const level = Math.min(ink.length - 1, Math.max(0, Math.log2(footprint) - 0.17))
  const fine = Math.floor(level)
  const rest = level - fine
  const stepS = isAcross ? acrossS : downS
  const stepT = isAcross ? acrossT : downT
  for (let i = 0; i < samples; i++) {
    const along = (i + 0.5) / samples - 0.5
    const atS = s + along * stepS
    const atT = t + along * stepT
    addCubic(ink[fine]!, atS, atT, (1 - rest) / samples, out)
    if (rest > 0.01) addCubic(ink[fine + 1]!, atS, atT, rest / samples, out)
  }
  const alpha = Math.min(1, Math.max(0, out[3]!))
  const most = BRIGHTEST * alpha
  out[3] = alpha
  out[0] = Math.min(most, Math.max(0, out[0]!))
  out[1] = Math.min(most, Math.max(0, out[1]!))
  out[2] = Math.min(most, Math.max(0, out[2]!))
}

/** Math.hypot guards against overflow at twenty times the price. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y)

/** Catmull and Rom's cubic over 4 × 4 texels; beyond the design there is no ink. Nothing is allocated a pixel. */
function addCubic({ width, height, extentX, extentY, data }: InkLevel, s: number, t: number, share: number, out: Float32Array) {
  const x = s * extentX - 0.5
  const y = t * extentY - 0.5
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < -2 || top < -2 || left > width || top > height) return
  const fx = x - left
  const fy = y - top
  // A tap off the side gets weight 0 and is read inside.
  const w0 = left >= 1 && left <= width ? fx * (-0.5 + fx * (1 - 0.5 * fx)) : 0
  const w1 = left >= 0 && left < width ? 1 + fx * fx * (-2.5 + 1.5 * fx) : 0
  const w2 = left >= -1 && left < width - 1 ? fx * (0.5 + fx * (2 - 1.5 * fx)) : 0
  const w3 = left >= -2 && left < width - 2 ? fx * fx * (-0.5 + 0.5 * fx) : 0
  const c0 = w0 === 0 ? 0 : (left - 1) * 4
  const c1 = w1 === 0 ? 0 : left * 4
  const c2 = w2 === 0 ? 0 : (left + 1) * 4
  const c3 = w3 === 0 ? 0 : (left + 2) * 4
  let r = 0
  let g = 0
  let b = 0
  let a = 0
  for (let j = -1; j <= 2; j++) {
    const row = top + j
    if (row < 0 || row >= height) continue
    const line = row * width * 4
    const p0 = line + c0
    const p1 = line + c1
    const p2 = line + c2
    const p3 = line + c3
    const alpha = w0 * data[p0 + 3]! + w1 * data[p1 + 3]! + w2 * data[p2 + 3]! + w3 * data[p3 + 3]!
    const wy =
      j === -1
        ? fy * (-0.5 + fy * (1 - 0.5 * fy))
        : j === 0
          ? 1 + fy * fy * (-2.5 + 1.5 * fy)
          : j === 1
            ? fy * (0.5 + fy * (2 - 1.5 * fy))
            : fy * fy * (-0.5 + 0.5 * fy)
    a += wy * alpha
    r += wy * (w0 * data[p0]! + w1 * data[p1]! + w2 * data[p2]! + w3 * data[p3]!)
    g += wy * (w0 * data[p0 + 1]! + w1 * data[p1 + 1]! + w2 * data[p2 + 1]! + w3 * data[p3 + 1]!)
    b += wy * (w0 * data[p0 + 2]! + w1 * data[p1 + 2]! + w2 * data[p2 + 2]! + w3 * data[p3 + 2]!)
  }
  out[0]! += r * share
  out[1]! += g * share
  out[2]! += b * share
  out[3]! += a * share
}

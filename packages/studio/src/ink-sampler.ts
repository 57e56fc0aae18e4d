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
  const { extentX, extentY } = ink[0]!
  const across = Math.hypot(acrossS * extentX, acrossT * extentY)
  const down = Math.hypot(downS * extentX, downT * extentY)
  const isAcross = across >= down
  const [major, minor] = isAcross ? [across, down] : [down, across]
  const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.round(major / Math.max(minor, 1))))
  const footprint = Math.max(major / samples, Math.min(minor, major))
  // Up to an eighth more than a texel a pixel the cubic still carries: mixing in the next level would only soften.
  const level = Math.min(ink.length - 1, Math.max(0, Math.log2(footprint) - 0.17))
  const fine = Math.floor(level)
  const rest = level - fine
  const [stepS, stepT] = isAcross ? [acrossS, acrossT] : [downS, downT]
  for (let i = 0; i < samples; i++) {
    const along = (i + 0.5) / samples - 0.5
    const [atS, atT] = [s + along * stepS, t + along * stepT]
    addCubic(ink[fine]!, atS, atT, (1 - rest) / samples, out)
    if (rest > 0.01) addCubic(ink[fine + 1]!, atS, atT, rest / samples, out)
  }
  const alpha = Math.min(1, Math.max(0, out[3]!))
  out[3] = alpha
  for (let c = 0; c < 3; c++) out[c] = Math.min(0.8 * alpha, Math.max(0, out[c]!))
}

function addCubic({ width, height, extentX, extentY, data }: InkLevel, s: number, t: number, share: number, out: Float32Array) {
  const x = s * extentX - 0.5
  const y = t * extentY - 0.5
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < -2 || top < -2 || left > width || top > height) return
  const [fx, fy] = [x - left, y - top]
  let r = 0
  let g = 0
  let b = 0
  let a = 0
  for (let j = -1; j <= 2; j++) {
    const row = top + j
    if (row < 0 || row >= height) continue
    const wy = weight(fy, j)
    for (let i = -1; i <= 2; i++) {
      const column = left + i
      if (column < 0 || column >= width) continue
      const at = (row * width + column) * 4
      const alpha = data[at + 3]!
      if (alpha === 0) continue
      const w = wy * weight(fx, i)
      r += w * data[at]!
      g += w * data[at + 1]!
      b += w * data[at + 2]!
      a += w * alpha
    }
  }
  out[0]! += r * share
  out[1]! += g * share
  out[2]! += b * share
  out[3]! += a * share
}

/** Catmull and Rom's cubic, one weight at a time: nothing is allocated a pixel. */
function weight(t: number, tap: number): number {
  if (tap === -1) return t * (-0.5 + t * (1 - 0.5 * t))
  if (tap === 0) return 1 + t * t * (-2.5 + 1.5 * t)
  if (tap === 1) return t * (0.5 + t * (2 - 1.5 * t))
  return t * t * (-0.5 + 0.5 * t)
}

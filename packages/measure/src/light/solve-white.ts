import { hash } from '@printroom/studio/random'
import { BARE, CLEAR_BLACK, type Kinds, SHEET_WHITE } from './classify.ts'
import { DARKEST, type Planes } from './planes.ts'

const STEPS = 140
const OVERSHOOT = 1.93
/** Bounds of how much of black ink's own light and shade is taken over, in ratios: curve and flare of the camera bend them. */
const FOLLOWED = { least: 0.4, usual: 0.8, most: 1.2 }
/** What black ink shows of white's light, for the share of it that the lens spreads over white. */
const BLACK_SHARE = 0.08
/** Shares of white from which it counts as pure and below which as mixed, and the power where both are not seen. */
const PURE = 0.992
const MIXED = 0.975
const USUAL_POWER = 0.5
const SMOOTHED = 2
const STEEPEST = 0.05

/**
 * The light of white cloth under the print, a plane a channel (sRGB undone, 0 to 1). Where the sheet is white it is what the
 * photograph shows; under ink it goes on smoothly from there, in ratios, and follows the photograph's own changes within black ink, so
 * that folds go through (gradients pasted in, P. Pérez and others, 2003; solved by successive over-relaxation).
 */
export function solveWhite(photographed: Planes, { kind, whiteness }: Kinds, size: number, cell: number): Planes {
  const planes = withoutSpread(photographed, kind, whiteness, size, cell)
  const unknown = unknownOf(kind, size)
  const guide = guideOf(planes, kind, size, followedShare(planes, kind, size, cell))
  const texture = textureOf(planes[1], kind, size)
  const solved = planes.map((plane) => {
    const log = plane.map((light) => Math.log(Math.max(DARKEST, light)))
    startAlong(log, kind, size)
    relax(log, unknown, guide, kind, size)
    for (const at of unknown) log[at]! += texture * grainAt(at, size)
    return log.map((value, at) => (kind[at] === BARE || kind[at] === SHEET_WHITE ? plane[at]! : Math.exp(value)))
  })
  return solved as unknown as Planes
}

/**
 * White as it would be without the ink that the lens spreads over it. By how much, as a power of the share of white, is told from
 * pixels with little of it beside pixels with none: sharpening in the camera takes some of it back.
 */
function withoutSpread(planes: Planes, kind: Uint8Array, whiteness: Float32Array, size: number, cell: number): Planes {
  const shares = whiteness.map((share) => Math.log(share + BLACK_SHARE * (1 - share)))
  const across = Math.ceil(size / cell)
  // Of each cell, for pure white and for mixed: count, logarithms of light and of the share.
  const sums = new Float64Array(across * across * 6)
  for (let at = 0; at < kind.length; at++) {
    if (kind[at] !== SHEET_WHITE) continue
    const which = whiteness[at]! >= PURE ? 0 : whiteness[at]! < MIXED ? 3 : -1
    if (which < 0) continue
    const to = 6 * (Math.floor(at / size / cell) * across + Math.floor((at % size) / cell)) + which
    sums[to]! += 1
    sums[to + 1]! += Math.log(Math.max(DARKEST, planes[1][at]!))
    sums[to + 2]! += shares[at]!
  }
  let [light, share] = [0, 0]
  for (let at = 0; at < sums.length; at += 6) {
    const [pure, mixed] = [sums[at]!, sums[at + 3]!]
    if (pure < 10 || mixed < 10) continue
    const weight = Math.min(pure, mixed)
    light += weight * (sums[at + 4]! / mixed - sums[at + 1]! / pure)
    share += weight * (sums[at + 5]! / mixed - sums[at + 2]! / pure)
  }
  const power = share < -1e-3 ? Math.min(1.2, Math.max(0, light / share)) : USUAL_POWER
  const whole = (plane: Float32Array) =>
    plane.map((value, at) => (kind[at] === SHEET_WHITE ? value * Math.exp(-power * shares[at]!) : value))
  return [whole(planes[0]), whole(planes[1]), whole(planes[2])]
}

function unknownOf(kind: Uint8Array, size: number): Int32Array {
  const found = []
  for (let at = size; at < kind.length - size; at++)
    if (kind[at] !== BARE && kind[at] !== SHEET_WHITE && at % size > 0 && at % size < size - 1) found.push(at)
  return Int32Array.from(found)
}

/**
 * By how much logarithms of white's light change where those of black's change by 1: the slope over squares of the picture that
 * show both, `cell` pixels a side.
 */
function followedShare(planes: Planes, kind: Uint8Array, size: number, cell: number): number {
  const across = Math.ceil(size / cell)
  const sums = new Float64Array(across * across * 4)
  for (let at = 0; at < kind.length; at++) {
    const which = kind[at] === SHEET_WHITE ? 0 : kind[at] === CLEAR_BLACK ? 2 : -1
    if (which < 0) continue
    const to = 4 * (Math.floor(at / size / cell) * across + Math.floor((at % size) / cell)) + which
    sums[to]! += planes[0][at]! + planes[1][at]! + planes[2][at]!
    sums[to + 1]! += 1
  }
  let [n, w, k, wk, kk] = [0, 0, 0, 0, 0]
  for (let at = 0; at < sums.length; at += 4) {
    if (sums[at + 1]! < 12 || sums[at + 3]! < 12) continue
    const white = Math.log(Math.max(3 * DARKEST, sums[at]! / sums[at + 1]!))
    const black = Math.log(Math.max(3 * DARKEST, sums[at + 2]! / sums[at + 3]!))
    n++
    w += white
    k += black
    wk += white * black
    kk += black * black
  }
  const spread = kk - (k * k) / n
  // Where all is lit alike there is nothing to follow, and nothing to learn it from.
  if (n < 20 || spread / n < 0.003) return FOLLOWED.usual
  return Math.min(FOLLOWED.most, Math.max(FOLLOWED.least, (wk - (w * k) / n) / spread))
}

/** Logarithms of brightness within clear black, a little smoothed; elsewhere 0. */
function guideOf(planes: Planes, kind: Uint8Array, size: number, followed: number): Float32Array {
  const light = new Float32Array(kind.length)
  for (let at = 0; at < kind.length; at++)
    if (kind[at] === CLEAR_BLACK) light[at] = planes[0][at]! + planes[1][at]! + planes[2][at]!
  const guide = new Float32Array(kind.length)
  for (let at = SMOOTHED * size; at < kind.length - SMOOTHED * size; at++) {
    if (kind[at] !== CLEAR_BLACK) continue
    let [sum, count] = [0, 0]
    for (let j = -SMOOTHED; j <= SMOOTHED; j++)
      for (let i = -SMOOTHED; i <= SMOOTHED; i++) {
        const near = at + j * size + i
        if (kind[near] !== CLEAR_BLACK) continue
        sum += light[near]!
        count++
      }
    guide[at] = followed * Math.log(Math.max(3 * DARKEST, sum / count))
  }
  return guide
}

/** A first guess: between what is known to the left and to the right. */
function startAlong(log: Float32Array, kind: Uint8Array, size: number): void {
  const isKnown = (at: number) => kind[at] === BARE || kind[at] === SHEET_WHITE
  for (let row = 0; row < log.length; row += size)
    for (let x = 0; x < size; x++) {
      if (isKnown(row + x)) continue
      let end = x
      while (end < size && !isKnown(row + end)) end++
      const left = x > 0 ? log[row + x - 1]! : (log[row + end] ?? 0)
      const right = end < size ? log[row + end]! : left
      for (let at = x; at < end; at++) log[row + at] = left + ((right - left) * (at - x + 1)) / (end - x + 1)
      x = end
    }
}

/** A fold is softer than this from pixel to pixel; what is not is an edge that lies elsewhere than the map has it. */
const within = (slope: number): number => (Math.abs(slope) < STEEPEST ? slope : 0)

function relax(log: Float32Array, unknown: Int32Array, guide: Float32Array, kind: Uint8Array, size: number): void {
  // What the guide adds does not change from step to step.
  const slopes = new Float32Array(unknown.length)
  unknown.forEach((at, i) => {
    if (kind[at] !== CLEAR_BLACK) return
    for (const near of [at - 1, at + 1, at - size, at + size])
      if (kind[near] === CLEAR_BLACK) slopes[i]! += within(guide[at]! - guide[near]!)
  })
  for (let step = 0; step < STEPS; step++)
    for (let i = 0; i < unknown.length; i++) {
      const at = unknown[i]!
      const mean = (log[at - 1]! + log[at + 1]! + log[at - size]! + log[at + size]! + slopes[i]!) / 4
      log[at] = log[at]! + OVERSHOOT * (mean - log[at]!)
    }
}

/** How much white cloth differs from its surroundings, as a deviation of logarithms: its own threads and the camera's noise. */
function textureOf(plane: Float32Array, kind: Uint8Array, size: number): number {
  let [sum, count] = [0, 0]
  for (let at = size + 1; at < kind.length - size - 1; at += 3) {
    if (kind[at] !== SHEET_WHITE || kind[at - 1] !== SHEET_WHITE || kind[at + 1] !== SHEET_WHITE) continue
    const light = Math.max(DARKEST, plane[at]!)
    const off = (light - (plane[at - 1]! + plane[at + 1]!) / 2) / light
    sum += off * off
    count++
  }
  // A value less the mean of two others varies by one and a half times.
  return count === 0 ? 0 : Math.min(0.04, Math.sqrt(sum / count / 1.5))
}

/** Noise of deviation 1, a pixel or two wide. */
function grainAt(at: number, size: number): number {
  const unit = (place: number) => hash(place, 71) / 0x8000_0000 - 1
  return 0.85 * (unit(at) + 0.7 * (unit(at + 1) + unit(at + size)))
}

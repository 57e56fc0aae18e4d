import { cramer } from '../map/fit-surface.ts'
import type { Whites } from './classify.ts'
import { DARKEST } from './planes.ts'

const ROUNDS = 4
/** Of logarithms: how even white cloth is at the least, and what misses by more than some deviations counts little. */
const EVEN = 0.006
const OUTLYING = 3
/** Shares of ink from which its effect is seen, and below which white is clean. */
const SEEN = 0.03
const CLEAN = 0.005
const FEATURES = 3
/** Pixels between two that share no blur, along a row. */
const APART = 3

/**
 * What ink beside it takes from white, for each white pixel: `lift`, what has to be added to the logarithm of its light, and `sure`,
 * 1 where the photograph says it all and less the more ink is near. `grain`: how much clean white differs from one
 * pixel to those beside it, as a deviation of logarithms.
 */
export type Spread = { lift: Float32Array; sure: Float32Array; grain: number }

/**
 * How far ink has run, how soft its edges are, what the lens spreads and what the phone sharpens are not told apart: together they
 * make logarithms of light a function of the share of ink within two reaches, the same all over the photograph. It is found by
 * least squares against each square's own mean, so that the light itself, which changes slowly, plays no part; what misses is
 * weighed down in rounds. Bare cloth at the board's rim ties it to white without any ink.
 */
export function inkSpread(light: Float32Array, { pixels, near, wide }: Whites, size: number, tile: number): Spread {
  const log = new Float32Array(pixels.length).map((_, i) => Math.log(Math.max(DARKEST, light[pixels[i]!]!)))
  const across = Math.ceil(size / tile)
  const tiles = new Uint32Array(pixels).map(
    (at) => Math.floor(at / size / tile) * across + Math.floor((at % size) / tile),
  )
  const [misses, weights] = [new Float32Array(log.length), new Float32Array(log.length)]
  let [even, perInk] = [0.015, 0.5]
  let found: number[] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < log.length; i++) {
      const deviation = Math.hypot(even, perInk * near[i]!)
      const off = round === 0 ? 0 : misses[i]! / (OUTLYING * deviation)
      weights[i] = (even / deviation) ** 2 / (1 + off * off)
    }
    found = fitted(log, weights, tiles, across * across, near, wide, misses)
    even = Math.max(EVEN, 1.48 * medianOf(misses, (i) => (near[i]! < CLEAN ? 1 : NaN)))
    perInk = 1.48 * medianOf(misses, (i) => (near[i]! > SEEN ? near[i]! : NaN))
  }
  const grain = grainOf(log, pixels, near)
  const seen = Math.max(EVEN, grain)
  const lift = near.map((share, i) => -(found[0]! * share + found[1]! * share * share + found[2]! * wide[i]!))
  return { lift, sure: near.map((share) => 1 / (1 + ((perInk * share) / seen) ** 2)), grain }
}

/** The coefficients of least squares within tiles; what each pixel misses by goes into `misses`. */
function fitted(
  log: Float32Array,
  weights: Float32Array,
  tiles: Uint32Array,
  count: number,
  near: Float32Array,
  wide: Float32Array,
  misses: Float32Array,
): number[] {
  const step = FEATURES + 2
  const row = new Float64Array(FEATURES + 1)
  const read = (i: number) => {
    row[0] = near[i]!
    row[1] = near[i]! * near[i]!
    row[2] = wide[i]!
    row[3] = log[i]!
  }
  const means = new Float64Array(count * step)
  for (let i = 0; i < log.length; i++) {
    read(i)
    const to = tiles[i]! * step
    means[to]! += weights[i]!
    for (let k = 0; k <= FEATURES; k++) means[to + 1 + k]! += weights[i]! * row[k]!
  }
  for (let to = 0; to < means.length; to += step)
    for (let k = 1; k < step; k++) means[to + k]! /= Math.max(1e-9, means[to]!)
  const [normal, right] = [new Float64Array(FEATURES ** 2), new Float64Array(FEATURES)]
  for (let i = 0; i < log.length; i++) {
    read(i)
    for (let k = 0; k <= FEATURES; k++) row[k]! -= means[tiles[i]! * step + 1 + k]!
    for (let a = 0; a < FEATURES; a++) {
      right[a]! += weights[i]! * row[a]! * row[FEATURES]!
      for (let b = 0; b < FEATURES; b++) normal[a * FEATURES + b]! += weights[i]! * row[a]! * row[b]!
    }
  }
  for (let a = 0; a < FEATURES; a++) normal[a * FEATURES + a]! += 1e-3
  const found = cramer(normal, right)
  for (let i = 0; i < log.length; i++) {
    read(i)
    for (let k = 0; k <= FEATURES; k++) row[k]! -= means[tiles[i]! * step + 1 + k]!
    misses[i] = row[3]! - found[0] * row[0]! - found[1] * row[1]! - found[2] * row[2]!
  }
  return found
}

/** Median of how large values are, each over what `of` says of it; NaN leaves it out. */
function medianOf(values: Float32Array, of: (i: number) => number): number {
  const chosen: number[] = []
  for (let i = 0; i < values.length; i += 3) {
    const unit = of(i)
    if (!Number.isNaN(unit)) chosen.push(Math.abs(values[i]!) / unit)
  }
  return Float64Array.from(chosen).sort()[chosen.length >> 1] ?? 0
}

/** Of clean white, the deviation between pixels a step apart: what light does over a square plays no part. */
function grainOf(log: Float32Array, pixels: Int32Array, near: Float32Array): number {
  const differences = new Float32Array(log.length).map((_, i) => log[i]! - log[i + APART]!)
  const isPair = (i: number) => pixels[i + APART] === pixels[i]! + APART && near[i]! < CLEAN && near[i + APART]! < CLEAN
  return (1.48 / Math.SQRT2) * medianOf(differences, (i) => (isPair(i) ? 1 : NaN))
}

import { deltaELab, labOf } from '@printroom/studio/tone/delta-e'
import { fromLinear } from '@printroom/studio/tone/srgb'
import type { Plane } from './plane.ts'

/** Pixels of a window along its side, and from one to the next. */
const WINDOW = 12
const STRIDE = 8
/** A window may lie this many pixels aside: cloth that was drawn anew has other small folds. */
const ASIDE = 2
/** As good as this where it stands, a window is not looked for aside. */
const GOOD = 0.93
/** A window that varies less than this (variance in squared 8-bit values) on both sides shows nothing that could be wrong. */
const PLAIN = 20
/** The constant of SSIM's contrast and structure term for 8 bits (Wang et al. 2004). */
const C2 = (0.03 * 255) ** 2
/** Share of the worst windows that is looked at by itself: a wrong letter is a small part of a print. */
const WORST = 0.06
const FEWEST_WINDOWS = 3

export type Structure = { mean: number; worst: number }

/**
 * Structural similarity of two planes of brightness (8-bit values), where `weight` is above a half: contrast and structure of
 * Wang et al. 2004, windows weighed by how much there is to see in either. What varies in one alone counts against it.
 * `worst` is the mean of the least similar windows. Both are 0…1; 1 where nothing is to be seen.
 */
export function structure(reference: Plane, aligned: Plane, weight: Plane): Structure {
  const found: { value: number; share: number }[] = []
  for (let top = ASIDE; top + WINDOW + ASIDE <= reference.height; top += STRIDE)
    for (let left = ASIDE; left + WINDOW + ASIDE <= reference.width; left += STRIDE) {
      if (weight.data[(top + WINDOW / 2) * weight.width + left + WINDOW / 2]! < 0.5) continue
      const one = window(reference, left, top)
      const at = (dx: number, dy: number) => {
        const other = window(aligned, left + dx, top + dy)
        const both = covariance(reference, aligned, left, top, dx, dy, one.mean, other.mean)
        return { value: (2 * both + C2) / (one.variance + other.variance + C2), variance: other.variance }
      }
      let best = at(0, 0)
      for (let dy = -ASIDE; best.value < GOOD && dy <= ASIDE; dy++)
        for (let dx = -ASIDE; best.value < GOOD && dx <= ASIDE; dx++) {
          const other = at(dx, dy)
          if (other.value > best.value) best = other
        }
      const seen = Math.max(one.variance, best.variance)
      if (seen >= PLAIN) found.push({ value: Math.max(0, best.value), share: Math.sqrt(seen) })
    }
  if (found.length < FEWEST_WINDOWS) return { mean: 1, worst: 1 }
  const mean =
    found.reduce((sum, { value, share }) => sum + value * share, 0) / found.reduce((sum, { share }) => sum + share, 0)
  const least = found
    .map(({ value }) => value)
    .sort((a, b) => a - b)
    .slice(0, Math.max(FEWEST_WINDOWS, Math.ceil(found.length * WORST)))
  return { mean, worst: least.reduce((sum, value) => sum + value, 0) / least.length }
}

function window({ width, data }: Plane, left: number, top: number): { mean: number; variance: number } {
  let [sum, squares] = [0, 0]
  for (let y = top; y < top + WINDOW; y++)
    for (let x = left; x < left + WINDOW; x++) {
      const value = data[y * width + x]!
      sum += value
      squares += value * value
    }
  const mean = sum / WINDOW ** 2
  return { mean, variance: Math.max(0, squares / WINDOW ** 2 - mean * mean) }
}

function covariance(
  a: Plane,
  b: Plane,
  left: number,
  top: number,
  dx: number,
  dy: number,
  meanA: number,
  meanB: number,
): number {
  let sum = 0
  for (let y = top; y < top + WINDOW; y++)
    for (let x = left; x < left + WINDOW; x++) sum += a.data[y * a.width + x]! * b.data[(y + dy) * b.width + x + dx]!
  return sum / WINDOW ** 2 - meanA * meanB
}

export type Lights = readonly [Plane, Plane, Plane]
export type Colours = { mean: number; worst: number }

/** Another light is no other colour: its brightness may be this much stronger or weaker, its tint this much. */
const BRIGHTNESS = 1.45
const TINT = 1.06
/** Added to light before a ratio is taken, so that what is black says nothing of the light. */
const DARK = 0.02

/** The means of cells of `side` × `side` pixels of linear light where `weight` is above a half throughout. */
export function cells(lights: Lights, weight: Plane, side: number): number[][] {
  const found: number[][] = []
  const { width, height } = weight
  for (let top = 0; top + side <= height; top += side)
    for (let left = 0; left + side <= width; left += side) {
      const sums = [0, 0, 0]
      let isWhole = true
      for (let y = top; isWhole && y < top + side; y++)
        for (let x = left; x < left + side; x++) {
          const at = y * width + x
          if (weight.data[at]! <= 0.5) isWhole = false
          for (let c = 0; c < 3; c++) sums[c]! += lights[c]!.data[at]!
        }
      if (isWhole) found.push(sums.map((sum) => sum / side ** 2))
    }
  return found
}

/** How much more light there is on one side than on the other, a channel: the median over the cells, held to what a light may do. */
export function lightBetween(reference: readonly number[][], picture: readonly number[][]): number[] {
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 1
  const ratios = [0, 1, 2].map((c) => median(reference.map((cell, i) => (picture[i]![c]! + DARK) / (cell[c]! + DARK))))
  const brightness = hold(0.2126 * ratios[0]! + 0.7152 * ratios[1]! + 0.0722 * ratios[2]!, BRIGHTNESS)
  const all = ratios.reduce((sum, ratio) => sum + ratio, 0) / 3
  return ratios.map((ratio) => brightness * hold(ratio / all, TINT))
}

const hold = (value: number, most: number): number => Math.min(most, Math.max(1 / most, value))

const labOfLight = (light: readonly number[]): [number, number, number] =>
  labOf(light.map((value) => 255 * fromLinear(Math.min(1, Math.max(0, value)))))

/** CIEDE2000 of two lights (linear, three channels). */
export const differenceOf = (one: readonly number[], other: readonly number[]): number =>
  deltaELab(labOfLight(one), labOfLight(other))

/** CIEDE2000 between cells, after a light of the picture's own: the mean, and the mean of the worst ones. */
export function colours(
  reference: readonly number[][],
  picture: readonly number[][],
  gain: readonly number[],
): Colours {
  if (reference.length === 0) return { mean: 0, worst: 0 }
  const all = reference
    .map((cell, i) =>
      differenceOf(
        cell.map((value, c) => value * gain[c]!),
        picture[i]!,
      ),
    )
    .sort((a, b) => b - a)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean: mean(all), worst: mean(all.slice(0, Math.max(FEWEST_WINDOWS, Math.ceil(all.length * WORST)))) }
}

/** So different a cell (CIEDE2000, after the picture's own light) is no fold of the cloth. */
const NO_FOLD = 14

/** The share of cells that show what no cloth does by itself. */
export function strangeness(
  reference: readonly number[][],
  picture: readonly number[][],
  gain: readonly number[],
): number {
  const strange = reference.filter(
    (cell, i) =>
      differenceOf(
        cell.map((value, c) => value * gain[c]!),
        picture[i]!,
      ) > NO_FOLD,
  )
  return reference.length ? strange.length / reference.length : 0
}

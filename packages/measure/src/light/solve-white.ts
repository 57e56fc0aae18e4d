import { hash } from '@printroom/studio/random'
import { BARE, CLEAR_BLACK, type Kinds, SHEET_WHITE } from './classify.ts'
import { inkSpread } from './ink-spread.ts'
import { type Field, solveField } from './solve-field.ts'
import { DARKEST, type Planes } from './planes.ts'

/** Cells along a square of the board at which the smooth light is solved, at the least. */
const CELLS = 20
/** Bounds of how much of black ink's own light and shade is taken over, in ratios: curve and flare of the camera bend them. */
const FOLLOWED = { least: 0.4, usual: 0.8, most: 1.2 }
/** Of clean white's unevenness, how much is laid where nothing was seen: all of it, in other places, would be twice as far off. */
const GRAIN = 0.6
/** What is left of black ink's noise, of 1, before its light and shade are followed, and how wide it is averaged at the most (squares). */
const LEFT = 0.008
const WIDEST = 0.12

/**
 * The light of white cloth under the print, a plane a channel (sRGB undone, 0 to 1). Where the sheet is white it is what the
 * photograph shows, what ink beside it takes away added again; under ink it goes on smoothly from there, in ratios, and follows the
 * photograph's own changes within black ink, so that folds go through (gradients pasted in, P. Pérez and others, 2003). Grain of
 * the cloth's own strength lies where nothing was seen. `square`: pixels along a square of the board.
 */
export function solveWhite(planes: Planes, kinds: Kinds, size: number, square: number): Planes {
  const { kind, whites } = kinds
  const spread = inkSpread(planes[1], whites, size, Math.round(square))
  const step = Math.max(1, Math.floor(square / CELLS))
  const side = Math.ceil(size / step)
  const sure = new Float32Array(kind.length)
  const lift = new Float32Array(kind.length)
  whites.pixels.forEach((at, i) => {
    sure[at] = spread.sure[i]!
    lift[at] = spread.lift[i]!
  })
  for (let at = 0; at < kind.length; at++) if (kind[at] === BARE) sure[at] = 1
  const grain = GRAIN * spread.grain
  const cellOf = (at: number) => Math.floor(Math.floor(at / size) / step) * side + Math.floor((at % size) / step)
  const guide = guideOf(planes, kinds, lift, size, step, square)
  const solved = planes.map((plane) => {
    const field: Field = { side, value: new Float32Array(side * side), weight: new Float32Array(side * side), guide }
    for (let at = 0; at < kind.length; at++) {
      if (sure[at] === 0) continue
      const cell = cellOf(at)
      field.weight[cell]! += sure[at]!
      field.value[cell]! += sure[at]! * (Math.log(Math.max(DARKEST, plane[at]!)) + lift[at]!)
    }
    for (let cell = 0; cell < side * side; cell++) {
      const weight = field.weight[cell]!
      if (weight === 0) continue
      field.value[cell]! /= weight
      field.weight[cell] = weight / (step * step)
    }
    const smooth = solveField(field)
    return plane.map((light, at) => {
      if (kind[at] === BARE) return light
      const under = between(smooth, side, (at % size) / step, Math.floor(at / size) / step, step)
      const own = sure[at]!
      if (own === 0) return Math.min(1, Math.exp(under + grain * grainAt(at, size)))
      const seen = Math.log(Math.max(DARKEST, light)) + lift[at]!
      return Math.min(1, Math.exp(under + own * (seen - under) + (1 - own) * grain * grainAt(at, size)))
    })
  })
  return solved as unknown as Planes
}

/** A value at a pixel, between the middles of cells. */
function between(values: Float32Array, side: number, x: number, y: number, step: number): number {
  const half = 0.5 - 0.5 / step
  const fx = Math.min(side - 1.001, Math.max(0, x - half))
  const fy = Math.min(side - 1.001, Math.max(0, y - half))
  const [i, j] = [Math.floor(fx), Math.floor(fy)]
  const [a, b] = [fx - i, fy - j]
  const at = j * side + i
  const upper = values[at]! + a * (values[at + 1]! - values[at]!)
  return upper + b * (values[at + side]! + a * (values[at + side + 1]! - values[at + side]!) - upper)
}

/** Logarithms of brightness within cells of clear black, times how much of it white follows; NaN elsewhere. */
function guideOf(
  planes: Planes,
  { kind }: Kinds,
  lift: Float32Array,
  size: number,
  step: number,
  square: number,
): Float32Array {
  const side = Math.ceil(size / step)
  const [sum, count] = [new Float32Array(side * side), new Float32Array(side * side)]
  let [squares, means, pairs] = [0, 0, 0]
  for (let at = 0; at < kind.length; at++) {
    if (kind[at] !== CLEAR_BLACK) continue
    const light = planes[0][at]! + planes[1][at]! + planes[2][at]!
    const cell = Math.floor(Math.floor(at / size) / step) * side + Math.floor((at % size) / step)
    sum[cell]! += light
    count[cell]! += 1
    if (kind[at + 2] !== CLEAR_BLACK) continue
    const next = planes[0][at + 2]! + planes[1][at + 2]! + planes[2][at + 2]!
    squares += (light - next) ** 2
    means += (light + next) / 2
    pairs++
  }
  const noise = pairs === 0 ? 0 : (Math.sqrt(squares / pairs / 2) * pairs) / Math.max(1e-9, means)
  const widest = Math.max(1, Math.floor((WIDEST * square) / step))
  const reach = Math.min(widest, Math.max(1, Math.ceil((noise / LEFT / step - 1) / 2)))
  const [sums, counts] = [boxed(sum, side, reach), boxed(count, side, reach)]
  const followed = followedShare(planes, kind, lift, size, Math.round(2 * square))
  return sums.map((total, cell) =>
    count[cell]! * 2 < step * step ? NaN : followed * Math.log(Math.max(3 * DARKEST, total / counts[cell]!)),
  )
}

/** Sums over squares of cells, `reach` to each side. */
function boxed(values: Float32Array, side: number, reach: number): Float32Array {
  const along = (from: Float32Array, line: number, step: number): Float32Array => {
    const out = new Float32Array(from.length)
    for (let row = 0; row < side; row++) {
      let sum = 0
      for (let i = -reach; i < side; i++) {
        if (i + reach < side) sum += from[row * line + (i + reach) * step]!
        if (i - reach - 1 >= 0) sum -= from[row * line + (i - reach - 1) * step]!
        if (i >= 0) out[row * line + i * step] = sum
      }
    }
    return out
  }
  return along(along(values, side, 1), 1, side)
}

/**
 * By how much logarithms of white's light change where those of black's change by 1: the slope over squares of the picture that
 * show both, `cell` pixels a side.
 */
function followedShare(planes: Planes, kind: Uint8Array, lift: Float32Array, size: number, cell: number): number {
  const across = Math.ceil(size / cell)
  const sums = new Float64Array(across * across * 4)
  for (let at = 0; at < kind.length; at++) {
    const which = kind[at] === SHEET_WHITE ? 0 : kind[at] === CLEAR_BLACK ? 2 : -1
    if (which < 0) continue
    const to = 4 * (Math.floor(at / size / cell) * across + Math.floor((at % size) / cell)) + which
    sums[to]! += (planes[0][at]! + planes[1][at]! + planes[2][at]!) * Math.exp(lift[at]!)
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

/** Noise of deviation 1, a pixel or two wide. */
function grainAt(at: number, size: number): number {
  const unit = (place: number) => hash(place, 71) / 0x8000_0000 - 1
  return 0.85 * (unit(at) + 0.7 * (unit(at + 1) + unit(at + size)))
}

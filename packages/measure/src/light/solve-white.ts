import { hash } from '@printroom/studio/random'
import { BARE, type Kinds } from './classify.ts'
import { blackClue, whiteClue } from './clues.ts'
import { inkSpread } from './ink-spread.ts'
import { slopesOf } from './slopes.ts'
import { type Field, solveField } from './solve-field.ts'
import { DARKEST, type Planes } from './planes.ts'

/** Cells along a square of the board at which the smooth light is solved, at the least. */
const CELLS = 20
/** Of clean white's unevenness, how much is laid where nothing was seen: all of it, in other places, would be twice as far off. */
const GRAIN = 0.6
/** Side of half a window in which light and shade are planes (squares). */
const WINDOW = 0.3

/**
 * The light of white cloth under the print, a plane a channel (sRGB undone, 0 to 1). Where the sheet is white it is what the
 * photograph shows, what ink beside it takes away added again; under ink it goes on smoothly from there, in ratios, and follows the
 * photograph's own changes within black ink and beside it, so that folds go through (gradients pasted in, P. Pérez and others, 2003). Grain of
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
  const clues = [blackClue(planes, kinds, lift, size, step, square), whiteClue(planes, spread, kinds, size, step)]
  const slopes = slopesOf(clues, side, Math.max(2, Math.round((WINDOW * square) / step)))
  const solved = planes.map((plane) => {
    const field: Field = { side, value: new Float32Array(side * side), weight: new Float32Array(side * side), slopes }
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

/** Noise of deviation 1, a pixel or two wide. */
const grainAt = (at: number, size: number): number =>
  0.85 * (noiseAt(at) + 0.7 * (noiseAt(at + 1) + noiseAt(at + size)))

const noiseAt = (place: number): number => hash(place, 71) / 0x8000_0000 - 1

import type { RasterMap } from '../map/raster-map.ts'
import { CLEAR_BLACK } from './classify.ts'
import { DARKEST, type Planes } from './planes.ts'

/** Cells along a square: wide enough for noise to go, narrow enough for a fold. */
const CELLS = 10
/** Of the misses, the share that are less. */
const SHARE = 0.8

/**
 * By how much the light of black squares differs from what the light on white leads to, cell by cell, as a logarithm: four fifths differ
 * by less. Black shows folds that were not seen when the white was solved, or a gloss that white has not. Of 73 rendered photographs (bench/rendered)
 * a twentieth of the white was off by 3.9 to 20 % in the 21 where this was 0.045 or more, by 6.4 % and more in 18 of them.
 */
export function foldMiss(
  planes: Planes,
  black: Planes,
  kind: Uint8Array,
  { size, trusted }: RasterMap,
  square: number,
): number {
  const step = Math.max(1, Math.floor(square / CELLS))
  const side = Math.ceil(size / step)
  const [seen, solved, counts] = [0, 1, 2].map(() => new Float32Array(side * side)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  for (let at = 0; at < kind.length; at++) {
    if (kind[at] !== CLEAR_BLACK || trusted[at] === 0) continue
    const cell = Math.floor(Math.floor(at / size) / step) * side + Math.floor((at % size) / step)
    seen[cell]! += planes[0][at]! + planes[1][at]! + planes[2][at]!
    solved[cell]! += black[0][at]! + black[1][at]! + black[2][at]!
    counts[cell]! += 1
  }
  const misses: number[] = []
  for (let cell = 0; cell < counts.length; cell++) {
    const least = 3 * DARKEST * counts[cell]!
    if (2 * counts[cell]! < step * step) continue
    misses.push(Math.abs(Math.log(Math.max(least, seen[cell]!) / Math.max(least, solved[cell]!))))
  }
  return Float64Array.from(misses).sort()[Math.floor(SHARE * misses.length)] ?? 0
}

import { expect, test } from 'vitest'
import { labelsOf } from '../src/light/sheet-labels.ts'
import { slopesOf } from '../src/light/slopes.ts'
import { solveField } from '../src/light/solve-field.ts'
import { isBlackSquare, sheetOf } from '../src/print/sheet.ts'
import { randomOf } from './made/random.ts'

const SIDE = 200
const SQUARE = 40
const REACH = 12
/** Cells at the edge of a square, on either side, of which nothing is known. */
const UNKNOWN = 4
const random = randomOf(5)

/** Folds across the squares: logarithms of light. */
const folds = Float32Array.from(
  { length: SIDE * SIDE },
  (_, at) => 0.3 * Math.sin(((at % SIDE) + Math.floor(at / SIDE)) / 9),
)
const isBlack = (at: number) => (Math.floor((at % SIDE) / SQUARE) + Math.floor(at / SIDE / SQUARE)) % 2 === 0
const isKnown = (at: number) =>
  [at % SIDE, Math.floor(at / SIDE)].every((place) => {
    const within = place % SQUARE
    return within >= UNKNOWN && within < SQUARE - UNKNOWN
  })
const shown = (of: (at: number) => boolean, height: number, noise: number) =>
  Float32Array.from(folds, (log, at) => (of(at) && isKnown(at) ? height + log + noise * (random() - 0.5) : NaN))
const clues = [
  { values: shown(isBlack, -3, 0.1), noise: 0.03 },
  { values: shown((at) => !isBlack(at), 0, 0.02), noise: 0.006 },
]

test('folds keep their depth under ink, between black that shows them dimly and white that ends before it', () => {
  const weight = Float32Array.from(folds, (_, at) => (!isBlack(at) && isKnown(at) ? 1 : 0))
  const value = Float32Array.from(folds, (log, at) => (weight[at] === 1 ? log : 0))
  const solved = solveField({ side: SIDE, value, weight, slopes: slopesOf(clues, SIDE, REACH) })
  let [both, own, off] = [0, 0, 0]
  // Away from the border, beyond which nothing is white.
  for (let at = 0; at < folds.length; at++) {
    if (!isBlack(at) || Math.min(at % SIDE, SIDE - (at % SIDE), at / SIDE, SIDE - at / SIDE) < SQUARE) continue
    both += solved[at]! * folds[at]!
    own += folds[at]! ** 2
    off += (solved[at]! - folds[at]!) ** 2
  }
  expect(both / own).toBeGreaterThan(0.84)
  expect(both / own).toBeLessThan(1.05)
  expect(Math.sqrt(off / own)).toBeLessThan(0.25)
})

test('noise alone makes no folds', () => {
  const noise = Float32Array.from(folds, () => 0.1 * (random() - 0.5))
  const { across, down } = slopesOf([{ values: noise, noise: 0.1 }], SIDE, REACH)
  const steepest = [...across, ...down].reduce((most, slope) => Math.max(most, Math.abs(slope)), 0)
  // Of the folds above, which fall by 1.3 across a square.
  expect(steepest * SQUARE).toBeLessThan(0.05)
})

test('far from what is known there is no slope', () => {
  const values = Float32Array.from(folds, (log, at) => (at % SIDE < SQUARE ? log : NaN))
  const { across } = slopesOf([{ values, noise: 0.01 }], SIDE, REACH)
  expect(across[100 * SIDE + SQUARE + 2]).not.toBe(0)
  expect(across[100 * SIDE + SQUARE + 2 * REACH]).toBe(0)
})

test('the middle of a black square is all ink to the wider reach, however soft the photograph', async () => {
  const sheet = sheetOf(3.8, 3.3)
  // Of whole pixels' blurs sharp is exact; between them it was 249 to 255.
  for (let blur = 0.01; blur < 0.03; blur += 0.0011) {
    const { wide, width, across, down } = await labelsOf(sheet, blur)
    const middles: number[] = []
    for (let row = 0; row < sheet.rows; row++)
      for (let column = 0; column < sheet.columns; column++) {
        if (!isBlackSquare(column, row)) continue
        const [x, y] = [sheet.left + (column + 0.5) * sheet.pitch, sheet.top + (row + 0.5) * sheet.pitch]
        middles.push(wide[Math.floor(y * down) * width + Math.floor(x * across)]!)
      }
    expect(new Set(middles), `blur ${blur.toFixed(4)}`).toEqual(new Set([255]))
  }
})

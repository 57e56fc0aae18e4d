import { expect, test } from 'vitest'
import { CELL, CELL_NUMBERS, cellsOf } from '../src/relief/cells.ts'
import { flatPlate } from './synthetic-plate.ts'

const SIZE = 2048

/** Pixels of the middle of a steep fold that leans a little, by row. */
const foldAt = (y: number) => 900 + 0.06 * y
const HALF_WIDE = 2
/** Metres of cloth in it beside those that are seen. */
const HIDDEN = 20 / SIZE

test('hair of a steep fold that is narrower than a cell stands in a line, without teeth', () => {
  const plate = flatPlate(SIZE)
  for (let y = 0, at = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++, at++) {
      const share = Math.max(0, Math.min(1, (x - foldAt(y) + HALF_WIDE) / (2 * HALF_WIDE)))
      plate.map.u[at] = plate.map.u[at]! + HIDDEN * 65_535 * share
    }
  const { side, numbers } = cellsOf(plate)
  const pixels = SIZE / side
  const misses: number[] = []
  for (let row = Math.ceil(0.15 * side); row < 0.85 * side; row++) {
    const middle = foldAt((row + 0.5) * pixels) / pixels - 0.5
    let [sum, turned] = [0, 0]
    for (let column = Math.floor(middle) - 6; column < middle + 6; column++) {
      const value = numbers[(row * side + column) * CELL_NUMBERS + CELL.turned]!
      sum += value * column
      turned += value
    }
    expect(turned).toBeGreaterThan(0.1)
    misses.push(Math.abs(sum / turned - middle))
  }
  expect(Math.max(...misses)).toBeLessThan(0.2)
})

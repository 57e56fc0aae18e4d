import { expect, test } from 'vitest'
import { inkSpread } from '../src/light/ink-spread.ts'
import { randomOf } from './made/random.ts'

const SIZE = 300

test('what ink takes from white is told from slow light, and given back', () => {
  const random = randomOf(9)
  const pixels = Int32Array.from({ length: SIZE * SIZE }, (_, at) => at)
  const near = Float32Array.from(pixels, () => (random() < 0.4 ? 0 : 0.12 * random()))
  const wide = near.map((share) => Math.min(1, share + 0.1 * random()))
  const lightAt = (at: number) => 0.3 + (0.5 * (at % SIZE)) / SIZE
  const shown = Float32Array.from(pixels, (at) => lightAt(at) * Math.exp(-2.5 * near[at]! + 0.01 * (random() - 0.5)))
  const { lift, sure } = inkSpread(shown, { pixels, near, wide }, SIZE, 40)
  const misses = Array.from(pixels, (at) => Math.abs((shown[at]! * Math.exp(lift[at]!)) / lightAt(at) - 1))
  expect(misses.toSorted((a, b) => a - b)[Math.floor(0.95 * misses.length)]).toBeLessThan(0.01)
  expect(sure[near.indexOf(0)]).toBe(1)
})

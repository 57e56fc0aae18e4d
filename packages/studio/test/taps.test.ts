import { expect, test } from 'vitest'
import { TAPS_AT_ONCE, stretchedTaps } from '../src/design/taps.ts'

test('every texel is a mean of source texels, and those beyond an end weigh upon the last', () => {
  for (const [length, ratio] of [
    [100, 1],
    [100, 1.3],
    [100, 2.7],
    [7, 3.1],
  ] as const) {
    const size = Math.ceil(length / ratio)
    const { count, firsts, weights } = stretchedTaps(length, ratio, size)
    expect(count % TAPS_AT_ONCE).toBe(0)
    for (let i = 0; i < size; i++) {
      let sum = 0
      for (let k = 0; k < count; k++) {
        const weight = weights[i * count + k]!
        sum += weight
        if (weight !== 0) expect(firsts[i]! + k >= 0 && firsts[i]! + k < length, `texel ${i} at ${ratio}`).toBe(true)
      }
      expect(sum).toBeCloseTo(1, 5)
    }
  }
})

test('a ramp comes out a ramp', () => {
  const ratio = 2.5
  const { count, firsts, weights } = stretchedTaps(200, ratio, 80)
  for (let i = 10; i < 70; i++) {
    let value = 0
    for (let k = 0; k < count; k++) value += weights[i * count + k]! * (firsts[i]! + k)
    expect(value).toBeCloseTo((i + 0.5) * ratio - 0.5, 1)
  }
})

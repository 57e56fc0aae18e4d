import { expect, test } from 'vitest'
import { LINEAR_OF_SRGB8, fromLinear, linearOfHex, toLinear } from '../src/tone/srgb.ts'
import { STEPS, srgb8OfDisplay, srgb8OfScene, shoulder } from '../src/tone/tone-curve.ts'
import { deltaELab } from '../src/tone/delta-e.ts'

test('sRGB goes to linear light and back unchanged, for every code', () => {
  const codes = srgb8OfDisplay()
  for (let code = 0; code < 256; code++) {
    expect(Math.round(255 * fromLinear(LINEAR_OF_SRGB8[code]!))).toBe(code)
    expect(codes[Math.min(STEPS, Math.floor(Math.sqrt(toLinear(code / 255)) * STEPS))]).toBeCloseTo(code, 0)
  }
  expect(toLinear(0.5)).toBeCloseTo(0.214041, 6)
})

test('the curve is true below its knee, never falls, and never reaches white', () => {
  expect(shoulder(0.4)).toBe(0.4)
  expect(srgb8OfScene().findIndex((code, step, all) => step > 0 && code < all[step - 1]!)).toBe(-1)
  expect(shoulder(1)).toBeGreaterThan(0.85)
  expect(shoulder(3)).toBeLessThan(1)
})

test('a colour that is not #RRGGBB is refused', () => {
  expect(linearOfHex('#ff0000')).toEqual([1, 0, 0])
  expect(() => linearOfHex('red')).toThrow(RangeError)
})

test('the colour difference of these tests gives the published values', () => {
  expect(deltaELab([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4)
  expect(deltaELab([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4)
  expect(deltaELab([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619])).toBeCloseTo(2.0373, 4)
})

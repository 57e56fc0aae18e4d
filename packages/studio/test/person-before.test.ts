import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Far, farLayer } from '../src/backdrop/far-layer.ts'
import { personBefore } from '../src/backdrop/person-before.ts'
import type { Layer } from '../src/plate/plate.ts'

const SIDE = 64
const range = fc.double({ min: 0.2, max: 4, noNaN: true })
const byte = fc.integer({ min: 0, max: 255 })

/** Light of an 8-bit value as layers have it. */
const lightOf = (value: number, range: number) => range * (value / 255) ** 2

const layer = (side: number, range: number, valueAt: (x: number, y: number) => number): Layer => ({
  width: side,
  height: side,
  channels: 3,
  range,
  data: Uint8Array.from({ length: 3 * side ** 2 }, (_, i) =>
    valueAt(Math.floor(i / 3) % side, Math.floor(i / 3 / side)),
  ),
})
const even = (value: number, range: number, side = SIDE) => layer(side, range, () => value)
const part = (view: Layer) => ({ view, left: 0.25, top: 0.125, side: 0.5 })

const covering = (value: number, side = SIDE): Layer => ({
  width: side,
  height: side,
  channels: 1,
  range: 1,
  data: new Uint8Array(side ** 2).fill(value),
})

/** A person of one colour with one coverage before what is far: what comes out, in the mean, as a value of the layer. */
function meanOf(far: Far, person: Layer, share: number): number {
  const coverage = covering(share)
  const { data, channels, range } = personBefore(farLayer(far, coverage, person.range), person, coverage.data)
  expect([channels, range]).toEqual([3, person.range])
  return data.reduce((sum, value) => sum + value, 0) / data.length
}

test('light of a person and of what is behind adds up by the coverage', () => {
  fc.assert(
    fc.property(byte, byte, byte, range, range, (far, person, coverage, away, own) => {
      const range = Math.max(away, own)
      const share = coverage / 255
      const light = (1 - share) * lightOf(far, away) + share * lightOf(person, range)
      const mean = meanOf(part(even(far, away, 16)), even(person, range), coverage)
      // Rounded to the nearest value, of a far light that is rounded itself.
      expect(Math.abs(mean - 255 * Math.sqrt(light / range))).toBeLessThan(1.05)
    }),
  )
})

test('a person who covers a pixel is seen as they are, and where nobody is an even far light has no steps', () => {
  fc.assert(
    fc.property(byte, byte, range, (far, person, away) => {
      const view = part(even(far, away, 16))
      expect(meanOf(view, even(person, 4), 255)).toBe(person)
      // A part of a value is kept by the noise: 12,288 values give it to a hundredth.
      const expected = 255 * Math.sqrt(lightOf(far, away) / 4)
      expect(Math.abs(meanOf(view, even(person, 4), 0) - expected)).toBeLessThan(0.03)
    }),
  )
})

test('light that is the same everywhere stands behind as a view of it does, and what is brighter than the range is cut off', () => {
  for (const coverage of [0, 90, 255])
    expect(meanOf({ light: 1.5 }, even(140, 2), coverage)).toBe(meanOf(part(even(255, 1.5)), even(140, 2), coverage))
  expect(meanOf({ light: 5 }, even(140, 2), 0)).toBe(255)
})

test('of a view the part that is named is seen, as large as the picture: an even slope stays one', () => {
  // Steps of 12 values between pixels: an eighth of that between the picture's.
  const [width, height] = [16, 16]
  const slope = (x: number, y: number) => 12 * x + 2 * y
  const rows = farLayer(part(layer(width, 1, slope)), covering(0), 1)
  for (const [x, y] of [
    [0, 0],
    [SIDE - 1, 0],
    [21, 40],
    [SIDE - 1, SIDE - 1],
  ] as const) {
    const at = (size: number, start: number, pixel: number) => size * (start + (0.5 * (pixel + 0.5)) / SIDE) - 0.5
    const expected = slope(at(width, 0.25, x), at(height, 0.125, y))
    for (const c of [0, 1, 2]) expect(Math.abs(rows[3 * (y * SIDE + x) + c]! - expected)).toBeLessThanOrEqual(1)
  }
})

test('the rim of a view goes on beyond it', () => {
  const view = layer(8, 1, (x) => (x === 0 ? 250 : x === 7 ? 10 : 120))
  const values = farLayer({ view, left: 0, top: 0, side: 1 }, covering(0), 1)
  for (let y = 0; y < SIDE; y++) {
    expect(Math.abs(values[3 * y * SIDE]! - 250)).toBeLessThan(14)
    expect(Math.abs(values[3 * (y * SIDE + SIDE - 1)]! - 10)).toBeLessThan(14)
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Far, personBefore } from '../src/backdrop/person-before.ts'

const SIDE = 64
const range = fc.double({ min: 0.2, max: 4, noNaN: true })
const byte = fc.integer({ min: 0, max: 255 })

/** Light of a value as layers have it. */
const lightOf = (value: number, range: number, most: number) => range * (value / most) ** 2

/** A person of one colour with one coverage before one far light: what comes out, in the mean, as a value of the layer. */
function meanOf(far: Far, person: number, own: number, coverage: number, range: number): number {
  const layer = {
    width: SIDE,
    height: SIDE,
    channels: 3 as const,
    range: own,
    data: new Uint8Array(SIDE ** 2 * 3).fill(person),
  }
  const { data, channels } = personBefore(far, layer, new Uint8Array(SIDE ** 2).fill(coverage), range)
  expect(channels).toBe(3)
  return data.reduce((sum, value) => sum + value, 0) / data.length
}

test('light of a person and of what is behind adds up by the coverage, without steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), byte, byte, range, range, (far, person, coverage, away, own) => {
      const range = Math.max(away, own)
      const view = { data: new Uint16Array(SIDE ** 2 * 3).fill(far), range: away }
      const share = coverage / 255
      const light = (1 - share) * lightOf(far, away, 65_535) + share * lightOf(person, own, 255)
      const mean = meanOf(view, person, own, coverage, range)
      // A part of a value is kept by the noise: 12,288 values give it to a hundredth.
      expect(Math.abs(mean - 255 * Math.sqrt(light / range))).toBeLessThan(0.03)
    }),
  )
})

test('light that is the same everywhere stands behind as a view of it does', () => {
  const view = { data: new Uint16Array(SIDE ** 2 * 3).fill(65_535), range: 1.5 }
  for (const coverage of [0, 90, 255])
    expect(meanOf({ light: 1.5 }, 140, 2, coverage, 2)).toBe(meanOf(view, 140, 2, coverage, 2))
})

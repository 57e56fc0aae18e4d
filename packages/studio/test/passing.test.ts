import { expect, test } from 'vitest'
import { compose } from '../src/compose.ts'
import type { Backdrop, Layer } from '../src/plate/plate.ts'
import { LINEAR_OF_SRGB8 } from '../src/tone/srgb.ts'
import { flatPlate, paint } from './synthetic-plate.ts'

const SIZE = 256
const even = (value: number): Layer => ({
  width: 16,
  height: 16,
  channels: 1,
  range: 1,
  data: new Uint8Array(256).fill(value),
})
const alike = <T>(value: T) => ({ key: value, fill: value, env: value })

/** A backdrop whose upper left quarter gets a quarter of the key light: values are roots of the share. */
const leafy: Backdrop = {
  manifest: { version: 1, rig: 'flat-lay', background: 'leafy', colour: false, groups: alike({ range: 1 }) },
  groups: alike(even(128)),
  passing: {
    ...even(255),
    data: Uint8Array.from({ length: 256 }, (_, i) => (i % 16 < 8 && i < 128 ? 127.5 : 255)),
  },
}

test('what keeps the key light from a backdrop keeps it from the product, and the other lights come through', () => {
  const plate = flatPlate(512)
  for (const [key, env, share] of [
    [1, 0, 0.25],
    [0.5, 0.5, 0.625],
    [0, 1, 1],
  ] as const) {
    const gains = { key: [key, key, key], fill: [0, 0, 0], env: [env, env, env] } as const
    const lightAt = (backdrop: Backdrop, x: number, y: number): number => {
      const { data } = compose({
        plate,
        backdrop,
        design: paint(8, 8, () => [0, 0, 0, 0]),
        colour: { hex: '#808080', heather: false },
        sizeName: 'medium',
        background: 'leafy',
        shot: {
          light: { name: 'test', gains: structuredClone(gains) as never },
          frame: plate.manifest.frames[0]!,
          seed: 1,
        },
        size: SIZE,
      })
      // A mean over cloth, which is uneven.
      let sum = 0
      for (let row = y - 8; row < y + 8; row++)
        for (let column = x - 8; column < x + 8; column++) sum += LINEAR_OF_SRGB8[data[3 * (row * SIZE + column) + 1]!]!
      return sum / 256
    }
    const open = { ...leafy, passing: undefined } as Backdrop
    expect(lightAt(leafy, 80, 80) / lightAt(open, 80, 80), `key ${key}`).toBeCloseTo(share, 1)
    expect(lightAt(leafy, 180, 80) / lightAt(open, 180, 80), `key ${key}`).toBeCloseTo(1, 2)
    expect(lightAt(leafy, 80, 180) / lightAt(open, 80, 180), `key ${key}`).toBeCloseTo(1, 2)
  }
})

import { expect, test } from 'vitest'
import { displayP3 } from '../src/find/to-srgb.ts'
import { paint } from '../src/psd/blend.ts'
import { scenePsd } from '../src/psd/scene-psd.ts'
import { placedOf } from '../src/psd/warp.ts'
import { targetOf } from '../src/plate/target.ts'
import {
  QUAD,
  SIDE,
  cloth,
  isGarment,
  layerOf,
  meshOf,
  photo,
  placement,
  psdOf,
  smartObject,
  withProfile,
} from './made-psd.ts'

test('the rectangle around a warp’s points lies upon the quad', () => {
  // Its right edge bulges to 1.2 of its width: what is drawn out there ends where the quad does.
  const warp = meshOf(1000, 4, (x, y) => [0.2 * x * Math.sin(Math.PI * y), 0])
  const placed = placedOf(placement([0, 0, 600, 0, 600, 300, 0, 300], { warp }))
  if (!placed) throw new Error('no surface')
  const points = warp.customEnvelopeWarp?.meshPoints ?? []
  const widest = Math.max(...points.map(({ x }) => x)) / 1000
  expect(widest).toBeGreaterThan(1.1)
  const [x, y] = placed.surface(1, 0)
  expect([x, y]).toEqual([expect.closeTo(600 / widest, 3), expect.closeTo(0, 3)])
  expect(placed.surface(0, 1)).toEqual([expect.closeTo(0, 3), expect.closeTo(300, 3)])
  const flat = placedOf(placement(QUAD))?.surface(1, 1)
  expect(flat).toEqual([expect.closeTo(QUAD[4]!, 3), expect.closeTo(QUAD[5]!, 3)])
})

test('what is laid half on what is half there is three quarters there, its color by shares', () => {
  const of = (value: number) => ({ rgb: new Float32Array(3).fill(value), alpha: new Float32Array(1).fill(0.5) })
  const below = of(0.2)
  paint(below, of(0.8), 'normal', 1)
  expect(below.alpha[0]).toBeCloseTo(0.75, 5)
  // A third of it is seen through what was laid on, two thirds are that.
  expect(below.rgb[0]).toBeCloseTo(0.2 / 3 + (2 * 0.8) / 3, 5)
  const clipped = of(0.2)
  paint(clipped, of(0.8), 'normal', 1, true)
  expect([clipped.alpha[0], clipped.rgb[0]]).toEqual([0.5, expect.closeTo(0.5, 5)])
})

test('where its own mask hides a smart object nothing can be printed', async () => {
  const { imageData } = layerOf('mask', (x) => (x < 0.5 ? [0, 0, 0, 1] : [1, 1, 1, 1]))
  const mask = { left: 0, top: 0, right: SIDE, bottom: SIDE, defaultColor: 255, imageData: imageData! }
  const smart = smartObject(placement(QUAD), { blendMode: 'multiply', mask })
  const scene = await scenePsd(psdOf([photo(), smart]), targetOf('t-shirt'), 'own-1')
  if (!scene.ok) throw new Error(scene.refusal.sentence)
  const lightAt = (x: number) => scene.plate.groups.key.white.data[Math.round(0.5 * SIDE) * SIDE + Math.round(x * SIDE)]
  expect(lightAt(0.42)).toBe(0)
  expect(lightAt(0.6)).toBeGreaterThan(100)
})

test('colors are those that the document’s own profile tells', async () => {
  const code = [0.62, 0.4, 0.3] as const
  const ground = layerOf('Photo', (x, y) => {
    const light = cloth(x, y)
    return isGarment(x, y) ? [light, light, light, 1] : [...code, 1]
  })
  const psd = psdOf([ground, smartObject(placement(QUAD), { blendMode: 'multiply' })])
  const linear = (value: number) => ((value + 0.055) / 1.055) ** 2.4
  const [r, g, b] = code.map((value) => linear(Math.round(255 * value) / 255)) as [number, number, number]
  // Display P3 as linear sRGB: CSS Color Module Level 4, section 10.
  const wide = [1.22494 * r - 0.22494 * g, 1.04206 * g - 0.04206 * r, 1.09827 * b - 0.01964 * r - 0.07864 * g] as const
  for (const [bytes, told] of [
    [psd, [r, g, b]],
    [withProfile(psd, await displayP3()), wide],
  ] as const) {
    const scene = await scenePsd(bytes, targetOf('t-shirt'), 'own-1')
    if (!scene.ok) throw new Error(scene.refusal.sentence)
    const { key, fill, env } = scene.backdrop.groups
    const [red, green, blue] = [key, fill, env].map(({ data, range }) => range * (data[30 * SIDE + 30]! / 255) ** 2)
    expect(red! / green!).toBeCloseTo(told[0] / told[1], 1)
    expect(blue! / green!).toBeCloseTo(told[2] / told[1], 1)
  }
})

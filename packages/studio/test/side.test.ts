import { expect, test } from 'vitest'
import { describePicture } from '../src/identity.ts'
import type { PlateManifest } from '../src/plate/manifest.ts'
import type { Plate } from '../src/plate/plate.ts'
import { chooseShot } from '../src/plate/shot.ts'
import { onSide, printOn } from '../src/plate/side.ts'

const print = { centerX: 0, top: 0, maxWidthIn: 12, maxHeightIn: 16, sizesIn: { small: 6, medium: 9, large: 12 } }
const wrap = { ...print, maxWidthIn: 24, sizesIn: { small: 6, medium: 12, large: 24 } }
const manifest = (geometry: string, change: Partial<PlateManifest> = {}) =>
  ({
    product: 'cup',
    geometry,
    serves: [{ style: 'studio', baseModels: [], backgrounds: ['white-studio'], genders: [] }],
    print,
    lights: [{ name: 'day', gains: { key: [1, 1, 1], fill: [0, 0, 0], env: [0, 0, 0] } }],
    frames: [{ name: 'full', x: 0.5, y: 0.5, scale: 1 }],
    material: 'glaze',
    ...change,
  }) as PlateManifest
const plates = [manifest('a', { prints: { wrap } }), manifest('b', { side: 'back' })]
const wanted = { product: 'cup', baseModel: null, style: 'studio', background: 'white-studio', gender: null }

test('a picture of a side comes from a plate that shows it, and one of the front from none that shows another', () => {
  const geometries = (side?: string) =>
    [0, 1, 2, 3].map((ordinal) => chooseShot(plates, { ...wanted, side }, ordinal)?.geometry)
  expect(geometries()).toEqual(['a', 'a', 'a', 'a'])
  expect(geometries('front')).toEqual(geometries())
  expect(geometries('wrap')).toEqual(['a', 'a', 'a', 'a'])
  expect(geometries('back')).toEqual(['b', 'b', 'b', 'b'])
  expect(chooseShot(plates, { ...wanted, side: 'lid' }, 0)).toBeNull()
})

test('a side is printed in its own area, and its pictures are no other side’s', () => {
  const [cup] = plates.map((each) => ({ manifest: each }) as Plate)
  expect([printOn(plates[0]!), printOn(plates[0]!, 'wrap'), printOn(plates[1]!, 'back')]).toEqual([print, wrap, print])
  expect(onSide(cup!)).toBe(cup)
  expect(onSide(cup!, 'wrap').manifest.print).toBe(wrap)
  expect(onSide(cup!, 'wrap')).toBe(onSide(cup!, 'wrap'))
  const described = (side: string | undefined, all = plates) =>
    JSON.stringify(
      describePicture(
        all.map((each) => ({ manifest: each, version: each.geometry })),
        [],
        {
          ...wanted,
          side,
          colour: { hex: '#ffffff', heather: false },
          designSize: 'small',
          ordinal: 0,
          design: { content: 'sun', width: 1, height: 1 },
        },
      ),
    )
  expect(new Set(['front', 'wrap', 'back'].map((side) => described(side))).size).toBe(3)
  // What is stored of pictures of the front stays what it was before other sides were there.
  expect(described(undefined)).toBe(described('front', [manifest('a')]))
})

import { describe, expect, test } from 'vitest'
import { BUILT_IN_PACKS } from '../src/built-in-packs.ts'
import { PRODUCTS, backgroundsFor, needsGender } from '../src/catalogue.ts'
import { packSchema } from '../src/pack-schemas.ts'
import { type PackPicture, packProblems, sceneFor, scenesOf, unservedReason } from '../src/packs.ts'
import { MOCKUP } from '../src/messages.ts'
import { PRESETS, nameOfShape, shapeOf, shapeRefusal } from '../src/presets.ts'
import { bytesProblem, sizeProblem } from '../src/shops.ts'

const studio = { style: 'studio-front', background: 'white-studio' } as const
const picture: PackPicture = { scenes: [studio], crop: 'white', width: 2000, height: 2000, shop: 'amazon' }

describe('the packs that everybody has', () => {
  test.each(BUILT_IN_PACKS.map((pack) => [pack.name, pack] as const))('%s fits its shops and its schema', (_, pack) => {
    expect(packProblems(pack)).toEqual([])
    const { name, pictures } = pack
    expect(packSchema.parse({ name, pictures })).toEqual({ name, pictures })
    for (const product of PRODUCTS) {
      const scenes = scenesOf(pack, product)
      expect(scenes.length).toBeGreaterThan(2)
      for (const { style, background, gender } of scenes) {
        expect(backgroundsFor(product, style)).toContain(background)
        expect(gender !== null).toBe(needsGender(product, style))
      }
      for (const each of pack.pictures)
        expect(sceneFor(each, product) === null).toBe(unservedReason(each, product) !== null)
    }
    // A t-shirt has every one of them.
    expect(pack.pictures.map((each) => unservedReason(each, 't-shirt'))).toEqual(pack.pictures.map(() => null))
  })
})

test('a shop’s rules are told in a sentence each: side, ratio, count, main picture, bytes', () => {
  expect(sizeProblem('etsy', 2800, 2100)).toBeNull()
  expect(sizeProblem('etsy', 2000, 1500)).toBe('Etsy wants 2000 pixels on the shorter side, and this is 2000 × 1500.')
  expect(sizeProblem('amazon', 1500, 1500)).toBe(
    'Amazon wants 1600 pixels on the longer side, and this is 1500 × 1500.',
  )
  expect(sizeProblem('shopify', 5001, 1000)).toBe('Shopify takes no picture as large as 5001 × 1000.')
  expect(sizeProblem('pinterest', 1000, 1000)).toBe('Pinterest takes pictures of 2:3, and this is 1000 × 1000.')
  expect(sizeProblem('instagram', 1080, 1440)).toBe(
    'Instagram takes pictures from 4:5 to 1.91:1, and this is 1080 × 1440.',
  )
  expect(packProblems({ pictures: [{ ...picture, crop: 'whole' }] })).toEqual([
    'Amazon wants its first picture on pure white.',
  ])
  expect(packProblems({ pictures: Array.from({ length: 10 }, () => picture) })).toEqual([
    'Amazon takes 9 pictures, and these are 10.',
  ])
  expect([bytesProblem('instagram', 8 * 1024 ** 2), bytesProblem('instagram', 8 * 1024 ** 2 + 200_000)]).toEqual([
    null,
    'Instagram takes files of 8 MB, and this is 8.2 MB.',
  ])
})

test('what no product shows, and what is oblong on white, is no picture of a pack', () => {
  const pictured = (change: object) => packSchema.safeParse({ name: 'Mine', pictures: [{ ...picture, ...change }] })
  expect(pictured({}).success).toBe(true)
  for (const change of [
    { scenes: [{ style: 'studio-front', background: 'outdoor-garden' }] },
    { scenes: [] },
    { scenes: [{ ...studio, side: 'inside' }] },
    { scenes: [{ style: 'lifestyle-casual', background: 'urban-street', side: 'wrap' }] },
    { height: 1500 },
    { width: 100, height: 100 },
    { width: 5000, height: 5000 },
    { shop: 'ebay' },
  ])
    expect([change, pictured(change).success]).toEqual([change, false])
})

test('a scene may show another side: of what is photographed so, each side ordered by itself', () => {
  const flat = { style: 'flat-lay', background: 'white-studio' } as const
  const mug = { style: 'studio-product', background: 'off-white', side: 'wrap' } as const
  const back: PackPicture = { ...picture, scenes: [{ ...flat, side: 'back' }, mug] }
  expect(packSchema.safeParse({ name: 'Mine', pictures: [back] }).success).toBe(true)
  expect(sceneFor(back, 't-shirt')).toEqual({ ...flat, gender: null, side: 'back' })
  expect(sceneFor(back, 'mug')).toEqual({ ...mug, gender: null })
  expect(unservedReason(back, 'tote-bag')).toBe('The Tote Bag has no side back; it has front.')
  expect(unservedReason({ ...back, scenes: [{ ...mug, side: 'back' }] }, 'mug')).toBe(
    'The Mug has no side back; it has front, other or wrap.',
  )
  const fronts = { ...picture, scenes: [{ ...flat, side: 'front' as const }] }
  expect(scenesOf({ pictures: [back, fronts, back] }, 't-shirt')).toEqual([
    { ...flat, gender: null, side: 'back' },
    { ...flat, gender: null },
  ])
})

test('a shape’s name says what it is, and the large one is for what is drawn and not photographed', () => {
  expect(shapeOf(nameOfShape(picture))).toEqual({ crop: 'white', width: 2000, height: 2000 })
  expect(shapeOf('etsy')).toBe(PRESETS.etsy)
  expect(() => shapeOf('round-1x1')).toThrow('no shape')
  const mockup = { product: 't-shirt', ...studio, hasDesign: true, path: null } as const
  const refusal = (change: object) => shapeRefusal(PRESETS.large, { ...mockup, ...change })
  expect(refusal({})).toBeNull()
  expect(refusal({ style: 'flat-lay', background: 'wood-texture' })).toBe(MOCKUP.sceneNotLarge)
  expect(refusal({ product: 'hoodie', style: 'lifestyle-casual' })).toBe(MOCKUP.sceneNotLarge)
  expect(refusal({ hasDesign: false })).toBe(MOCKUP.designGoneNotLarge)
  expect(refusal({ path: 'model' })).toBe(MOCKUP.modelNotLarge)
  expect(shapeRefusal(PRESETS.etsy, { ...mockup, hasDesign: false, background: 'wood-texture' })).toBeNull()
})

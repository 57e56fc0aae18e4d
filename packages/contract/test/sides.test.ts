import { expect, test } from 'vitest'
import { PRODUCTS, baseModelsFor, facesOf, stylesFor } from '../src/catalogue.ts'
import { hasSide } from '../src/sides.ts'
import { sideInShort, sideProblem } from '../src/side-words.ts'
import { NO_CHOICES, choose } from '../src/wizard.ts'

// Plates of the test's own: ours become more.
const worn = {
  product: 't-shirt',
  side: 'back',
  style: 'lifestyle-casual',
  baseModels: ['gildan-64000'],
  backgrounds: ['urban-street', 'cozy-interior'],
  genders: ['woman'],
}
const laid = { ...worn, style: 'flat-lay', baseModels: [], backgrounds: ['white-studio'], genders: [] }
const street = { product: 't-shirt', style: 'lifestyle-casual', background: 'urban-street' } as const

test('a side is there with all that a plate of it serves, and with what nobody has chosen yet', () => {
  const has = (change: object) => hasSide({ ...street, ...change }, 'back', [worn, laid])
  expect([
    has({}),
    has({ gender: 'woman', baseModel: 'gildan-64000' }),
    has({ style: null, background: null }),
  ]).toEqual([true, true, true])
  expect([
    has({ gender: 'man' }),
    has({ baseModel: 'bella-canvas-3001' }),
    has({ background: 'white-studio' }),
    has({ style: 'studio-front', background: null }),
  ]).toEqual([false, false, false, false])
  expect(hasSide(street, 'front', [])).toBe(true)
})

test('every side of a product is photographed in each of its styles, of each of its base models', () => {
  const missing = PRODUCTS.flatMap((product) =>
    facesOf(product).flatMap(({ id: side }) =>
      stylesFor(product).flatMap((style) =>
        [null, ...baseModelsFor(product)]
          .filter((baseModel) => !hasSide({ product, style, baseModel }, side))
          .map((baseModel) => [product, side, style, baseModel]),
      ),
    ),
  )
  expect(missing).toEqual([])
})

test('one that is not there is refused with how it can be had', () => {
  expect(sideProblem({ ...street, gender: 'man' }, 'back', [worn, laid])).toBe(
    'There is no photograph of the back of this T-Shirt so. It can be had as Lifestyle Casual of Gildan 64000 on a woman before Urban Street or Cozy Interior; Flat Lay before White Studio.',
  )
  expect(sideProblem(street, 'back', [])).toBe(
    'There is no photograph of the back of the T-Shirt yet. Its front can be had.',
  )
  expect(sideProblem(street, 'wrap', [])).toBe('The T-Shirt has no side wrap; it has front or back.')
  expect(sideProblem({ ...street, gender: 'woman' }, 'back', [worn])).toBeNull()
})

test('in short it is named by its styles, and in full where the style is not what is wrong', () => {
  const short = (style: 'studio-front' | 'flat-lay') => sideInShort({ product: 't-shirt', style }, 'back', [worn, laid])
  expect(short('studio-front')).toBe('Lifestyle Casual or Flat Lay')
  expect(short('flat-lay')).toContain('Flat Lay before White Studio')
})

test('choices keep a side as long as it is there, and a placement no longer than its side', () => {
  const placement = { x: 4, y: 1.6, width: 3, rotation: 0 }
  const style = { product: 'mug', style: 'lifestyle-use', background: 'office-desk' } as const
  const round = choose(choose(NO_CHOICES, { ...style, side: 'wrap' }), { placement })
  expect(round).toMatchObject({ side: 'wrap', placement })
  expect(choose(round, { colour: 'mug-white' })).toMatchObject({ side: 'wrap', placement })
  expect(choose(round, { side: 'front' })).toMatchObject({ side: 'front', placement: null })
  expect(choose(round, { product: 'tote-bag' })).toMatchObject({ side: 'front', placement: null })
  expect(choose(NO_CHOICES, { ...style, product: 'tote-bag', side: 'wrap', placement })).toMatchObject({
    side: 'front',
    placement: null,
  })
})

import type { Gender, Side } from '@printroom/contract/catalogue'
import { expect, test } from 'vitest'
import {
  NO_PLAN,
  leaveOut,
  missingIn,
  newProduct,
  requestOfPlan,
  setShown,
  toggleScene,
  withPack,
  type Plan,
} from './plan.ts'

const wood = { style: 'flat-lay', background: 'wood-texture' } as const
const FRONTS = (genders: readonly Gender[]) => ({ genders, sides: ['front'] as const })
const ALONE = FRONTS([])
const street = { style: 'lifestyle-casual', background: 'urban-street' } as const

function planOf(colours: string[], scenes = toggleScene([], 't-shirt', wood, ALONE)): Plan {
  const product = { ...newProduct('a', 't-shirt', NO_PLAN), colours, scenes }
  return { ...NO_PLAN, designIds: ['d'], products: [product] }
}

test('a product added again comes in the base model that the plan has not yet', () => {
  const first = newProduct('a', 't-shirt', NO_PLAN)
  const second = newProduct('b', 't-shirt', { ...NO_PLAN, products: [first] })
  expect(second.baseModel).not.toBe(first.baseModel)
  expect(newProduct('c', 'mug', NO_PLAN).baseModel).toBeNull()
})

test('a scene with a person is one for each of those chosen, and goes as one', () => {
  const both = toggleScene([], 't-shirt', street, FRONTS(['man', 'woman']))
  expect(both.map(({ gender }) => gender)).toEqual(['man', 'woman'])
  expect(toggleScene([], 't-shirt', wood, FRONTS(['man', 'woman']))).toEqual([{ ...wood, gender: null }])
  expect(setShown(both, 't-shirt', 'lifestyle-casual', FRONTS(['woman']))).toEqual([{ ...street, gender: 'woman' }])
  expect(toggleScene(both, 't-shirt', street, FRONTS(['man']))).toEqual([])
})

test('says what is missing, and asks for nothing that is not complete', () => {
  expect(missingIn(NO_PLAN)).toBe('Choose the designs.')
  expect(missingIn({ ...NO_PLAN, designIds: ['d'] })).toBe('Choose a product.')
  expect(missingIn(planOf([]))).toBe('Choose a color for each product.')
  expect(missingIn(planOf(['black'], []))).toBe('Choose a scene for each product.')
  expect(missingIn(planOf(['black']))).toBeNull()
  expect(missingIn({ ...NO_PLAN, csv: { filename: 'a.csv', text: 'file' } })).toBeNull()
  expect(requestOfPlan(planOf([]))).toBeNull()
  expect(requestOfPlan({ ...NO_PLAN, csv: { filename: 'a.csv', text: 'file' } })).toEqual({ csv: 'file' })
})

test('a place of a product is ordered as such, and none where the size says it', () => {
  const plan = planOf(['black'])
  expect(JSON.stringify(requestOfPlan(plan))).not.toContain('place')
  const products = plan.products.map((each) => ({ ...each, place: 'left-chest' }))
  expect(requestOfPlan({ ...plan, products })?.products).toMatchObject([{ scenes: [{ place: 'left-chest' }] }])
})

test('a scene from several sides is one for each that is photographed so, with its own place', () => {
  const kitchen = { style: 'lifestyle-use', background: 'kitchen-interior' } as const
  const scenes = toggleScene([], 'mug', kitchen, { genders: [], sides: ['front', 'wrap', 'back'] })
  expect(scenes).toEqual([
    { ...kitchen, gender: null },
    { ...kitchen, gender: null, side: 'wrap' },
  ])
  expect(setShown(scenes, 'mug', 'lifestyle-use', { genders: [], sides: ['wrap'] })).toEqual([scenes[1]])
  const mug = { ...newProduct('a', 'mug', NO_PLAN), colours: ['mug-white'], scenes, place: 'center' }
  const products = [{ ...mug, placesOfSides: { wrap: 'all-round' } }]
  expect(requestOfPlan({ ...NO_PLAN, designIds: ['d'], products })?.products).toMatchObject([
    { scenes: [{ place: 'center' }, { side: 'wrap', place: 'all-round' }] },
  ])
})

test('a side that one of the people was photographed from is planned of nobody else', () => {
  const back = { side: 'back', product: 't-shirt', baseModels: [], backgrounds: ['urban-street'], genders: ['man'] }
  const of = (genders: readonly Gender[], sides: readonly Side[]) =>
    toggleScene([], 't-shirt', street, { genders, sides }, [{ ...back, style: street.style }])
  const turned = { ...street, gender: 'man', side: 'back' }
  const [man, woman] = [
    { ...street, gender: 'man' },
    { ...street, gender: 'woman' },
  ]
  expect(of(['man', 'woman'], ['front', 'back'])).toEqual([man, turned, woman])
  expect(of(['man', 'woman'], ['back'])).toEqual([turned])
  expect(of(['woman'], ['back'])).toEqual([woman])
})

test('leaves out colours of which nothing can be made, then scenes, and nothing else', () => {
  const plan = planOf(
    ['black', 'neon'],
    [...toggleScene([], 't-shirt', wood, ALONE), ...toggleScene([], 't-shirt', street, FRONTS(['man']))],
  )
  const refused = (...cells: [number, number][]) =>
    cells.map(([c, s]) => ({ where: `products.0.colours.${c}.scenes.${s}`, error: '' }))
  expect(leaveOut(plan, refused([1, 0], [1, 1])).products[0]).toMatchObject({
    colours: ['black'],
    scenes: { length: 2 },
  })
  const withoutScene = leaveOut(plan, refused([0, 1], [1, 1])).products[0]
  expect(withoutScene).toMatchObject({ colours: ['black', 'neon'], scenes: [{ ...wood, gender: null }] })
  expect(leaveOut(plan, refused([0, 1])).products).toEqual(plan.products)
})

test('own scenes are ordered beside the others, on their side, and left out where they do not take every color', () => {
  const own = [
    { id: 'desk', side: 'front' },
    { id: 'wall', side: 'back' },
  ] as const
  const [shirt] = planOf(['white', 'black']).products
  const plan = { ...NO_PLAN, designIds: ['d'], products: [{ ...shirt!, own, placesOfSides: { back: 'upper-back' } }] }
  expect(requestOfPlan(plan)?.products?.[0]?.scenes).toMatchObject([
    wood,
    { scene: 'desk', size: 'medium', place: undefined },
    { scene: 'wall', place: 'upper-back' },
  ])
  const refused = [{ where: 'products.0.colours.1.scenes.1', error: 'white only' }]
  expect(leaveOut(plan, refused).products[0]).toMatchObject({ colours: ['white', 'black'], own: [own[1]] })
  const alone = { ...plan, products: [{ ...shirt!, scenes: [], own }] }
  expect(missingIn(alone)).toBeNull()
  const black = [0, 1].map((s) => ({ where: `products.0.colours.1.scenes.${s}`, error: 'white only' }))
  expect(leaveOut(alone, black).products[0]).toMatchObject({ colours: ['white'], own })
})

test('a pack gives each product its scenes, and says in the order that it is the one; without it the scenes stay', () => {
  const pack = {
    id: 'etsy',
    name: 'Etsy',
    pictures: [wood, wood, { style: 'studio-product', background: 'off-white' } as const].map((scene) => ({
      scenes: [scene],
      crop: 'whole' as const,
      width: 2000,
      height: 1500,
    })),
  }
  const plan = withPack(planOf(['black'], []), pack)
  expect(plan.products[0]?.scenes).toEqual([{ ...wood, gender: null }])
  expect(newProduct('m', 'mug', plan, pack).scenes).toEqual([
    { style: 'studio-product', background: 'off-white', gender: null },
  ])
  expect(requestOfPlan(plan)).toMatchObject({ pack_id: 'etsy', products: [{ scenes: [wood] }] })
  expect(requestOfPlan(withPack(plan, null))).toEqual({ designIds: ['d'], products: [expect.anything()] })
  expect(withPack(plan, null).products).toEqual(plan.products)
})

import { describe, expect, it } from 'vitest'
import { DESIGN_SIZES, PRODUCTS } from '../src/catalogue.ts'
import {
  type Placement,
  dpiOf,
  fitPlacement,
  placementInWords,
  placementOfPlace,
  placementOfSize,
  placementProblem,
  placesFor,
  sizeNoteFor,
} from '../src/placement.ts'
import { settingsSchema } from '../src/schemas.ts'

const MUG = {
  product: 'mug',
  colour: 'mug-white',
  model_style: 'studio-product',
  background: 'off-white',
  design_size: 'medium',
}
const TEE = {
  product: 't-shirt',
  product_model: 'gildan-64000',
  colour: 'black',
  model_style: 'flat-lay',
  background: 'white-studio',
  design_size: 'medium',
}
const placed = (placement: unknown, order: object = TEE) => settingsSchema.safeParse({ ...order, placement })
const sentence = (placement: unknown, order?: object) => placed(placement, order).error?.issues[0]?.message

const SHAPES = [
  { width: 1000, height: 1000 },
  { width: 3000, height: 700 },
  { width: 211, height: 2977 },
  { width: 4096, height: 4097 },
]
/** Numbers by lot, the same in every run (mulberry32, Tommy Ettinger 2017). */
function lot(seed: number) {
  let state = seed
  return (least: number, most: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return least + ((most - least) * ((t ^ (t >>> 14)) >>> 0)) / 2 ** 32
  }
}

it('tells the inches of a size as they are with this design, and the product’s own note where they are the same', () => {
  const [square, wide] = [
    { width: 1000, height: 1000 },
    { width: 3000, height: 1000 },
  ]
  expect(sizeNoteFor('hoodie', 'large', square)).toBe('9.5 inches wide')
  expect(sizeNoteFor('hoodie', 'large', wide)).toBe('12 inches wide')
  expect(sizeNoteFor('t-shirt', 'large', square)).toBe('12 inches wide')
  expect(sizeNoteFor('mug', 'large', square)).toBe('3.3 inches wide')
  expect(sizeNoteFor('mug', 'large', wide, 'wrap')).toBe('8.5 inches, all round')
})

describe('a placement in an order', () => {
  it('is taken as it is, and an order without one has none', () => {
    const read = placed({ x: 10.5, y: 2, width: 4, rotation: -15.5 })
    expect(read.data?.placement).toEqual({ x: 10.5, y: 2, width: 4, rotation: -15.5 })
    for (const none of [undefined, null]) expect(placed(none).data).not.toHaveProperty('placement')
    expect(placed({ x: 6.5, y: 6, width: 8 }).data?.placement).toEqual({ x: 6.5, y: 6, width: 8, rotation: 0 })
  })

  it('is written one way: turned by half, and not turned at all', () => {
    expect(placed({ x: 6, y: 6, width: 4, rotation: -180 }).data?.placement?.rotation).toBe(180)
    expect(Object.is(placed({ x: 6, y: 6, width: 4, rotation: -0 }).data?.placement?.rotation, 0)).toBe(true)
  })

  it.each([
    [{ x: 'left', y: 2, width: 4 }, 'placement.x is a number of inches'],
    [{ x: 6, width: 4 }, 'placement.y is a number of inches'],
    [{ x: 6, y: 6, width: 0.1 }, 'placement.width is at least 0.5 inches: a narrower print shows nothing'],
    [{ x: 6, y: 6, width: 4, rotation: 200 }, 'placement.rotation is from -180 to 180 degrees'],
    [{ x: 14, y: 6, width: 4 }, 'placement.x is from 0 to 13 inches on this product, not 14'],
    [{ x: 6, y: -1, width: 4 }, 'placement.y is from 0 to 16 inches on this product, not -1'],
    [{ x: 6, y: 6, width: 40 }, 'placement.width is from 0.5 to 16 inches on this product, not 40'],
    [{ x: 6, y: 6, width: Number.NaN }, 'placement.width is a number of inches'],
  ])('that says %j is refused in a sentence', (placement, told) => expect(sentence(placement)).toBe(told))

  it('is bounded by the print area of its own product', () => {
    expect(sentence({ x: 6, y: 2, width: 2 }, MUG)).toBe('placement.x is from 0 to 3.8 inches on this product, not 6')
    expect(placed({ x: 6, y: 2, width: 2, height: 3 }).success).toBe(false)
  })
})

describe('where a print sits', () => {
  it('is told where it leaves the area, by the side that it leaves farthest', () => {
    const square = { width: 500, height: 500 }
    const at = (x: number, y: number, width: number, rotation = 0) =>
      placementProblem('t-shirt', square, { x, y, width, rotation })
    expect(at(6.5, 8, 13)).toBeNull()
    expect(at(2, 8, 5)).toBe(
      'The print reaches 0.5 inches beyond the left edge of the print area, which is 13 inches wide and 16 high. Move it or make it smaller.',
    )
    expect(at(11.5, 8, 4)).toMatch(/0.5 inches beyond the right edge/)
    expect(at(6.5, 1, 4)).toMatch(/1 inches beyond the upper edge/)
    expect(at(6.5, 15, 4)).toMatch(/1 inches beyond the lower edge/)
    // Turned by 45°, a square of 10 is 14.1 wide.
    expect(at(6.5, 8, 10)).toBeNull()
    expect(at(6.5, 8, 10, 45)).toMatch(/0.57 inches beyond the (left|right) edge/)
  })

  it('is within the area at every size and in every place of every product, whatever the design’s shape', () => {
    for (const product of PRODUCTS)
      for (const design of SHAPES) {
        for (const size of DESIGN_SIZES)
          expect(placementProblem(product, design, placementOfSize(product, size, design))).toBeNull()
        expect(placesFor(product).map(({ id }) => id)).toEqual(expect.arrayContaining(['center', 'full-front']))
        for (const { id } of placesFor(product)) {
          const placement = placementOfPlace(product, id, design)
          expect(placement && placementProblem(product, design, placement), `${product} ${id}`).toBeNull()
        }
      }
    expect(placementOfPlace('mug', 'left-chest', SHAPES[0]!)).toBeNull()
    // The wearer's left is to the right of who looks.
    const chest = placementOfPlace('t-shirt', 'left-chest', SHAPES[0]!)
    expect(chest).toEqual({ x: 10.5, y: 2.5, width: 4, rotation: 0 })
  })

  it('is brought into the area by the nearest way, and what lies there stays', () => {
    const between = lot(7)
    for (let i = 0; i < 4000; i++) {
      const product = PRODUCTS[Math.floor(between(0, PRODUCTS.length))]!
      const design = SHAPES[i % SHAPES.length]!
      const wanted: Placement = {
        x: between(-20, 20),
        y: between(-20, 20),
        width: between(0.5, 30),
        rotation: i % 3 === 0 ? 0 : between(-180, 180),
      }
      const fitted = fitPlacement(product, design, wanted)
      expect(placementProblem(product, design, fitted), JSON.stringify({ product, design, wanted, fitted })).toBeNull()
      expect(fitted.width).toBeLessThanOrEqual(wanted.width)
      expect(fitted.rotation).toBe(wanted.rotation)
      const again = fitPlacement(product, design, fitted)
      for (const name of ['x', 'y', 'width'] as const) expect(again[name]).toBeCloseTo(fitted[name], 9)
      if (placementProblem(product, design, wanted) === null)
        for (const name of ['x', 'y', 'width'] as const)
          expect(Math.abs(fitted[name] - wanted[name])).toBeLessThan(0.02)
    }
  })

  it('has as many pixels an inch as the design has for its width', () => {
    expect(dpiOf({ width: 3000, height: 100 }, { width: 10 })).toBe(300)
    expect(placementInWords({ x: 10.5, y: 2.25, width: 4, rotation: 15 })).toBe(
      '4 in wide at 10.5, 2.25 in, turned by 15°',
    )
  })
})

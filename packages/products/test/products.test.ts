import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { PRODUCTS_FOLDER, productSchema, readProducts } from '../src/read-products.ts'
import { registrySource } from '../src/registry-source.ts'
import { REGISTRY } from '../src/registry.data.ts'

const CAP = {
  name: 'Cap',
  position: 2.5,
  baseModels: [{ id: 'made-up-100', name: 'Made Up 100' }],
  styles: [{ id: 'studio-front', asksGender: false, backgrounds: ['white-studio'] }],
  print: { maxWidthIn: 4, maxHeightIn: 2, sizesIn: { small: 2, medium: 3, large: 4 } },
  sizeNotes: { small: '2 inches wide', medium: '3 inches wide', large: '4 inches wide' },
}

/** Our products in a folder of their own, with one more. */
function withCap(change: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-products-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const { id } of REGISTRY) cpSync(join(PRODUCTS_FOLDER, id), join(folder, id), { recursive: true })
  mkdirSync(join(folder, 'cap'))
  writeFileSync(join(folder, 'cap', 'product.json'), JSON.stringify({ ...CAP, ...change }))
  return folder
}

it('are in the registry as their folders say', () => {
  expect(readProducts()).toEqual(REGISTRY)
  expect(REGISTRY.map(({ position }) => position)).toEqual(REGISTRY.map((_, at) => at + 1))
})

it('are one more with one more folder, in their place', () => {
  const products = readProducts(withCap({ position: 6 }))
  expect(products.map(({ id }) => id)).toEqual([...REGISTRY.map(({ id }) => id), 'cap'])
  expect(registrySource(products)).toContain('"id": "made-up-100"')
})

it.each([
  [{ position: 2 }, 'both have position 2'],
  [{ position: 2.5 }, 'position'],
  [{ position: 6, styles: [] }, 'styles'],
  [{ position: 6, print: { ...CAP.print, maxWidthIn: -1 } }, 'maxWidthIn'],
  [{ position: 6, colour: 'red' }, 'colour'],
])('that say %j are refused by name', (change, named) => {
  expect(() => readProducts(withCap(change))).toThrow(named)
})

const PLATES = join(PRODUCTS_FOLDER, '../studio/plates')
it.each(REGISTRY.map(({ id, print }) => [id, print] as const))(
  'of %s print in the area that all its plates have',
  (id, print) => {
    const plates = readdirSync(join(PLATES, id))
    expect(plates.length).toBeGreaterThan(1)
    for (const plate of plates) {
      const told = JSON.parse(readFileSync(join(PLATES, id, plate, 'plate.json'), 'utf8')) as { print: object }
      expect(productSchema.shape.print.strip().parse(told.print), plate).toEqual(print)
    }
  },
)

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { PRODUCTS_FOLDER } from '../src/folder.ts'
import { generatedSources } from '../src/generated-sources.ts'
import { readColours } from '../src/read-colours.ts'
import { readOutlines } from '../src/read-outlines.ts'
import { productSchema, readProducts } from '../src/read-products.ts'
import { readSides } from '../src/read-sides.ts'
import { REGISTRY } from '../src/registry.data.ts'

const CAP = {
  name: 'Cap',
  plural: 'caps',
  position: 6,
  baseModels: [{ id: 'made-up-100', name: 'Made Up 100' }],
  styles: [{ id: 'studio-front', asksGender: false, backgrounds: ['white-studio'] }],
  material: 'canvas',
  blankColour: 'navy',
  print: { maxWidthIn: 4, maxHeightIn: 2, sizesIn: { small: 2, medium: 3, large: 4 } },
  placing: { anchor: 'top', places: [{ id: 'center', name: 'Center', left: 1, top: 0.5, width: 2, height: 1 }] },
  sizeNotes: { small: '2 inches wide', medium: '3 inches wide', large: '4 inches wide' },
}
const COLOURS = {
  own: [{ value: 'cap-lime', label: 'Lime', hex: '#C0FF00' }],
  offered: { 'made-up-100': ['navy', 'cap-lime'] },
}
const OUTLINE = '<svg><path class="outline" d="M0 0Z"/><line class="print top" x1="80" y1="60" x2="120" y2="60"/></svg>'

type Told = { material: string; product: string; side?: string; print: object; prints?: Record<string, object> }

const BRIM = { ...CAP, id: 'brim', name: 'Brim', inSentence: 'the brim' }
const sideOf = ({ id, name, inSentence, print, placing, sizeNotes }: typeof BRIM) => ({
  id,
  name,
  inSentence,
  print,
  placing,
  sizeNotes,
})
const served = (backgrounds: string[]) => ({
  style: 'studio-front',
  baseModels: ['made-up-100'],
  backgrounds,
  genders: [],
})

/** Our products in a folder of their own, with one more. */
function withCap({ product = {}, colours = {}, outline = OUTLINE, plate = {} as object | null } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-products-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(PRODUCTS_FOLDER, folder, {
    recursive: true,
    filter: (source) => !/\/(plates|blanks|examples|backdrops|node_modules|src|test)$/.test(source),
  })
  mkdirSync(join(folder, 'cap'))
  writeFileSync(join(folder, 'cap/product.json'), JSON.stringify({ ...CAP, ...product }))
  writeFileSync(join(folder, 'cap/colours.json'), JSON.stringify({ ...COLOURS, ...colours }))
  writeFileSync(join(folder, 'cap/outline.svg'), outline)
  if (plate) {
    mkdirSync(join(folder, 'cap/plates/studio-1'), { recursive: true })
    const said = { side: 'front', serves: [served(['white-studio'])], ...plate }
    writeFileSync(join(folder, 'cap/plates/studio-1/plate.json'), JSON.stringify(said))
  }
  return folder
}

it('are in the registry as their folders say', () => {
  expect(readProducts()).toMatchObject(REGISTRY)
  expect(REGISTRY.map(({ position }) => position)).toEqual(REGISTRY.map((_, at) => at + 1))
  const ids = REGISTRY.map(({ id }) => id)
  for (const [name, source] of Object.entries(generatedSources()))
    expect(readFileSync(join(PRODUCTS_FOLDER, 'src', name), 'utf8'), name).toBe(source)
  expect(Object.keys(readOutlines())).toEqual(ids)
})

it('are one more with one more folder, in their place, with its colours and its outline', () => {
  const folder = withCap()
  expect(readProducts(folder).map(({ id }) => id)).toEqual([...REGISTRY.map(({ id }) => id), 'cap'])
  const colours = readColours(folder)
  const offered = colours.filter(({ offeredFor }) => offeredFor.includes('made-up-100'))
  expect(offered.map(({ value, hex }) => `${value} ${hex}`)).toEqual(['navy #263147', 'cap-lime #C0FF00'])
  expect(colours.length).toBe(readColours().length + 1)
  expect(readOutlines(folder)['cap']).toEqual({
    behind: null,
    outline: 'M0 0Z',
    lines: [],
    print: { x: 100, y: 60, width: 40, anchor: 'top' },
  })
  for (const [name, source] of Object.entries(generatedSources(folder)))
    if (name !== 'examples.data.ts' && name !== 'sides.data.ts') expect(source).toMatch(/made-up-100|"cap"/)
})

it('have the sides that their plates show, each way once', () => {
  const brim = { product: { sides: [sideOf(BRIM)] } }
  const shown = (plate: object) =>
    readSides(withCap({ ...brim, plate })).map(({ product, side }) => `${product} ${side}`)
  expect(shown({ side: 'brim' })).toEqual(['cap brim'])
  expect(shown({ prints: { brim: {} }, serves: [served(['a']), served(['b']), served(['a'])] })).toEqual([
    'cap brim',
    'cap brim',
  ])
  expect(shown({})).toEqual([])
  expect(generatedSources(withCap({ ...brim, plate: { side: 'brim' } }))['sides.data.ts']).toContain('"brim"')
})

it.each([
  [{ plate: { side: 'brim' } }, 'shows brim, which is no side of cap'],
  [{ plate: { serves: 'all' } }, 'plate.json'],
  [{ product: { sides: [{ ...sideOf(BRIM), id: 'front' }] } }, 'front is the product itself'],
  [{ product: { position: 2 } }, 'both have position 2'],
  [{ product: { position: 2.5 } }, 'position'],
  [{ product: { styles: [] } }, 'styles'],
  [{ product: { print: { ...CAP.print, maxWidthIn: -1 } } }, 'maxWidthIn'],
  [{ product: { colour: 'red' } }, 'colour'],
  [{ product: { material: 'felt' } }, 'material'],
  [{ colours: { own: [{ value: 'navy', label: 'Navy', hex: '#000080' }] } }, 'navy is another colour already'],
  [{ colours: { own: [{ value: 'cap-lime', label: 'Lime', hex: 'lime' }] } }, 'hex'],
  [{ colours: { offered: { 'made-up-100': ['cap-pink'] } } }, 'cap-pink, which is no colour'],
  [{ colours: { offered: {} } }, 'instead of made-up-100'],
  [{ outline: OUTLINE.replace('outline', 'shape') }, 'outline'],
  [{ outline: OUTLINE.replace('print', 'ink') }, 'print'],
])('that say %j are refused by name', (change, named) => {
  const folder = withCap(change)
  expect(() => generatedSources(folder)).toThrow(named)
})

it.each(REGISTRY.map((product) => [product.id, product] as const))(
  'of %s print in the area that all its plates have of a side, hung or centred as they do, on its material',
  (id, { material, ...front }) => {
    const folder = join(PRODUCTS_FOLDER, id, 'plates')
    const plates = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'plate.json')))
    expect(plates.length).toBeGreaterThan(1)
    const sides = new Map<string, { print: unknown; placing: { anchor: string } }>([
      ['front', front],
      ...front.sides.map((side) => [side.id, side] as const),
    ])
    for (const plate of plates) {
      const told = JSON.parse(readFileSync(join(folder, plate, 'plate.json'), 'utf8')) as Told
      expect([plate, told.material, told.product]).toEqual([plate, material, id])
      for (const [side, print] of Object.entries({ [told.side ?? 'front']: told.print, ...told.prints })) {
        const told = `${plate} ${side}`
        expect(productSchema.shape.print.strip().parse(print), told).toEqual(sides.get(side)?.print)
        expect('centerY' in print, told).toBe(sides.get(side)?.placing.anchor === 'middle')
      }
    }
  },
)

it.each(
  REGISTRY.flatMap((product) => [product, ...product.sides].map((side) => [`${product.id} ${side.id}`, side] as const)),
)('of %s know places within their print area', (_, { print, placing: { places } }) => {
  for (const { name, left, top, width, height } of places) {
    expect(left + width, name).toBeLessThanOrEqual(print.maxWidthIn)
    expect(top + height, name).toBeLessThanOrEqual(print.maxHeightIn)
  }
  expect(new Set(places.map((place) => place.id)).size).toBe(places.length)
})

it.each(REGISTRY.map((product) => [product.id, product] as const))(
  'of %s are blank in a colour of theirs',
  (id, it) => {
    const models: string[] = it.baseModels.length === 0 ? [id] : it.baseModels.map((model) => model.id)
    const colour = readColours().find(({ value }) => value === it.blankColour)
    expect(models.filter((model) => colour?.offeredFor.includes(model))).not.toEqual([])
  },
)

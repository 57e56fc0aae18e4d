import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DESIGN_SIZES,
  GENDERS,
  PRODUCTS,
  backgroundsFor,
  baseModelsFor,
  needsGender,
  stylesFor,
} from '@printroom/contract/catalogue'
import { coloursFor, findColour } from '@printroom/contract/colours'
import type { RenderSettings } from '@printroom/contract/schemas'
import { prepareComposition } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import { compose } from '@printroom/studio/compose'
import { readPlateFolder } from '@printroom/studio/plate/plate-folder'
import { afterAll, describe, expect, test } from 'vitest'
import { createPictureIdentity } from '../src/adapters/engine/picture-identity.ts'
import { toShotRequest } from '../src/domain/generation/render-settings.ts'
import { drawBars } from './designs.ts'

const identityOf = createPictureIdentity(await readPlateFolder(PRODUCTS_FOLDER))
const studio = await openStudio(PRODUCTS_FOLDER)
const png = drawBars()
const SQUARE = { content: 'bars', width: 900, height: 900 }
const SIDE = 128

const identify = (settings: RenderSettings, ordinal = 0, design = SQUARE) => identityOf({ settings, ordinal, design })

/** The picture itself, small: what an order of these settings is composed to. */
async function draw(settings: RenderSettings, ordinal = 0): Promise<Uint8Array> {
  const colour = findColour(settings.colour)!
  const request = {
    ...toShotRequest(settings),
    design: png,
    colour: { hex: colour.hex, heather: colour.isHeather },
    designSize: settings.design_size,
    ordinal,
  }
  const prepared = await prepareComposition(studio, request)
  if (!prepared.ok) throw new Error(`no picture of ${JSON.stringify(settings)}`)
  return compose({ ...prepared.composition, size: SIDE }).data
}

/** Everything that can be ordered of one design. */
function* catalogue(): Generator<RenderSettings> {
  for (const product of PRODUCTS)
    for (const product_model of baseModelsFor(product).length > 0 ? baseModelsFor(product) : [null])
      for (const model_style of stylesFor(product))
        for (const background of backgroundsFor(product, model_style))
          for (const model_gender of needsGender(product, model_style) ? GENDERS : [null])
            for (const { value: colour } of coloursFor(product, product_model))
              for (const design_size of DESIGN_SIZES)
                yield { product, product_model, colour, model_style, background, model_gender, design_size }
}

const settingsOf = (change: Partial<RenderSettings>): RenderSettings =>
  ({
    product: 't-shirt',
    product_model: 'gildan-64000',
    colour: 'navy',
    model_style: 'flat-lay',
    background: 'neutral-gray',
    model_gender: null,
    design_size: 'medium',
    ...change,
  }) as RenderSettings
const tote = { product: 'tote-bag', product_model: null, colour: 'navy' } as const
const hoodie = {
  product: 'hoodie',
  product_model: 'gildan-18500',
  model_style: 'studio-front',
  colour: 'black',
} as const

/** RenderSettings that draw the same, by what differs between them. */
const SAME: [string, Partial<RenderSettings>, Partial<RenderSettings>][] = [
  ['two base models of one cut, laid flat', { product_model: 'gildan-64000' }, { product_model: 'bella-canvas-3001' }],
  ['two names of one colour', { colour: 'white' }, { colour: 'dtg-white' }],
  [
    'two sizes of which the area allows neither',
    { ...hoodie, design_size: 'medium' },
    { ...hoodie, design_size: 'large' },
  ],
  [
    'all of these together',
    { ...hoodie, model_style: 'flat-lay', colour: 'white' },
    {
      ...hoodie,
      model_style: 'flat-lay',
      product_model: 'bella-canvas-3719',
      colour: 'dtg-white',
      design_size: 'large',
    },
  ],
]

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.from(one).equals(Buffer.from(other))

describe('orders of one identity', () => {
  test(
    'are those that differ in nothing that is seen: a tote bag for him and for her, as long as nobody carries it',
    { timeout: 120_000 },
    async () => {
      const [man, woman] = GENDERS.map((model_gender) =>
        settingsOf({ ...tote, model_style: 'lifestyle-casual', model_gender }),
      )
      for (const ordinal of [0, 3])
        expect((await identify(man!, ordinal)) === (await identify(woman!, ordinal))).toBe(
          isSame(await draw(man!, ordinal), await draw(woman!, ordinal)),
        )
    },
  )

  test.each(SAME)('are one picture to the last byte: %s', { timeout: 120_000 }, async (_, one, other) => {
    for (const ordinal of [0, 3]) {
      expect(await identify(settingsOf(one), ordinal)).toBe(await identify(settingsOf(other), ordinal))
      expect(isSame(await draw(settingsOf(one), ordinal), await draw(settingsOf(other), ordinal))).toBe(true)
    }
  })

  test('are all that there are: a walk over the catalogue finds no other kind', { timeout: 300_000 }, async () => {
    const groups = new Map<string, RenderSettings[]>()
    let count = 0
    for (const settings of catalogue()) {
      const identity = await identify(settings)
      if (!identity) throw new Error(`nothing shows ${JSON.stringify(settings)}`)
      groups.set(identity, [...(groups.get(identity) ?? []), settings])
      count += 1
    }
    console.log(`${count} orders of a square design are ${groups.size} pictures`)
    for (const [first, ...others] of groups.values())
      for (const other of others) {
        const differs = (Object.keys(other) as (keyof RenderSettings)[]).filter((name) => other[name] !== first![name])
        const isSameColour =
          findColour(first!.colour)?.hex.toUpperCase() === findColour(other.colour)?.hex.toUpperCase()
        // Laid flat, base models share a cut; a gender is no matter where nobody is seen; a hoodie's pocket ends its print.
        const allowed = new Set<string>([
          ...(isSameColour ? ['colour'] : []),
          ...(other.model_style === 'flat-lay' ? ['product_model'] : []),
          ...(other.product === 'tote-bag' ? ['model_gender'] : []),
          ...(other.product === 'hoodie' ? ['design_size'] : []),
        ])
        expect([first, other, differs.filter((name) => !allowed.has(name))]).toEqual([first, other, []])
      }
  })
})

/** One setting changed, and so another picture. */
const BASE = settingsOf({
  product: 't-shirt',
  model_style: 'lifestyle-casual',
  background: 'lifestyle-indoor',
  model_gender: 'woman',
})
const OTHERS: Partial<RenderSettings>[] = [
  { product_model: 'bella-canvas-3001' },
  { colour: 'black' },
  { background: 'urban-street' },
  { model_gender: 'man' },
  { design_size: 'large' },
  { model_style: 'flat-lay', background: 'white-studio', model_gender: null },
  { product: 'hoodie', product_model: 'gildan-18500' },
]

describe('orders of different identities', () => {
  test('are different pictures, and so are the first twelve of the same settings', { timeout: 240_000 }, async () => {
    const wanted: [RenderSettings, number][] = [
      ...OTHERS.map((change): [RenderSettings, number] => [{ ...BASE, ...change }, 0]),
      ...Array.from({ length: 12 }, (_, ordinal): [RenderSettings, number] => [BASE, ordinal]),
    ]
    const identities = await Promise.all(wanted.map(([settings, ordinal]) => identify(settings, ordinal)))
    expect(new Set(identities).size).toBe(wanted.length)
    const pictures = new Set<string>()
    for (const [settings, ordinal] of wanted)
      pictures.add(Buffer.from(await draw(settings, ordinal)).toString('base64'))
    expect(pictures.size).toBe(wanted.length)
  })

  test('come of another design, and of one of another shape', async () => {
    const identities = await Promise.all(
      [SQUARE, { ...SQUARE, content: 'other bars' }, { ...SQUARE, height: 901 }].map((design) =>
        identify(BASE, 0, design),
      ),
    )
    expect(new Set(identities).size).toBe(3)
  })
})

describe('a plate', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  test(
    'that was rendered anew makes other pictures, and so does a backdrop; a copy makes the same',
    { timeout: 60_000 },
    async () => {
      const settings = settingsOf({ ...tote, model_style: 'flat-lay', background: 'neutral-gray' })
      const copyOf = async (change?: (folder: string) => Promise<void>) => {
        const folder = await mkdtemp(join(tmpdir(), 'printroom-plates-'))
        folders.push(folder)
        for (const part of ['tote-bag', 'backdrops'])
          await cp(join(PRODUCTS_FOLDER, part), join(folder, part), { recursive: true })
        await change?.(folder)
        return createPictureIdentity(await readPlateFolder(folder))({ settings, ordinal: 0, design: SQUARE })
      }
      const same = await identify(settings)
      const plate = await copyOf((folder) =>
        writeFile(join(folder, 'tote-bag/plates/flat-lay-1/key-w.webp'), 'another rendering'),
      )
      const backdrop = await copyOf((folder) =>
        writeFile(join(folder, 'backdrops/flat-lay-neutral-gray/key.webp'), 'another rendering'),
      )
      expect(await copyOf()).toBe(same)
      expect(new Set([same, plate, backdrop]).size).toBe(3)
      // The other take of the same bag is no matter.
      expect(
        await copyOf((folder) => writeFile(join(folder, 'tote-bag/plates/flat-lay-2/key-w.webp'), 'another rendering')),
      ).toBe(same)
    },
  )
})

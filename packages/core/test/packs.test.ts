import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BUILT_IN_PACKS } from '@printroom/contract/built-in-packs'
import { PACKS_MAX } from '@printroom/contract/limits'
import type { PackInput } from '@printroom/contract/pack-schemas'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import type { UserId } from '../src/context.ts'
import { listenForGenerations } from '../src/adapters/events/listener.ts'
import { estimateBatch } from '../src/domain/batches/estimate.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { getBatch, readPictures } from '../src/domain/batches/read.ts'
import { StorageMissing } from '../src/domain/files/storage.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { makeExport } from '../src/domain/mockups/make-export.ts'
import { setNameTemplate } from '../src/domain/mockups/naming.ts'
import { archiveListings, checkListings } from '../src/domain/packs/archive.ts'
import { changePack, createPack, listPacks, removePack } from '../src/domain/packs/packs.ts'
import { createFixture, createSellerWithDesign } from './fixture.ts'

/** Exports say what they were to be; `heavy` ones weigh what no shop takes. */
const files = new Map<string, Buffer>()
let isHeavy = false
const { db, context, url } = await createFixture({
  storage: {
    put: async (key, bytes) => void files.set(key, Buffer.from(bytes)),
    get: async (key) => files.get(key) ?? Buffer.from('png'),
    open: async (key) => {
      const bytes = files.get(key)
      if (!bytes) throw new StorageMissing(key)
      return { stream: Readable.from([bytes]), size: isHeavy ? 99_000_000 : bytes.length }
    },
  },
  engine: {
    canMake: ({ background }) => background !== 'kitchen-interior',
    export: async (_, { crop, width, height, format }) => ({
      file: Buffer.from(`${crop} ${width} ${height} ${format}`),
      isComposed: true,
    }),
  },
})
const events = listenForGenerations(url, context.log)
afterAll(() => events.close())

const front = { style: 'studio-product', background: 'white-studio' } as const
const MINE: PackInput = {
  name: 'Mine',
  pictures: [
    { scenes: [front], crop: 'white', width: 1600, height: 1600, shop: 'amazon' },
    { scenes: [{ style: 'studio-product', background: 'off-white' }], crop: 'whole', width: 2048, height: 2048 },
    { scenes: [{ style: 'flat-lay', background: 'wood-texture' }], crop: 'whole', width: 1600, height: 1200 },
    { scenes: [front], crop: 'close', width: 1600, height: 1200, shop: 'amazon' },
  ],
}
const seller = (topup = 50) => createSellerWithDesign(db, topup)
const mugs = (design: string, pack: string) => ({
  designIds: [design],
  products: [{ product: 'mug', colours: ['mug-white'] }],
  pack_id: pack,
})
/** Makes what is queued of a seller's, but for these backgrounds, and then every export as it is asked for. */
async function make(user: UserId, but: readonly string[] = []) {
  for (const { id, input } of await db.generation.findMany({ where: { userId: user, status: 'queued' } }))
    if (!but.includes((input as { settings: { background: string } }).settings.background))
      await renderGeneration(context, id, true)
}
async function zip(user: UserId, asked: { id: string; pack_id?: string }): Promise<[string, string][]> {
  let isOver = false
  const whole = buffer(await archiveListings({ context, events }, user, asked)).finally(() => (isOver = true))
  while (!isOver) {
    const waiting = await db.mockupExport.findMany({ where: { userId: user, status: 'waiting' } })
    for (const { id } of waiting) await makeExport(context, id, true)
    await new Promise(setImmediate)
  }
  const names = Object.entries(unzipSync(new Uint8Array(await whole)))
  return names.map(([name, bytes]) => [name.replace(/^[^/]*\//, ''), Buffer.from(bytes).toString()])
}

describe('packs of a seller’s own', () => {
  it('are kept beside everybody’s, changed, and deleted, by their seller alone', async () => {
    const [{ user }, { user: other }] = [await seller(), await seller()]
    const { id } = await createPack(context, user, MINE)
    const names = async (of: UserId) => (await listPacks(context, of)).map(({ name }) => name)
    const ours = BUILT_IN_PACKS.map(({ name }) => name)
    expect([await names(user), await names(other)]).toEqual([[...ours, 'Mine'], ours])
    await expect(createPack(context, user, MINE)).rejects.toMatchObject({ code: 'bad_input' })
    await createPack(context, other, MINE)
    await expect(changePack(context, other, { ...MINE, id, name: 'Theirs' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const [first] = MINE.pictures
    await changePack(context, user, { id, name: 'Less', pictures: [first!] })
    expect((await listPacks(context, user)).at(-1)).toMatchObject({
      name: 'Less',
      is_built_in: false,
      pictures: [first],
      problems: [],
    })
    await expect(removePack(context, other, id)).rejects.toMatchObject({ code: 'not_found' })
    await removePack(context, user, id)
    expect(await names(user)).toEqual(ours)
  })

  it(`are ${PACKS_MAX} at most, however many are made at once`, async () => {
    const { user } = await seller()
    const made = await Promise.allSettled(
      Array.from({ length: PACKS_MAX + 3 }, (_, at) => createPack(context, user, { ...MINE, name: `Pack ${at}` })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(PACKS_MAX)
    expect(await db.pack.count({ where: { userId: user } })).toBe(PACKS_MAX)
  })
})

describe('a batch from a pack', () => {
  it('orders each scene that the product has once, and says what it does not have', async () => {
    const { user, design } = await seller()
    const estimate = await estimateBatch(context, user, mugs(design, 'etsy-10'))
    expect(estimate.refused).toEqual([])
    expect(estimate.left_out.map(({ where, error }) => `${where} ${error}`)).toEqual([
      expect.stringMatching(/^products.0.pack.3 Picture 4 of Etsy listing, 10 pictures: Mug, .*Kitchen Interior/),
      'products.0.pack.5 Picture 6 of Etsy listing, 10 pictures: Mug: it is not shown in Flat Lay.',
      'products.0.pack.8 Picture 9 of Etsy listing, 10 pictures: Mug: it is not shown in Flat Lay.',
    ])
    const batch = await orderBatch(context, user, mugs(design, 'etsy-10'))
    expect([batch.pack_id, batch.pictures, estimate.pictures]).toEqual(['etsy-10', 5, 5])
    const scenes = (await readPictures(db, user, batch.id)).map(({ input }) => input.settings.background)
    expect(scenes).toEqual(['outdoor-garden', 'white-studio', 'cozy-living-room', 'office-desk', 'neutral-gray'])
  })

  it('keeps the scenes that were chosen, and says which of the pack are missing then', async () => {
    const { user, design } = await seller()
    const chosen = { product: 'mug', colours: ['mug-white'], scenes: [{ ...front, size: 'large' }] }
    const wanted = { designIds: [design], products: [chosen], pack_id: 'amazon-7' }
    const { pictures, left_out: leftOut } = await estimateBatch(context, user, wanted)
    expect([pictures, leftOut[0]]).toEqual([
      1,
      { where: 'products.0.pack.1', error: 'Picture 2 of Amazon main + 6: Mug: its scene was not chosen.' },
    ])
  })

  it('shows a side that its pack names, printed where a place of the front does not hold', async () => {
    const { user, design } = await seller()
    const sides: PackInput['pictures'] = [
      { scenes: [front], crop: 'whole', width: 2048, height: 2048 },
      { scenes: [{ ...front, side: 'wrap' }], crop: 'whole', width: 2048, height: 2048 },
    ]
    const pack = await createPack(context, user, { name: 'All round', pictures: sides })
    const wanted = {
      ...mugs(design, pack.id),
      products: [{ product: 'mug', colours: ['mug-white'], place: 'full-front' }],
    }
    const { id, pictures } = await orderBatch(context, user, wanted)
    expect(pictures).toBe(2)
    const ordered = (await readPictures(db, user, id)).map(({ input: { settings } }) => settings)
    expect(ordered.map(({ side, placement }) => [side, placement !== undefined && placement !== null])).toEqual([
      [undefined, true],
      ['wrap', false],
    ])
    await make(user)
    expect(await checkListings(context, user, { id })).toMatchObject({ pictures: 2, ready: 2, unfit: [] })
    expect((await zip(user, { id })).map(([name]) => name)).toHaveLength(2)
  })

  it('is refused with another’s pack, one that never was, and where nothing of it can be made', async () => {
    const [{ user, design }, { user: other }] = [await seller(), await seller()]
    const theirs = await createPack(context, other, MINE)
    for (const id of [theirs.id, 'etsy-11', 'x'.repeat(64)])
      await expect(orderBatch(context, user, mugs(design, id))).rejects.toMatchObject({ code: 'not_found' })
    const flat = await createPack(context, user, { name: 'Flat', pictures: [MINE.pictures[2]!] })
    await expect(orderBatch(context, user, mugs(design, flat.id))).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('Mug: there is no scene to show it in.'),
    })
    const wrong = { ...mugs(design, 'etsy-10'), products: [{ product: 'mug', colours: ['sand'] }] }
    await expect(orderBatch(context, user, wrong)).rejects.toMatchObject({
      details: {
        fields: expect.objectContaining({ 'products.0.colours.0.scenes.0': expect.stringMatching(/not offered/) }),
      },
    })
    expect(await db.batch.count({ where: { userId: user } })).toBe(0)
  })
})

describe('listings', () => {
  it('have the main picture first, each in its size, named by the template; what is not there has a line', async () => {
    const { user, design } = await seller()
    const pack = await createPack(context, user, MINE)
    const { id } = await orderBatch(context, user, mugs(design, pack.id))
    await expect(archiveListings({ context, events }, user, { id })).rejects.toMatchObject({ code: 'not_found' })
    await make(user, ['off-white'])
    const before = await checkListings(context, user, { id })
    expect(before).toMatchObject({ pack_id: pack.id, name: 'Mine', listings: 1, pictures: 4, ready: 2, more: 0 })
    expect(before.unfit).toEqual([
      {
        where: expect.stringMatching(/, Mug, White: picture 2$/),
        error: 'Studio Product, Off-White: it is not made yet.',
      },
      { where: expect.stringMatching(/: picture 3$/), error: 'Mug: it is not shown in Flat Lay.' },
    ])

    await make(user)
    expect(await zip(user, { id })).toEqual([
      ['mug-white/01-sun-white-mug-studio-product-white-studio.jpg', 'white 1600 1600 jpeg'],
      ['mug-white/02-sun-white-mug-studio-product-off-white.jpg', 'jpeg'],
      ['mug-white/04-sun-white-mug-studio-product-white-studio.jpg', 'close 1600 1200 jpeg'],
      ['listing-check.txt', expect.stringMatching(/picture 3\n {2}Mug: it is not shown in Flat Lay\./)],
    ])
    await setNameTemplate(context, user, 'shop {n} {product}')
    isHeavy = true
    const heavy = await zip(user, { id }).finally(() => (isHeavy = false))
    expect(heavy.map(([name]) => name.split('/').at(-1))).toEqual([
      '01-shop mug.jpg',
      '02-shop mug.jpg',
      '04-shop mug.jpg',
      'listing-check.txt',
    ])
    expect(heavy.at(-1)?.[1]).toMatch(/01-shop mug\.jpg\n {2}Amazon takes files of 10 MB, and this is 94\.4 MB\./)
  })

  it('are those of the pack as it is now, of its copy once it is deleted, and of any other that is named', async () => {
    const { user, design } = await seller()
    const pack = await createPack(context, user, MINE)
    const { id } = await orderBatch(context, user, mugs(design, pack.id))
    await changePack(context, user, { ...MINE, id: pack.id, name: 'Changed' })
    expect((await checkListings(context, user, { id })).name).toBe('Changed')
    await removePack(context, user, pack.id)
    expect(await checkListings(context, user, { id })).toMatchObject({ name: 'Mine', pictures: 4 })
    expect(await checkListings(context, user, { id, pack_id: 'shopify-product' })).toMatchObject({ pictures: 5 })
    const plain = await orderBatch(context, user, {
      designIds: [design],
      products: [{ product: 'mug', colours: ['mug-black'], scenes: [front] }],
    })
    expect((await getBatch(context, user, plain.id)).pack_id).toBeNull()
    await expect(checkListings(context, user, { id: plain.id })).rejects.toMatchObject({ code: 'bad_input' })
  })

  it('say why a picture cannot be had anew: its design is gone, or its mockup', async () => {
    const { user, design } = await seller()
    const { id } = await orderBatch(context, user, mugs(design, 'amazon-7'))
    await make(user)
    const [mockup] = await db.mockup.findMany({ where: { userId: user, background: 'outdoor-garden' } })
    await db.mockup.delete({ where: { id: mockup!.id } })
    await db.design.delete({ where: { id: design } })
    const { unfit } = await checkListings(context, user, { id })
    const of = (at: number) => unfit.find(({ where }) => where.endsWith(`picture ${at}`))?.error
    expect(of(1)).toMatch(/^Studio Product, White Studio: .* was deleted/)
    expect(of(2)).toBe('Lifestyle Use, Outdoor Garden: its mockup was deleted.')
    expect(of(3)).toBe('Studio Product, White Studio: A close-up is made anew from its design, and that was deleted.')
  })
})

it('what every shop asks of the built-in packs holds', async () => {
  const { user } = await seller()
  for (const { name, problems } of await listPacks(context, user)) expect([name, problems]).toEqual([name, []])
})

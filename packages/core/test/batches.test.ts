import { randomUUID } from 'node:crypto'
import type { BatchOrder } from '@printroom/contract/batches'
import { coloursFor } from '@printroom/contract/colours'
import { BATCH_MAX_PICTURES } from '@printroom/contract/limits'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../src/context.ts'
import { cancelBatch } from '../src/domain/batches/cancel.ts'
import { estimateBatch } from '../src/domain/batches/estimate.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { getBatch, listBatches, listBatchPictures } from '../src/domain/batches/read.ts'
import { retryBatch } from '../src/domain/batches/retry.ts'
import type { Engine } from '../src/domain/generation/engine.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { countStatements } from './count-statements.ts'
import { books, createDesign, createFixture, createSeller } from './fixture.ts'

/** A studio whose pictures of the tote bag are the same for a man and a woman, and whose lamp breaks when told to. */
const identityOf: Engine['identityOf'] = async ({ settings, ...rest }) =>
  JSON.stringify({ ...rest, ...settings, model_gender: null })
const broken = new Set<string>()
const made = { image: Buffer.from('jpeg'), thumbnail: Buffer.from('webp'), card: Buffer.from('card'), details: {} }
const { db, context } = await createFixture({
  engine: {
    identityOf,
    make: async ({ settings }) => {
      if (broken.has(settings.colour)) throw new Error('the lamp broke')
      return made
    },
  },
  storage: { get: async () => Buffer.from('png') },
})

const MUG = { product: 'mug', scenes: [{ style: 'studio-product', background: 'off-white' }] }
const mugs = (designIds: string[], ...colours: string[]): BatchOrder => ({ designIds, products: [{ ...MUG, colours }] })
const tote = (design_id: string, model_gender: string) => ({
  design_id,
  product: 'tote-bag',
  colour: 'black',
  model_style: 'lifestyle-casual',
  background: 'lifestyle-indoor',
  model_gender,
})
const COLOURS = ['mug-white', 'mug-black', 'mug-navy']

async function seller(credits: { topup?: number; plan?: number }, designs = 1) {
  const user = await createSeller(db, credits)
  const ids = []
  for (let each = 0; each < designs; each++) ids.push(await createDesign(db, user))
  return { user, designs: ids as [string, ...string[]] }
}
async function creditsOf(user: UserId) {
  const { balance, ledger } = await books(db, user)
  expect(balance).toEqual(ledger)
  return balance
}
const jobsOf = (user: UserId) =>
  db.$queryRaw<{ priority: number }[]>`
    SELECT j.priority FROM graphile_worker.jobs j JOIN generations g ON g.id::text = j.key WHERE g.user_id = ${user}::uuid ORDER BY j.id`
/** What is queued of a seller's, made. */
async function makeAll(user: UserId) {
  const queued = await db.generation.findMany({ where: { userId: user, status: 'queued' } })
  for (const { id } of queued) await renderGeneration(context, id, true)
}
const nothingOf = async (user: UserId) => [
  await db.batch.count({ where: { userId: user } }),
  await db.generation.count({ where: { userId: user } }),
  (await jobsOf(user)).length,
]

describe('an order of a batch', () => {
  it('takes the credits of all its pictures, the plan’s first, and makes a row and a job for each', async () => {
    const { user, designs } = await seller({ plan: 4, topup: 10 }, 2)
    const batch = await orderBatch(context, user, { ...mugs(designs, ...COLOURS), name: 'Mugs' })
    expect(batch).toMatchObject({ name: 'Mugs', pictures: 6, cancelled_at: null, failures: [] })
    expect(batch.counts).toEqual({ waiting: 6, under_way: 0, done: 0, failed: 0, cancelled: 0 })
    expect(await creditsOf(user)).toEqual({ plan: 0, topup: 8 })
    expect((await jobsOf(user)).map(({ priority }) => priority)).toEqual([0, 1, 2, 3, 4, 5])
    const first = await listBatchPictures(context, user, { id: batch.id, limit: 4 })
    const second = await listBatchPictures(context, user, { id: batch.id, limit: 4, cursor: first.next })
    expect([first.items.length, second.items.length, second.next]).toEqual([4, 2, null])
    expect([...first.items, ...second.items].map(({ place, design_id, colour }) => [place, design_id, colour])).toEqual(
      designs.flatMap((design, at) => COLOURS.map((colour, c) => [at * 3 + c, design, colour])),
    )
    await makeAll(user)
    expect((await getBatch(context, user, batch.id)).counts).toMatchObject({ waiting: 0, done: 6 })
    expect(await db.mockup.count({ where: { userId: user } })).toBe(6)
  })

  it('says how many credits are missing, and then nothing of it is there', async () => {
    const { user, designs } = await seller({ plan: 1, topup: 1 })
    const order = orderBatch(context, user, mugs(designs, ...COLOURS))
    await expect(order).rejects.toMatchObject({
      code: 'insufficient_credits',
      message: 'You need 3 credits and have 2: 1 more is missing.',
      details: { needed: 3, available: 2, missing: 1 },
    })
    expect(await nothingOf(user)).toEqual([0, 0, 0])
    expect(await creditsOf(user)).toEqual({ plan: 1, topup: 1 })
  })

  it('names every cell and item that cannot be combined, and orders nothing', async () => {
    const { user, designs } = await seller({ topup: 9 })
    const scenes = [...MUG.scenes, { style: 'flat-lay', background: 'off-white' }]
    const request = {
      designIds: designs,
      products: [{ product: 'mug', colours: ['mug-white', 'sand'], scenes }],
      items: [tote(designs[0], 'man'), { ...tote(designs[0], 'man'), model_gender: null }],
    }
    await expect(orderBatch(context, user, request)).rejects.toMatchObject({
      code: 'bad_input',
      details: {
        fields: {
          'products.0.colours.0.scenes.1':
            'Mug, White, Flat Lay, Off-White: This style does not belong to this product.',
          'products.0.colours.1.scenes.0':
            'Mug, Sand, Studio Product, Off-White: This colour is not offered for this product and base model.',
          'products.0.colours.1.scenes.1': expect.stringContaining('Mug, Sand, Flat Lay'),
          'items.1': 'Item 2 (Tote Bag, Black, Lifestyle Casual, Lifestyle Indoor): Choose a model for this style.',
        },
      },
    })
    expect(await nothingOf(user)).toEqual([0, 0, 0])
    const estimate = await estimateBatch(context, user, request)
    expect(estimate).toMatchObject({ pictures: 2, credits: 2, free: 0, available: 9, missing: 0, minutes: 1 })
    expect(estimate.refused).toHaveLength(4)
    await expect(orderBatch(context, user, {})).rejects.toMatchObject({ code: 'bad_input' })
    await expect(orderBatch(context, user, mugs([randomUUID()], 'mug-white'))).rejects.toMatchObject({
      code: 'not_found',
    })
    const other = await seller({})
    await expect(orderBatch(context, user, mugs(other.designs, 'mug-white'))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('charges a picture once that it asks for twice, or that is there, as its estimate says', async () => {
    const { user, designs } = await seller({ topup: 9 })
    const both = {
      items: [tote(designs[0], 'man'), tote(designs[0], 'woman'), { ...tote(designs[0], 'man'), colour: 'navy' }],
    }
    expect(await estimateBatch(context, user, both)).toMatchObject({ pictures: 3, credits: 2, free: 1 })
    const { id } = await orderBatch(context, user, both)
    expect(await creditsOf(user)).toMatchObject({ topup: 7 })
    expect((await getBatch(context, user, id)).counts).toMatchObject({ waiting: 3 })
    await makeAll(user)
    expect((await getBatch(context, user, id)).counts).toMatchObject({ done: 3 })
    const pictures = await listBatchPictures(context, user, { id, limit: 9 })
    expect(pictures.items[0]?.mockup_id).toBe(pictures.items[1]?.mockup_id)
    // Her second is his second: the shots of one's settings go on where single orders left them.
    const hers = { items: [tote(designs[0], 'woman')] }
    expect(await estimateBatch(context, user, hers)).toMatchObject({ credits: 1, free: 0 })
    await orderBatch(context, user, hers)
    expect(await estimateBatch(context, user, { items: [tote(designs[0], 'man')] })).toMatchObject({
      credits: 0,
      free: 1,
      minutes: 0,
    })
    expect(await creditsOf(user)).toMatchObject({ topup: 6 })
  })

  it('is answered once by its key, however many ask at once, and refuses the key with another body', async () => {
    const { user, designs } = await seller({ topup: 20 })
    const order = { ...mugs(designs, ...COLOURS), idempotency_key: 'the catalogue' }
    const answers = await Promise.all(Array.from({ length: 12 }, () => orderBatch(context, user, order)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await nothingOf(user)).toEqual([1, 3, 3])
    expect(await creditsOf(user)).toMatchObject({ topup: 17 })
    const other = { ...order, ...mugs(designs, 'mug-white') }
    await expect(orderBatch(context, user, other)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    await db.design.delete({ where: { id: designs[0] } })
    expect(await orderBatch(context, user, order)).toMatchObject({ id: answers[0]?.id })
    const stranger = await seller({ topup: 3 })
    expect((await orderBatch(context, stranger.user, { ...order, designIds: stranger.designs })).id).not.toBe(
      answers[0]?.id,
    )
  })

  it(`of ${BATCH_MAX_PICTURES} pictures is one call, as is giving them up, and more are refused`, async () => {
    const { user, designs } = await seller({ topup: BATCH_MAX_PICTURES }, 41)
    const scenes = ['off-white', 'white-studio'].map((background) => ({ style: 'studio-product', background }))
    const colours = coloursFor('mug', null)
      .slice(0, 5)
      .map(({ value }) => value)
    const products = [{ product: 'mug', colours, scenes }]
    await expect(orderBatch(context, user, { designIds: designs, products })).rejects.toMatchObject({
      details: { fields: { batch: 'A batch has at most 400 pictures, and these are 410.' } },
    })
    const batch = await orderBatch(context, user, { designIds: designs.slice(0, 40), products })
    expect(batch).toMatchObject({ pictures: BATCH_MAX_PICTURES, counts: { waiting: BATCH_MAX_PICTURES } })
    expect([await creditsOf(user), (await jobsOf(user)).length]).toEqual([{ plan: 0, topup: 0 }, BATCH_MAX_PICTURES])
    expect((await cancelBatch(context, user, batch.id)).counts).toMatchObject({
      waiting: 0,
      cancelled: BATCH_MAX_PICTURES,
    })
    expect([await creditsOf(user), (await jobsOf(user)).length]).toEqual([{ plan: 0, topup: BATCH_MAX_PICTURES }, 0])
  })
})

describe('a batch', () => {
  it('is ordered, told and given up in so many statements, however many pictures it has', async () => {
    const { watched, count, reset } = countStatements(context)
    const cost = async (designs: number) => {
      const { user, designs: ids } = await seller({ topup: 99 }, designs)
      reset()
      const { id } = await orderBatch(watched, user, mugs(ids, ...COLOURS))
      await listBatches(watched, user, { limit: 9 })
      await cancelBatch(watched, user, id)
      return count()
    }
    const one = await cost(1)
    expect(one).toBeGreaterThan(10)
    expect(await cost(20)).toBe(one)
  })

  it('of which something failed says why; trying that again takes its credit anew and leaves the rest', async () => {
    const { user, designs } = await seller({ topup: 3 })
    const { id } = await orderBatch(context, user, mugs(designs, ...COLOURS))
    broken.add('mug-black')
    await makeAll(user)
    const failed = await getBatch(context, user, id)
    expect(failed.counts).toEqual({ waiting: 0, under_way: 0, done: 2, failed: 1, cancelled: 0 })
    expect(failed.failures).toMatchObject([{ place: 1, colour: 'mug-black', design_id: designs[0] }])
    expect(failed.failures[0]?.error).toMatch(/credit/)
    expect(await creditsOf(user)).toMatchObject({ topup: 1 })

    broken.clear()
    const once = { ...failed.counts, waiting: 1, failed: 0 }
    const again = await Promise.all([retryBatch(context, user, id), retryBatch(context, user, id)])
    expect(again.map(({ counts }) => counts)).toEqual([once, once])
    expect(await creditsOf(user)).toMatchObject({ topup: 0 })
    await makeAll(user)
    expect((await getBatch(context, user, id)).counts).toMatchObject({ done: 3, failed: 0 })
    expect(await retryBatch(context, user, id)).toMatchObject({ counts: { done: 3 } })
    const entries = await db.creditEntry.groupBy({ by: ['reason'], where: { userId: user }, _count: true })
    expect(Object.fromEntries(entries.map(({ reason, _count }) => [reason, _count]))).toEqual({
      support: 1,
      reserve: 4,
      capture: 3,
      release: 1,
    })
    expect(await creditsOf(user)).toMatchObject({ topup: 0 })
  })

  it('whose retry cannot be paid stays as it is; one whose design is gone is not tried', async () => {
    const { user, designs } = await seller({ topup: 2 }, 2)
    const { id } = await orderBatch(context, user, mugs(designs, 'mug-black'))
    broken.add('mug-black')
    await makeAll(user)
    broken.clear()
    const spare = await createDesign(db, user)
    await orderBatch(context, user, mugs([spare], 'mug-white'))
    await expect(retryBatch(context, user, id)).rejects.toMatchObject({
      details: { needed: 2, available: 1, missing: 1 },
    })
    expect((await getBatch(context, user, id)).counts).toMatchObject({ failed: 2, waiting: 0 })
    await db.design.delete({ where: { id: designs[0] } })
    expect((await retryBatch(context, user, id)).counts).toMatchObject({ failed: 1, waiting: 1 })
    expect(await creditsOf(user)).toMatchObject({ topup: 0 })
  })

  it('is cancelled where nobody has begun: what is under way and done stays, and the credits of the rest are back', async () => {
    const { user, designs } = await seller({ plan: 2, topup: 1 })
    const { id } = await orderBatch(context, user, mugs(designs, ...COLOURS))
    const [first, second] = await db.generation.findMany({ where: { batchId: id }, orderBy: { batchPlace: 'asc' } })
    await renderGeneration(context, first!.id, true)
    await db.generation.update({ where: { id: second!.id }, data: { status: 'rendering', attempt: 1 } })
    const cancelled = await Promise.all([cancelBatch(context, user, id), cancelBatch(context, user, id)])
    for (const { counts, cancelled_at } of cancelled) {
      expect(counts).toEqual({ waiting: 0, under_way: 1, done: 1, failed: 0, cancelled: 1 })
      expect(cancelled_at).not.toBeNull()
    }
    expect(await creditsOf(user)).toEqual({ plan: 0, topup: 1 })
    expect((await retryBatch(context, user, id)).counts).toMatchObject({ cancelled: 1, waiting: 0 })
    expect(await creditsOf(user)).toEqual({ plan: 0, topup: 1 })
  })

  it('is its seller’s alone, and the list of them comes a page at a time', async () => {
    const [owner, stranger] = [await seller({ topup: 3 }), await seller({ topup: 3 })]
    const ids = []
    for (const colour of COLOURS) ids.push((await orderBatch(context, owner.user, mugs(owner.designs, colour))).id)
    const id = ids[0]!
    for (const ask of [
      () => getBatch(context, stranger.user, id),
      () => cancelBatch(context, stranger.user, id),
      () => retryBatch(context, stranger.user, id),
      () => listBatchPictures(context, stranger.user, { id, limit: 9 }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
    expect((await listBatches(context, stranger.user, { limit: 9 })).items).toEqual([])
    const page = await listBatches(context, owner.user, { limit: 2 })
    const next = await listBatches(context, owner.user, { limit: 2, cursor: page.next })
    expect([...page.items, ...next.items].map((batch) => batch.id)).toEqual(ids.toReversed())
    expect(next.items[0]?.counts).toMatchObject({ waiting: 1 })
  })

  it('and single orders count the shots of the same settings together', async () => {
    const { user, designs } = await seller({ topup: 5 })
    const single = {
      design_id: designs[0],
      product: 'mug',
      product_model: null,
      colour: 'mug-white',
      model_style: 'studio-product',
      background: 'off-white',
      model_gender: null,
      design_size: 'medium',
    } as const
    await requestGeneration(context, user, single)
    const item = { ...tote(designs[0], ''), ...single, design_size: undefined }
    await orderBatch(context, user, { items: [item, item] })
    await requestGeneration(context, user, single)
    const rows = await db.generation.findMany({ where: { userId: user } })
    expect(rows.map(({ seed }) => seed).toSorted()).toEqual([0, 1, 2, 3])
    expect(await creditsOf(user)).toMatchObject({ topup: 1 })
  })
})

describe('the database', () => {
  it('keeps a place to one order, a batch to its owner, and says cancelled of what has failed alone', async () => {
    const [owner, stranger] = [await seller({ topup: 3 }), await seller({ topup: 3 })]
    const { id } = await orderBatch(context, owner.user, mugs(owner.designs, 'mug-white'))
    const data = { input: {}, inputHash: 'x', seed: 0 }
    const at = (userId: string, batchPlace: number) =>
      db.generation.create({ data: { ...data, userId, batchId: id, batchPlace, idempotencyKey: randomUUID() } })
    await expect(at(owner.user, 0)).rejects.toMatchObject({ code: 'P2002' })
    await expect(at(stranger.user, 1)).rejects.toMatchObject({ code: 'P2003' })
    const queued = db.generation.updateMany({ where: { batchId: id }, data: { cancelledAt: new Date() } })
    await expect(queued).rejects.toThrow(/generations_cancelled_have_failed/)
    const tooMany = { userId: owner.user, name: 'x', idempotencyKey: 'x', requestHash: 'x', pictures: 401 }
    await expect(db.batch.create({ data: tooMany })).rejects.toThrow(/batches_have_pictures/)
  })
})

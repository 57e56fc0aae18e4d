import { randomUUID } from 'node:crypto'
import type { BatchOrder } from '@printroom/contract/batches'
import { generationSchema } from '@printroom/contract/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../src/context.ts'
import { dryRunBatch } from '../src/domain/batches/dry-run.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import type { Engine } from '../src/domain/generation/engine.ts'
import { dryRunOrder, quoteOrders } from '../src/domain/generation/quote.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { AppError } from '../src/errors.ts'
import { books, createDesign, createFixture, createSeller } from './fixture.ts'

/** Drawn lists of orders; `QUOTE_RUNS=1000` for a long run. */
const RUNS = Number(process.env.QUOTE_RUNS ?? 30)

/** Two pictures of each setting, but no two red mugs are alike; the lamp breaks over green ones, and none is made by the sea. */
const identityOf: Engine['identityOf'] = async ({ settings, ordinal, design }) =>
  settings.colour === 'mug-red' ? null : JSON.stringify([settings, design.content, ordinal % 2])
const { db, context } = await createFixture({
  engine: {
    identityOf,
    canMake: ({ background }) => background !== 'outdoor-garden',
    make: async ({ settings }) => {
      if (settings.colour === 'mug-green') throw new Error('the lamp broke')
      return { image: Buffer.from('jpeg'), thumbnail: Buffer.from('webp'), card: Buffer.from('card'), details: {} }
    },
  },
  storage: { get: async () => Buffer.from('png') },
})

/** Everything that an order, or a message about one, would write. */
const rowsOf = (user: UserId) =>
  Promise.all([
    books(db, user),
    db.generation.findMany({ where: { userId: user }, orderBy: { id: 'asc' } }),
    db.mockup.findMany({ where: { userId: user }, orderBy: { id: 'asc' } }),
    db.batch.count({ where: { userId: user } }),
    db.webhookDelivery.count({ where: { endpoint: { userId: user } } }),
    db.$queryRaw`SELECT id, key, run_at FROM graphile_worker.jobs ORDER BY id`,
  ])
const creditsOf = async (user: UserId) => {
  const { balance, ledger } = await books(db, user)
  expect(balance).toEqual(ledger)
  return balance.plan + balance.topup
}
const refusalOf = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  throw error
}
const readOrder = (raw: object) => {
  const read = generationSchema.safeParse(raw)
  return read.success ? read.data : new AppError('bad_input', { error: read.error.issues[0]!.message })
}

const drawn = fc.record({
  design: fc.constantFrom(0, 0, 0, 1, 2), // the last is somebody else's
  colour: fc.constantFrom('mug-white', 'mug-white', 'mug-red', 'mug-green', 'plaid'),
  scene: fc.constantFrom('kitchen-interior', 'kitchen-interior', 'kitchen-interior', 'outdoor-garden', 'white-studio'),
  key: fc.constantFrom(null, null, 'a', 'b'),
  again: fc.constantFrom(null, null, null, 'another', 'recoloured', 'gone'),
  placement: fc.constantFrom(
    null,
    null,
    { x: 1.9, y: 1.6, width: 2, rotation: 0 },
    { x: 0, y: 0, width: 3, rotation: 0 },
  ),
})

describe('a quote', () => {
  it(
    'says what each of many orders then costs, or how it is refused, and changes nothing',
    { timeout: 600_000 },
    async () => {
      const seen = new Set<string>()
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 6 }),
          fc.array(fc.array(drawn, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 3 }),
          async (topup, rounds) => {
            const user = await createSeller(db, { topup, plan: 1 })
            const designs = [await createDesign(db, user), await createDesign(db, user)]
            designs.push(await createDesign(db, await createSeller(db)))
            for (const round of rounds) {
              const mockup = await db.mockup.findFirst({ where: { userId: user }, orderBy: { id: 'asc' } })
              const orders = round.map(({ design, colour, scene, key, again, placement }) =>
                readOrder({
                  design_id: designs[design],
                  product: 'mug',
                  colour,
                  model_style: 'lifestyle-use',
                  background: scene,
                  design_size: 'medium',
                  idempotency_key: key ?? undefined,
                  placement,
                  ...(again === 'another' && mockup && { original_mockup_id: mockup.id }),
                  ...(again === 'recoloured' && mockup && { original_mockup_id: mockup.id, is_color_change: true }),
                  ...(again === 'gone' && { original_mockup_id: randomUUID() }),
                }),
              )
              const before = await rowsOf(user)
              const quote = await quoteOrders(context, user, orders)
              expect(await rowsOf(user)).toEqual(before)
              expect(quote.available).toBe(await creditsOf(user))

              for (const [at, order] of orders.entries()) {
                const said = quote.orders[at]!
                if (order instanceof AppError) {
                  expect(said.error).toEqual(order.toBody())
                  continue
                }
                const had = await creditsOf(user)
                const single = await dryRunOrder(context, user, order).catch(refusalOf)
                const id = await requestGeneration(context, user, order).catch(refusalOf)
                const cost = had - (await creditsOf(user))
                if (id instanceof AppError) {
                  expect([said.error, cost]).toEqual([id.toBody(), 0])
                  expect(single).toMatchObject({ code: id.code, message: id.message })
                } else if (said.error?.code === 'generation_failed') {
                  const { status } = await db.generation.findUniqueOrThrow({ where: { id } })
                  expect([status, cost]).toEqual(['failed', 0])
                } else {
                  expect([said.error, said.credits]).toEqual([null, cost])
                  expect(single).toMatchObject({ credits: cost, available: had })
                  if (said.mockup_id)
                    expect(await db.mockup.count({ where: { id: said.mockup_id, userId: user } })).toBe(1)
                }
                seen.add(said.error?.code ?? `${cost}`)
              }
              const queued = await db.generation.findMany({ where: { userId: user, status: 'queued' } })
              for (const { id } of queued) await renderGeneration(context, id, true)
            }
          },
        ),
        { numRuns: RUNS, seed: 11 },
      )
      // The draw was wide enough to meet all of them.
      expect([...seen].toSorted()).toEqual(
        expect.arrayContaining([
          '0',
          '1',
          'idempotency_conflict',
          'insufficient_credits',
          'not_available',
          'not_found',
        ]),
      )
    },
  )

  it('of a batch is what the batch then costs, or its refusal, and changes nothing', async () => {
    const user = await createSeller(db, { topup: 8 })
    const design = await createDesign(db, user)
    const batch = (...colours: string[]): BatchOrder => ({
      designIds: [design],
      products: [
        {
          product: 'mug',
          colours,
          scenes: ['kitchen-interior', 'office-desk'].map((background) => ({ style: 'lifestyle-use', background })),
        },
      ],
      idempotency_key: colours.join(),
    })
    for (const order of [batch('mug-white'), batch('mug-white'), batch('mug-white', 'mug-navy')]) {
      const [before, had] = [await rowsOf(user), await creditsOf(user)]
      const quote = await dryRunBatch(context, user, { ...order, dry_run: true })
      expect(await rowsOf(user)).toEqual(before)
      await orderBatch(context, user, order)
      expect(quote).toMatchObject({ credits: had - (await creditsOf(user)), available: had, missing: 0, refused: [] })
    }
    for (const order of [
      batch('mug-red', 'mug-black'),
      batch('plaid'),
      { ...batch('mug-red'), designIds: [randomUUID()] },
      { ...batch('mug-red'), idempotency_key: 'mug-white' },
    ]) {
      const quoted = await dryRunBatch(context, user, order).catch(refusalOf)
      const ordered = await orderBatch(context, user, order).catch(refusalOf)
      expect((quoted as AppError).toBody()).toEqual((ordered as AppError).toBody())
    }
  })
})

import { createDb } from '@printroom/db/client'
import { afterAll, describe, expect, it } from 'vitest'
import type { Context, UserId } from '../src/context.ts'
import { cancelBatch } from '../src/domain/batches/cancel.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { retryBatch } from '../src/domain/batches/retry.ts'
import { cancelGeneration } from '../src/domain/generation/cancel.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { createDesign, createFixture, createSeller } from './fixture.ts'

/*
 * One seller's row is held, as by a long order of theirs, and they press on and on. Another seller is served meanwhile by
 * the same process, whose pool has few connections.
 */
const { db, context: roomy, url } = await createFixture()
const small = createDb(url, 4)
afterAll(() => small.$disconnect())
const context: Context = { ...roomy, db: small }

const SHOT = {
  product: 'mug',
  product_model: null,
  colour: 'mug-navy',
  model_style: 'studio-product',
  background: 'off-white',
  model_gender: null,
  design_size: 'medium',
} as const

const request = async (of: Context, userId: UserId, design_id: string): Promise<string> =>
  requestGeneration(of, userId, { design_id, ...SHOT })
const order = async (of: Context, userId: UserId, design_id: string): Promise<string> =>
  (await orderBatch(of, userId, { items: [{ design_id, ...SHOT }] })).id

/** What is pressed, and with it something that there is to press it on. */
const PRESSED: Record<string, (userId: UserId, design: string) => Promise<(of: Context) => Promise<unknown>>> = {
  'an order': async (userId, design) => (of) => request(of, userId, design),
  'a batch': async (userId, design) => (of) => order(of, userId, design),
  'a batch once more': async (userId, design) => {
    const id = await order(roomy, userId, design)
    return (of) => retryBatch(of, userId, id)
  },
  'giving up a batch': async (userId, design) => {
    const id = await order(roomy, userId, design)
    return (of) => cancelBatch(of, userId, id)
  },
  'giving up an order': async (userId, design) => {
    const id = await request(roomy, userId, design)
    return (of) => cancelGeneration(of, userId, id)
  },
}

describe('one seller’s presses while their row is held', { timeout: 20_000 }, () => {
  it.each(Object.entries(PRESSED))('keep nobody else waiting: %s', async (_, prepare) => {
    const [busy, other] = [await createSeller(db, { topup: 50 }), await createSeller(db, { topup: 5 })]
    const designs = await Promise.all([busy, other].map((userId) => createDesign(db, userId)))
    const press = await prepare(busy, designs[0]!)
    let pressed: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([])
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${busy}::uuid FOR UPDATE`
      let settled = 0
      pressed = Promise.allSettled(Array.from({ length: 20 }, () => press(context).finally(() => (settled += 1))))
      await untilOneWaits()
      await order(context, other, designs[1]!)
      await request(context, other, designs[1]!)
      expect(settled).toBe(0)
    })
    // They come to what one press does, or each to its own.
    expect((await pressed).some(({ status }) => status === 'fulfilled')).toBe(true)
  })
})

/** Until a connection of this database waits for a row that another holds. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const [line] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    if ((line?.count ?? 0) > 0) return
  }
}

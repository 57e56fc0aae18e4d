import { getBatch } from '@printroom/core/domain/batches/read'
import { orderBatch } from '@printroom/core/domain/batches/order'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, describe, expect, it } from 'vitest'
import { createFixture, settingsOf } from './fixture.ts'

const { url } = await createTestDatabase()
const fixture = await createFixture(url)
afterAll(() => fixture.close())
const { db, context } = fixture

describe('a worker killed with -9 in the middle of a batch', () => {
  it(
    'loses nothing and charges nothing twice: its picture is made by the next, and so are the others',
    { timeout: 300_000 },
    async () => {
      const user = await fixture.createSeller(4)
      const [plain, held] = [await fixture.design(user), await fixture.design(user, { held: true })]
      const item = (design: { id: string }, colour: string) => ({ design_id: design.id, ...settingsOf(colour) })
      const { id } = await orderBatch(context, user, {
        items: [item(plain, 'mug-white'), item(held, 'mug-black'), item(plain, 'mug-black'), item(held, 'mug-white')],
      })
      const orders = await db.generation.findMany({ where: { batchId: id }, orderBy: { batchPlace: 'asc' } })
      const worker = await fixture.startWorker()
      await fixture.reaches(orders[1]!.id, 'rendering')
      expect((await getBatch(context, user, id)).counts).toMatchObject({ done: 1, under_way: 1, waiting: 2 })
      await fixture.end(worker, 'SIGKILL')
      await fixture.feed({ design: held.path })

      const next = await fixture.startWorker()
      await Promise.all(orders.map((order) => fixture.reaches(order.id, 'done', 'failed')))
      await fixture.end(next, 'SIGTERM')
      expect((await getBatch(context, user, id)).counts).toEqual({
        waiting: 0,
        under_way: 0,
        done: 4,
        failed: 0,
        cancelled: 0,
      })
      const outcomes = await Promise.all(orders.map((order) => fixture.outcome({ id: order.id, userId: user })))
      const whole = { status: 'done', mockups: 1, captures: 1, releases: 0, balance: 0, isBalanced: true }
      expect(outcomes).toEqual(orders.map(() => whole))
      expect((await db.generation.findUniqueOrThrow({ where: { id: orders[1]!.id } })).attempt).toBe(2)
    },
  )
})

import { createWorkerContext } from '@printroom/core/boot/worker-context'
import type { UserId } from '@printroom/core/context'
import { parseEnv } from '@printroom/core/env'
import { cancelBatch } from '@printroom/core/domain/batches/cancel'
import { orderBatch } from '@printroom/core/domain/batches/order'
import { activeGenerations } from '@printroom/core/domain/generation/active'
import { cancelGeneration } from '@printroom/core/domain/generation/cancel'
import { listenForGenerations } from '@printroom/core/adapters/events/listener'
import { queueState } from '@printroom/core/domain/generation/queue'
import { requestGeneration } from '@printroom/core/domain/generation/request'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, describe, expect, it } from 'vitest'
import { startWorker } from '../src/worker.ts'

const { url } = await createTestDatabase()
const quiet = { info() {}, warn() {}, error() {} }
const real = await createWorkerContext(
  parseEnv({ NODE_ENV: 'test', DATABASE_URL: url, WORKER_CONCURRENCY: '1' }),
  quiet,
)
const { db } = real.context
const events = listenForGenerations(url, quiet)
afterAll(async () => {
  await events.close()
  await real.close()
})

/** An engine that makes nothing and takes as long as the test wants: each picture waits for its turn to be let go. */
const begun: string[] = []
const waiting: (() => void)[] = []
let tellBegun = () => {}
let breaks = false
let isHeld = true
const context = {
  ...real.context,
  storage: { ...real.context.storage, get: async () => Buffer.from('png'), put: async () => {} },
  engine: {
    ...real.context.engine,
    make: async ({ generationId }: { generationId: string }) => {
      begun.push(generationId)
      tellBegun()
      if (breaks) throw new Error('the lamp broke')
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
      return { image: Buffer.from('jpeg'), thumbnail: Buffer.from('webp'), card: Buffer.from('card'), details: {} }
    },
  },
}

async function seller(credits: number) {
  const user = await db.user.create({ data: { email: `${crypto.randomUUID()}@example.com` } })
  await db.creditEntry.create({
    data: { userId: user.id, amount: credits, bucket: 'topup', reason: 'support', idempotencyKey: user.id },
  })
  const key = crypto.randomUUID()
  const design = await db.design.create({
    data: {
      userId: user.id,
      filename: 'a.png',
      fileKey: key,
      thumbnailKey: `t-${key}`,
      width: 1,
      height: 1,
      fileSize: 1,
    },
  })
  const id = user.id as UserId
  const settings = {
    product: 'mug',
    product_model: null,
    colour: 'mug-white',
    model_style: 'studio-product',
    background: 'off-white',
    model_gender: null,
    design_size: 'medium',
  } as const
  return {
    id,
    orderBatch: (pictures: number) =>
      orderBatch(context, id, {
        items: Array.from({ length: pictures }, () => ({ design_id: design.id, ...settings })),
      }),
    order: () => requestGeneration(context, id, { design_id: design.id, ...settings }),
    credits: async () => (await db.user.findUniqueOrThrow({ where: { id } })).topupCredits,
  }
}

const hasBegun = (count: number) =>
  new Promise<void>((resolve) => {
    tellBegun = () => {
      if (begun.length >= count) resolve()
    }
    tellBegun()
  })

/** Resolves when the state that a look at the database shows is the one wanted, looking again at every event. */
const until = (isSo: () => Promise<boolean>) =>
  new Promise<void>((resolve) => {
    const look = async () => {
      if (!(await isSo())) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = events.subscribe(() => void look())
    void look()
  })

describe('the queue', () => {
  it('lets a second seller’s first order wait for one picture of a seller with 400, and no more', async () => {
    const [many, one] = [await seller(400), await seller(2)]
    for (let count = 0; count < 400; count++) await many.order()
    const worker = await startWorker(context)
    await hasBegun(1)
    const first = await one.order()
    expect(await activeGenerations(context, one.id)).toMatchObject([{ id: first, status: 'queued', position: 1 }])
    expect(await queueState(context)).toMatchObject({ queued: 400, rendering: 1, doneLastHour: 0 })
    waiting.shift()!()
    await hasBegun(2)
    expect(begun[1]).toBe(first)

    // Given up before it began: not made, and its credit is back. One that is being made cannot be given up.
    const second = await one.order()
    await expect(cancelGeneration(context, one.id, first)).rejects.toMatchObject({ code: 'already_begun' })
    await expect(cancelGeneration(context, many.id, second)).rejects.toMatchObject({ code: 'not_found' })
    await cancelGeneration(context, one.id, second)
    expect(await one.credits()).toBe(1)
    waiting.shift()!()
    await hasBegun(3)
    isHeld = false
    waiting.shift()!()
    await worker.stop()
    await expect(cancelGeneration(context, one.id, first)).rejects.toThrow('This mockup is done already.')
    expect(begun).not.toContain(second)
  })

  it('lets a batch of 400 be in nobody’s way either, and begins nothing of it that was given up', async () => {
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`
    isHeld = true
    begun.length = 0
    const [many, one] = [await seller(400), await seller(2)]
    const { id } = await many.orderBatch(400)
    const worker = await startWorker(context)
    await hasBegun(1)
    const first = await one.order()
    waiting.shift()!()
    await hasBegun(2)
    expect(begun[1]).toBe(first)
    const { counts } = await cancelBatch(context, many.id, id)
    expect(counts).toEqual({ waiting: 0, under_way: 0, done: 1, failed: 0, cancelled: 399 })
    expect(await many.credits()).toBe(399)
    const last = await one.order()
    waiting.shift()!()
    await hasBegun(3)
    expect(begun[2]).toBe(last)
    isHeld = false
    waiting.shift()!()
    await worker.stop()
    expect(begun).toHaveLength(3)
  })

  it('tries a poisoned order again later, not at once, and keeps what support staff need to read', async () => {
    await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`
    breaks = true
    const poor = await seller(1)
    const id = await poor.order()
    const worker = await startWorker(context)
    await until(async () => (await db.generation.findUniqueOrThrow({ where: { id } })).status === 'failed')
    await worker.stop()
    const ended = await db.generation.findUniqueOrThrow({ where: { id } })
    expect(ended).toMatchObject({ attempt: 3, errorDetail: 'Error: the lamp broke' })
    expect(ended.finishedAt!.getTime() - ended.startedAt!.getTime()).toBeGreaterThan(9_000) // e¹ + e² seconds of pauses
    expect(await poor.credits()).toBe(1)
  })
})

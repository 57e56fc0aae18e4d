import { randomUUID } from 'node:crypto'
import type { GenerationRequest } from '@printroom/contract/schemas'
import { describe, expect, it } from 'vitest'
import { listenForGenerations } from '../src/adapters/events/listener.ts'
import { createApiKey } from '../src/domain/auth/api-keys.ts'
import type { Events } from '../src/domain/generation/events.ts'
import { awaitOutcome } from '../src/domain/generation/outcome.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration, requestIn } from '../src/domain/generation/request.ts'
import { claim } from '../src/domain/generation/steps.ts'
import { countStatements } from './count-statements.ts'
import { books, createFixture, createSellerWithDesign, mugOrder } from './fixture.ts'

const bytes = Buffer.from('picture')
const { db, context, url } = await createFixture({
  engine: { make: async () => ({ image: bytes, thumbnail: bytes, card: bytes, details: {} }) },
  storage: { get: async () => Buffer.from('png') },
})

const seller = (topup: number) => createSellerWithDesign(db, topup)

/** Somebody who hears of what ends, from the moment the database listens. */
async function listening(): Promise<Events> {
  let ready = () => {}
  const isReady = new Promise<void>((resolve) => (ready = resolve))
  const events = listenForGenerations(url, context.log)
  const leave = events.subscribe((event) => event === null && ready())
  await isReady
  leave()
  return events
}

describe('an order', () => {
  it('takes two statements in its transaction, with a key as without one, one for a worker to take it up and one to wait for it: whoever ordered waits for each', async () => {
    const { user, design } = await seller(2)
    const { watched, count, reset } = countStatements(context)
    const engine = { ...context.engine, identityOf: async () => randomUUID() }
    const key = await createApiKey(context, user, { name: 'a key', scope: 'make', monthly_cap: 5, expires_at: null })
    await requestGeneration({ ...watched, engine, apiKeyId: key.id }, user, mugOrder(design))
    expect(count()).toBe(2)
    reset()
    const id = await requestGeneration({ ...watched, engine }, user, mugOrder(design))
    expect(count()).toBe(2)
    reset()
    expect(await claim(watched.db, id)).toMatchObject({ userId: user, attempt: 1, seed: 1, design: { id: design } })
    expect(count()).toBe(1)
    reset()
    const events = await listening()
    const waiting = awaitOutcome(watched, events, user, id)
    await renderGeneration(context, id, false)
    expect(await waiting).toMatchObject({ design_id: design })
    expect(count()).toBe(1) // the picture comes with the news of it
    await events.close()
  })

  it('sees what was ordered while it waited for its turn, in another process too', async () => {
    const { user, design } = await seller(2)
    const key = randomUUID()
    let waiting: Promise<string[]> = Promise.resolve([])
    const first = await db.$transaction(async (tx) => {
      const id = await requestIn(tx, context, user, mugOrder(design, { idempotency_key: key }))
      const beside = (request: GenerationRequest) =>
        db.$transaction((other) => requestIn(other, context, user, request))
      waiting = Promise.all([beside(mugOrder(design)), beside(mugOrder(design, { idempotency_key: key }))])
      const isWaiting = () => db.$queryRaw<object[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_seller%'`
      await expect.poll(async () => (await isWaiting()).length, { timeout: 20_000 }).toBe(2)
      return id
    })
    const [second = '', again] = await waiting
    expect(again).toBe(first)
    expect(await db.generation.findUniqueOrThrow({ where: { id: second } })).toMatchObject({ seed: 1 })
    expect((await books(db, user)).balance.topup).toBe(0)
  })
})

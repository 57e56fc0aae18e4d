import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { listenForGenerations } from '../src/adapters/events/listener.ts'
import { awaitOutcome } from '../src/domain/generation/outcome.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { sweepGenerations } from '../src/domain/generation/sweep.ts'
import { beat, createDeadWorkersSweep, hasLiveWorker } from '../src/jobs/heartbeat.ts'
import { EngineRefusal, type EngineInput, type EngineOutput } from '../src/domain/generation/engine.ts'
import { books, createDesign, createFixture, createSellerWithDesign, mugOrder } from './fixture.ts'

const picture: EngineOutput = {
  image: Buffer.from('jpeg'),
  thumbnail: Buffer.from('webp'),
  card: Buffer.from('card'),
  details: {},
}
let make: (input: EngineInput, onProgress: (percent: number) => void) => Promise<EngineOutput> = async () => picture
let canMake = true
let beforePut: () => Promise<void> = async () => {}
const { db, context, url } = await createFixture({
  engine: { canMake: () => canMake, make: (input, onProgress) => make(input, onProgress) },
  storage: { get: async () => Buffer.from('png'), put: () => beforePut() },
})

const seller = (topup: number) => createSellerWithDesign(db, topup)

const jobsOf = async (id: string) =>
  db.$queryRaw<{ attempts: number }[]>`SELECT attempts FROM graphile_worker.jobs WHERE key = ${id}`

beforeEach(() => {
  make = async () => picture
  canMake = true
})

describe('asking for a mockup', () => {
  it('debits one credit and adds one job, together', async () => {
    const { user, design } = await seller(3)
    const id = await requestGeneration(context, user, mugOrder(design))
    expect((await books(db, user)).balance.topup).toBe(2)
    expect(await jobsOf(id)).toHaveLength(1)
  })

  it('accepts exactly as many as there are credits, however many ask at once', async () => {
    const { user, design } = await seller(7)
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => requestGeneration(context, user, mugOrder(design))),
    )
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(answers.length - refused.length).toBe(7)
    for (const { reason } of refused) expect(reason.code).toBe('insufficient_credits')
    expect(await db.generation.count({ where: { userId: user } })).toBe(7)
    expect(await books(db, user)).toEqual({ balance: { plan: 0, topup: 0 }, ledger: { plan: 0, topup: 0 } })
  })

  it('answers a repeated key with the first order and one debit, and refuses it with other settings', async () => {
    const { user, design } = await seller(5)
    const key = randomUUID()
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => requestGeneration(context, user, mugOrder(design, { idempotency_key: key }))),
    )
    expect(new Set(ids).size).toBe(1)
    expect((await books(db, user)).balance.topup).toBe(4)
    const other = requestGeneration(context, user, mugOrder(design, { idempotency_key: key, colour: 'mug-red' }))
    await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict' })
  })

  it('gives successive orders of the same settings successive seeds', async () => {
    const { user, design } = await seller(9)
    await Promise.all(Array.from({ length: 8 }, () => requestGeneration(context, user, mugOrder(design))))
    const seeds = await db.generation.findMany({ where: { userId: user }, select: { seed: true } })
    expect(seeds.map(({ seed }) => seed).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('costs nothing when the combination has no plate, or the design is another seller’s', async () => {
    const { user } = await seller(2)
    const { design: foreign } = await seller(0)
    await expect(requestGeneration(context, user, mugOrder(foreign))).rejects.toMatchObject({ code: 'not_found' })
    canMake = false
    const own = await createDesign(db, user)
    await expect(requestGeneration(context, user, mugOrder(own))).rejects.toMatchObject({
      code: 'not_available',
      status: 503,
    })
    expect((await books(db, user)).balance.topup).toBe(2)
    expect(await db.generation.count({ where: { userId: user } })).toBe(0)
  })
})

describe('making it', () => {
  it('delivers the mockup, captures the credit and tells the one who waits', async () => {
    const { user, design } = await seller(1)
    const events = listenForGenerations(url, context.log)
    const id = await requestGeneration(context, user, mugOrder(design, { debug: true }))
    const waiting = awaitOutcome(context, events, user, id)
    await renderGeneration(context, id, false)
    const answer = await waiting
    await events.close()
    expect(answer).toMatchObject({
      product: 'mug',
      colour: 'mug-white',
      design_id: design,
      _debug: { designInfo: { fileSize: 100 } },
    })
    const reasons = await db.creditEntry.findMany({
      where: { reference: id },
      select: { reason: true },
      orderBy: { createdAt: 'asc' },
    })
    expect(reasons.map(({ reason }) => reason)).toEqual(['reserve', 'capture'])
  })

  it('answers with the status when the wait limit passes first', async () => {
    const { user, design } = await seller(1)
    const events = listenForGenerations(url, context.log)
    const id = await requestGeneration(context, user, mugOrder(design))
    const hasty = { ...context, env: { ...context.env, GENERATION_WAIT_SECONDS: 0 } }
    expect(await awaitOutcome(hasty, events, user, id)).toEqual({ generation_id: id, status: 'queued' })
    await events.close()
  })

  it('tries again after a failure, and after the last one gives the credit back and says so', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, mugOrder(design))
    make = async () => Promise.reject(new Error('the lamp broke'))
    await expect(renderGeneration(context, id, false)).rejects.toThrow('the lamp broke')
    expect((await books(db, user)).balance.topup).toBe(0)
    await renderGeneration(context, id, true)
    expect((await books(db, user)).balance.topup).toBe(1)
    const generation = await db.generation.findUniqueOrThrow({ where: { id } })
    expect(generation).toMatchObject({ status: 'failed', attempt: 2, errorDetail: 'Error: the lamp broke' })
    expect(generation.error).toContain('Your credit is back')
  })

  it('makes the picture although Postgres is away while its progress is written, and the process lives', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, mugOrder(design))
    let isAway = false
    const flaky = new Proxy(db, {
      get: (target, name) =>
        name === '$transaction' && isAway ? () => Promise.reject(new Error('away')) : Reflect.get(target, name),
    })
    make = async (_input, onProgress) => {
      isAway = true
      onProgress(50)
      // By the next turn the report has failed, and a failure that nobody caught would have ended a worker.
      await new Promise(setImmediate)
      isAway = false
      return picture
    }
    await renderGeneration({ ...context, db: flaky }, id, false)
    expect(await db.generation.findUnique({ where: { id } })).toMatchObject({ status: 'done', attempt: 1 })
  })

  it('does not try again what can never be made', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, mugOrder(design))
    make = async () => Promise.reject(new EngineRefusal('No such colour. Your credit is back.'))
    await renderGeneration(context, id, false)
    expect(await db.generation.findUnique({ where: { id } })).toMatchObject({
      status: 'failed',
      error: 'No such colour. Your credit is back.',
    })
    expect((await books(db, user)).balance.topup).toBe(1)
  })

  it('lets an overtaken attempt finish nothing: one mockup, one capture', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, mugOrder(design))
    let finishSlow = () => {}
    const slowIsMaking = new Promise<void>((started) => {
      make = () => {
        started()
        return new Promise((resolve) => (finishSlow = () => resolve(picture)))
      }
    })
    const slow = renderGeneration(context, id, false)
    await slowIsMaking
    make = async () => picture
    await renderGeneration(context, id, false)
    finishSlow()
    await slow
    expect(await db.mockup.count({ where: { generationId: id } })).toBe(1)
    expect(await db.creditEntry.count({ where: { reference: id, reason: 'capture' } })).toBe(1)
    expect(await db.generation.findUnique({ where: { id } })).toMatchObject({ status: 'done', attempt: 2 })
  })
})

/** A picture that is being made until somebody lets it be done. */
function slowly(work: (input: EngineInput) => Promise<unknown> = async () => {}) {
  let [begun, finish] = [() => {}, () => {}]
  const isBegun = new Promise<void>((resolve) => (begun = resolve))
  const mayEnd = new Promise<void>((resolve) => (finish = resolve))
  make = async (input) => {
    begun()
    await mayEnd
    await work(input)
    return picture
  }
  return { isBegun, finish }
}

describe('an attempt whose successor is still at work', () => {
  it('keeps no prediction of its own in the generation', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, mugOrder(design))
    const kept: boolean[] = []
    const first = slowly(async ({ provider }) => kept.push(await provider.remember('of the first', 40_000)))
    const slow = renderGeneration(context, id, false)
    await first.isBegun
    const second = slowly(async ({ provider }) => kept.push(await provider.remember('of the second', 40_000)))
    const successor = renderGeneration(context, id, false)
    await second.isBegun
    first.finish()
    await slow
    second.finish()
    await successor
    expect(kept).toEqual([false, true])
    expect((await db.generation.findUniqueOrThrow({ where: { id } })).providerIds).toEqual(['of the second'])
  })

  it('delivers nothing, even when it is overtaken while it saves', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, mugOrder(design))
    let successor: Promise<void> | undefined
    let second: ReturnType<typeof slowly> | undefined
    beforePut = async () => {
      beforePut = async () => {}
      second = slowly()
      successor = renderGeneration(context, id, false)
      await second.isBegun
    }
    await renderGeneration(context, id, false)
    expect(await db.mockup.count({ where: { generationId: id } })).toBe(0)
    expect(await db.generation.findUnique({ where: { id } })).toMatchObject({ status: 'rendering', attempt: 2 })
    second!.finish()
    await successor
    expect(await db.mockup.count({ where: { generationId: id } })).toBe(1)
    expect(await db.creditEntry.count({ where: { reference: id, reason: 'capture' } })).toBe(1)
  })
})

describe('an attempt that is overtaken while it saves', () => {
  it('finishes nothing either', async () => {
    const { user, design } = await seller(1)
    const id = await requestGeneration(context, user, mugOrder(design))
    beforePut = async () => {
      beforePut = async () => {}
      await renderGeneration(context, id, false)
    }
    await renderGeneration(context, id, false)
    expect(await db.mockup.count({ where: { generationId: id } })).toBe(1)
    expect(await db.creditEntry.count({ where: { reference: id, reason: 'capture' } })).toBe(1)
    expect(await db.generation.findUnique({ where: { id } })).toMatchObject({ status: 'done', attempt: 2 })
  })
})

describe('sweeping', () => {
  it('puts an order whose job was lost back in line, and leaves the others alone', async () => {
    const { user, design } = await seller(2)
    const [lost, fresh] = [
      await requestGeneration(context, user, mugOrder(design)),
      await requestGeneration(context, user, mugOrder(design)),
    ]
    await db.$executeRaw`SELECT graphile_worker.remove_job(${lost})`
    await db.$executeRaw`SELECT graphile_worker.remove_job(${fresh})`
    await db.generation.update({ where: { id: lost }, data: { createdAt: new Date(Date.now() - 90_000) } })
    await sweepGenerations(context)
    expect(await jobsOf(lost)).toHaveLength(1)
    expect(await jobsOf(fresh)).toHaveLength(0)
  })

  it('ends and refunds what is not done in an hour, and what has failed too often', async () => {
    const { user, design } = await seller(2)
    const [old, poison] = [
      await requestGeneration(context, user, mugOrder(design)),
      await requestGeneration(context, user, mugOrder(design)),
    ]
    await db.generation.update({ where: { id: old }, data: { createdAt: new Date(Date.now() - 3_700_000) } })
    await db.generation.update({
      where: { id: poison },
      data: { createdAt: new Date(Date.now() - 90_000), attempt: 6 },
    })
    await db.$executeRaw`SELECT graphile_worker.remove_job(${poison})`
    await sweepGenerations(context)
    for (const id of [old, poison])
      expect(await db.generation.findUnique({ where: { id } })).toMatchObject({ status: 'failed' })
    expect((await books(db, user)).balance.topup).toBe(2)
  })

  it('frees the jobs of a worker that died, and of no other', async () => {
    const { user, design } = await seller(2)
    const [dead, alive] = [
      await requestGeneration(context, user, mugOrder(design)),
      await requestGeneration(context, user, mugOrder(design)),
    ]
    await beat(context, ['worker-alive'])
    expect(await hasLiveWorker(context)).toBe(true)
    const lock = (id: string, worker: string) =>
      db.$executeRaw`UPDATE graphile_worker._private_jobs SET locked_by = ${worker}, locked_at = now() - interval '30 s' WHERE key = ${id}`
    await lock(dead, 'worker-dead')
    await lock(alive, 'worker-alive')
    const sweep = createDeadWorkersSweep()
    // At first nobody knows whether the silent died or slept, as this process may have.
    expect(await sweep(context)).toEqual([])
    expect(await sweep(context)).toEqual(['worker-dead'])
    const locked = await db.$queryRaw<
      { key: string }[]
    >`SELECT key FROM graphile_worker.jobs WHERE locked_by IS NOT NULL`
    expect(locked.map(({ key }) => key)).toEqual([alive])
  })
})

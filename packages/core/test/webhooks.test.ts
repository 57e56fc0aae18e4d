import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@printroom/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPost } from '../src/adapters/webhooks/post.ts'
import type { UserId } from '../src/context.ts'
import { cancelBatch } from '../src/domain/batches/cancel.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { retryBatch } from '../src/domain/batches/retry.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { announceBatch } from '../src/domain/webhooks/batch.ts'
import { deliver } from '../src/domain/webhooks/deliver.ts'
import { listDeliveries, replayDelivery, replayFailed } from '../src/domain/webhooks/deliveries.ts'
import { createEndpoint, removeEndpoint, rotateSecret, updateEndpoint } from '../src/domain/webhooks/endpoints.ts'
import { mailEndpointOff } from '../src/domain/webhooks/off-mail.ts'
import { sweepWebhooks } from '../src/domain/webhooks/sweep.ts'
import type { Mail } from '../src/domain/mail/mailer.ts'
import { createDesign, createFixture, createSeller } from './fixture.ts'
import { startReceiver } from '@printroom/config/src/webhook-receiver.ts'

let now = new Date()
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const broken = new Set<string>()
const made = { image: Buffer.from('jpeg'), thumbnail: Buffer.from('webp'), card: Buffer.from('card'), details: {} }
const mails: Mail[] = []
const fixture = await createFixture({
  engine: {
    identityOf: async ({ settings, ...rest }) => JSON.stringify({ ...rest, ...settings, model_gender: null }),
    make: async ({ settings }) => {
      if (broken.has(settings.colour)) throw new Error('the lamp broke')
      return made
    },
  },
  storage: { get: async () => Buffer.from('png') },
})
const { db } = fixture
const context = {
  ...fixture.context,
  clock: { now: () => now },
  mailer: { send: async (mail: Mail) => void mails.push(mail), close: () => {} },
}
const { url, received, answer } = await startReceiver()
const post = createPost({ isPrivateAllowed: true })
beforeEach(() => {
  received.length = 0
  mails.length = 0
  broken.clear()
  Object.assign(answer, { status: 200, body: 'thanks', headers: {} })
})

async function seller(topup = 50, events: readonly WebhookEvent[] = WEBHOOK_EVENT_NAMES) {
  const user = await createSeller(db, { topup })
  const endpoint = await createEndpoint(context, user, { url, events: [...events] })
  return { user, endpoint, design: await createDesign(db, user) }
}
const MUG = { product: 'mug', model_style: 'studio-product', background: 'off-white', design_size: 'medium' } as const
const order = (user: UserId, design_id: string, colour = 'mug-white') =>
  requestGeneration(context, user, { ...MUG, design_id, colour, debug: false, is_color_change: false } as never)
const batch = (user: UserId, designIds: [string, ...string[]], colours: string[]) =>
  orderBatch(context, user, {
    designIds,
    products: [{ product: 'mug', colours, scenes: [{ style: 'studio-product', background: 'off-white' }] }],
  })
/** What is queued of a seller's, made or failed for good. */
async function makeAll(user: UserId) {
  for (const { id } of await db.generation.findMany({
    where: { userId: user, status: 'queued' },
    orderBy: { id: 'asc' },
  }))
    await renderGeneration(context, id, true)
}
const eventsOf = async (user: UserId) =>
  (await db.webhookEvent.findMany({ where: { userId: user }, orderBy: { id: 'asc' } })).map(({ type }) => type)
const waiting = (user: UserId) =>
  db.webhookDelivery.findMany({ where: { userId: user, status: 'waiting' }, orderBy: { id: 'asc' } })
const jobOf = async (deliveryId: string) =>
  (
    await db.$queryRaw<{ due: number }[]>`
      SELECT extract(epoch FROM run_at - now())::int AS due FROM graphile_worker.jobs WHERE key = ${`webhook:${deliveryId}`}`
  )[0]
/** A message that waits. */
async function message(user: UserId, design: string) {
  await order(user, design)
  await makeAll(user)
  return (await waiting(user))[0]!
}
/** Every look at batches that was asked for. */
async function lookAtBatches() {
  const looks = await db.$queryRaw<{ id: string; batch: string }[]>`
    SELECT j.id::text, p.payload ->> 'batchId' AS batch FROM graphile_worker.jobs j
    JOIN graphile_worker._private_jobs p ON p.id = j.id WHERE j.task_identifier = 'announce-batch'`
  for (const { id, batch: batchId } of looks) {
    await db.$executeRaw`SELECT graphile_worker.complete_jobs(ARRAY[${id}::bigint])`
    await announceBatch(context, batchId)
  }
  return looks.length
}

describe('a message', () => {
  it('tells of a finished picture, signed so that the Standard Webhooks library takes it', async () => {
    const { user, endpoint, design } = await seller()
    const { id, eventId } = await message(user, design)
    expect(await jobOf(id)).toBeDefined()
    await deliver(context, id, post)
    const { headers, body } = received[0]!
    const told = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)
    const mockup = await db.mockup.findFirstOrThrow({ where: { userId: user } })
    expect(told).toMatchObject({
      type: 'mockup.completed',
      data: { generation_id: mockup.generationId, batch_id: null, mockup: { id: mockup.id, colour: 'mug-white' } },
    })
    expect(headers['webhook-id']).toBe(eventId)
    expect(headers['content-type']).toBe('application/json')
    expect(() => new Webhook(endpoint.secret).verify(`${body} `, headers as Record<string, string>)).toThrow(
      'No matching signature',
    )
    const { items } = await listDeliveries(context, user, { id: endpoint.id, limit: 10 })
    expect(items).toMatchObject([
      {
        event_id: eventId,
        status: 'delivered',
        next_attempt_at: null,
        attempts: [{ status: 200, answer: 'thanks', error: null }],
      },
    ])
    await deliver(context, id, post)
    expect(received).toHaveLength(1)
  })

  it('tells of a picture that could not be made, and that its credit is back', async () => {
    const { user, design } = await seller()
    broken.add('mug-black')
    await order(user, design, 'mug-black')
    await makeAll(user)
    const [delivery] = await waiting(user)
    await deliver(context, delivery!.id, post)
    expect(JSON.parse(received[0]!.body)).toMatchObject({
      type: 'mockup.failed',
      data: {
        design_id: design,
        colour: 'mug-black',
        error: expect.stringContaining('Your credit is back'),
        credits_returned: 1,
      },
    })
  })

  it('goes to each endpoint that listens to its kind, and to nobody else', async () => {
    const { user, design } = await seller(50, ['mockup.failed'])
    const both = await createEndpoint(context, user, { url, events: ['mockup.completed', 'mockup.failed'] })
    const off = await createEndpoint(context, user, { url, events: ['mockup.completed'] })
    await updateEndpoint(context, user, { id: off.id, is_enabled: false })
    const stranger = await seller()
    await order(user, design)
    await makeAll(user)
    expect((await waiting(user)).map(({ endpointId }) => endpointId)).toEqual([both.id])
    expect(await waiting(stranger.user)).toEqual([])
  })

  it('says once, of the order that crosses it, that few credits are left', async () => {
    const { user, design } = await seller(6, ['credits.low'])
    await order(user, design, 'mug-white') // 5 left
    expect(await eventsOf(user)).toEqual([])
    await order(user, design, 'mug-black')
    await order(user, design, 'mug-navy')
    expect(await eventsOf(user)).toEqual(['credits.low'])
    const event = await db.webhookEvent.findFirstOrThrow({ where: { userId: user } })
    expect(event.payload).toMatchObject({ data: { credits: 4 } })
  })

  it('is not lost, and takes no picture along, when its endpoint is removed meanwhile', async () => {
    const { user, endpoint, design } = await seller()
    await order(user, design)
    await Promise.all([makeAll(user), removeEndpoint(context, user, endpoint.id)])
    expect(await db.mockup.count({ where: { userId: user } })).toBe(1)
    expect(await waiting(user)).toEqual([])
  })
})

describe('a batch', () => {
  it('is told to be over once, when its last picture has ended, however it ended', async () => {
    const { user, design } = await seller(50, ['batch.completed'])
    broken.add('mug-black')
    const { id } = await batch(user, [design], ['mug-white', 'mug-black', 'mug-navy'])
    expect(await lookAtBatches()).toBe(1) // ordered, and not over
    const queued = await db.generation.findMany({ where: { batchId: id }, orderBy: { batchPlace: 'asc' } })
    await renderGeneration(context, queued[0]!.id, true)
    await lookAtBatches()
    expect(await eventsOf(user)).toEqual([])
    await makeAll(user)
    await lookAtBatches()
    await announceBatch(context, id)
    expect(await eventsOf(user)).toEqual(['batch.completed'])
    const event = await db.webhookEvent.findFirstOrThrow({ where: { userId: user } })
    expect(event.payload).toMatchObject({ data: { batch: { id, counts: { done: 2, failed: 1 } }, failed: 1 } })

    broken.clear()
    await retryBatch(context, user, id)
    await makeAll(user)
    await lookAtBatches()
    expect(await eventsOf(user)).toEqual(['batch.completed', 'batch.completed'])
  })

  it('is over when what was left of it was given up, or had all been there', async () => {
    const { user, design } = await seller(50, ['batch.completed'])
    const first = await batch(user, [design], ['mug-white', 'mug-navy'])
    await cancelBatch(context, user, first.id)
    await lookAtBatches()
    expect(await eventsOf(user)).toEqual(['batch.completed'])
  })

  it('that waited for another order’s picture is over with it', async () => {
    const { user, design } = await seller(50, ['mockup.completed', 'batch.completed'])
    // The totes of a man and a woman are one picture here: the second order is answered with the first one's.
    const tote = {
      design_id: design,
      product: 'tote-bag',
      colour: 'black',
      model_style: 'lifestyle-casual',
      background: 'lifestyle-indoor',
      design_size: 'medium',
    } as const
    await requestGeneration(context, user, {
      ...tote,
      model_gender: 'man',
      debug: false,
      is_color_change: false,
    } as never)
    const { id } = await orderBatch(context, user, { items: [{ ...tote, model_gender: 'woman' }] })
    await lookAtBatches()
    expect(await eventsOf(user)).toEqual([])
    await makeAll(user)
    await lookAtBatches()
    expect((await eventsOf(user)).toSorted()).toEqual(['batch.completed', 'mockup.completed', 'mockup.completed'])
    const told = await db.webhookEvent.findMany({ where: { userId: user, type: 'mockup.completed' } })
    expect(
      told.map(({ payload }) => (payload as { data: { batch_id: string | null } }).data.batch_id).toSorted(),
    ).toEqual([id, null].toSorted())
  })
})

describe('an endpoint that does not take a message', () => {
  it.each([
    ['answers 500', 500, {}],
    ['answers 404', 404, {}],
    ['leads elsewhere', 302, { location: url }],
  ])('is asked again: one that %s', async (_what, status, headers) => {
    const { user, endpoint, design } = await seller()
    const { id } = await message(user, design)
    Object.assign(answer, { status, headers, body: 'no' })
    await db.$executeRaw`SELECT graphile_worker.remove_job(${`webhook:${id}`})` // as the worker takes it
    await deliver(context, id, post)
    expect(received).toHaveLength(1) // a redirect is not followed
    const { items } = await listDeliveries(context, user, { id: endpoint.id, limit: 10 })
    expect(items).toMatchObject([{ status: 'waiting', attempts: [{ status, answer: 'no' }] }])
    expect((await jobOf(id))!.due).toBeGreaterThan(0)
  })

  it('is tried ten times in a day; then it is off, its owner has a mail, and what waits is given up', async () => {
    const { user, endpoint, design } = await seller()
    const first = await message(user, design)
    await order(user, design, 'mug-black')
    await makeAll(user)
    answer.status = 503
    const started = now
    let tries = 0
    for (;;) {
      const { status, nextAttemptAt } = await db.webhookDelivery.findUniqueOrThrow({ where: { id: first.id } })
      if (status !== 'waiting') break
      later(Math.max(0, (nextAttemptAt!.getTime() - now.getTime()) / 1000))
      await deliver(context, first.id, post)
      expect(++tries).toBeLessThan(20)
    }
    expect(tries).toBe(10)
    expect((now.getTime() - started.getTime()) / 3_600_000).toBeCloseTo(24.1, 0)
    const { disabledAt, disabledReason } = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })
    expect([disabledAt, disabledReason]).toEqual([now, expect.stringContaining('switched this endpoint off')])
    expect(await waiting(user)).toEqual([])
    await mailEndpointOff(context, endpoint.id)
    const { email } = await db.user.findUniqueOrThrow({ where: { id: user } })
    expect(mails).toMatchObject([{ to: email, text: expect.stringContaining(url) }])

    answer.status = 200
    await expect(replayDelivery(context, user, first.id)).rejects.toThrow('switched off')
    await updateEndpoint(context, user, { id: endpoint.id, is_enabled: true })
    expect(await replayFailed(context, user, endpoint.id)).toBe(2)
    received.length = 0
    for (const { id } of await waiting(user)) await deliver(context, id, post)
    expect(received.map(({ headers }) => headers['webhook-id'])).toContain(first.eventId)
    expect(await waiting(user)).toEqual([])
    mails.length = 0
    await mailEndpointOff(context, endpoint.id) // one that came late
    expect(mails).toEqual([])
  })

  it('is asked with one message at a time: the others wait and use no try up', async () => {
    const { user, design } = await seller()
    const first = await message(user, design)
    await order(user, design, 'mug-black')
    await makeAll(user)
    const second = (await waiting(user)).find(({ id }) => id !== first.id)!
    answer.status = 500
    await deliver(context, first.id, post)
    await deliver(context, second.id, post)
    expect(received).toHaveLength(1)
    expect(await db.webhookAttempt.count({ where: { deliveryId: second.id } })).toBe(0)
    answer.status = 200
    later(61)
    await deliver(context, first.id, post)
    await deliver(context, second.id, post)
    expect(await waiting(user)).toEqual([])
  })

  it('may answer at any length: the first 1,000 characters are kept, and no NUL', async () => {
    const { user, endpoint, design } = await seller()
    const { id } = await message(user, design)
    answer.body = `\0${'x'.repeat(1_000_000)}`
    await deliver(context, id, post)
    const { items } = await listDeliveries(context, user, { id: endpoint.id, limit: 10 })
    expect(items[0]!.attempts[0]!.answer).toBe('x'.repeat(1000))
  })
})

describe('a new secret', () => {
  it('signs beside the one before for a day, and then alone', async () => {
    const { user, endpoint } = await seller()
    const { secret, old_secret_until } = await rotateSecret(context, user, endpoint.id)
    expect(secret).not.toBe(endpoint.secret)
    expect(new Date(old_secret_until!).getTime() - now.getTime()).toBe(86_400_000)
    const sent = async () => {
      received.length = 0
      const { id } = await message(user, await createDesign(db, user))
      await deliver(context, id, post)
      return received[0]!.headers['webhook-signature'] as string
    }
    expect((await sent()).split(' ')).toHaveLength(2)
    later(86_401)
    expect((await sent()).split(' ')).toHaveLength(1)
  })
})

describe('the sweeper', () => {
  it('gives a message that has lost its job another, and forgets what is older than 30 days', async () => {
    const { user, design } = await seller()
    const { id, eventId } = await message(user, design)
    await db.$executeRaw`SELECT graphile_worker.remove_job(${`webhook:${id}`})`
    await db.webhookDelivery.update({ where: { id }, data: { nextAttemptAt: new Date(Date.now() - 301_000) } })
    expect((await sweepWebhooks(context)).requeued).toBeGreaterThanOrEqual(1)
    expect(await jobOf(id)).toBeDefined()
    expect((await sweepWebhooks(context)).requeued).toBe(0)
    await db.webhookEvent.update({
      where: { id: eventId },
      data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    })
    await sweepWebhooks(context)
    expect(await db.webhookDelivery.count({ where: { id } })).toBe(0)
  })
})

describe('an address', () => {
  const exposed = { ...context, env: { ...context.env, PUBLIC_URL: 'https://printroom.example.com' } }
  it.each([
    ['http://hooks.shop.com/', 'https:// addresses only'],
    ['https://hooks.shop.com:22/', 'port 443 or 8443'],
    ['https://127.0.0.1/', 'not on the public internet'],
    ['https://2130706433/', 'not on the public internet'],
    ['https://[::1]/', 'not on the public internet'],
    ['https://localhost/', 'not on the public internet'],
    ['https://printer/', 'not on the public internet'],
    ['https://db.internal./', 'not on the public internet'],
  ])(
    'that nothing could be sent to is refused with a sentence where others reach the product: %s',
    async (address, sentence) => {
      const user = await createSeller(db)
      await expect(
        createEndpoint(exposed, user, { url: new URL(address).href, events: ['mockup.completed'] }),
      ).rejects.toThrow(sentence)
      expect(await db.webhookEndpoint.count({ where: { userId: user } })).toBe(0)
    },
  )

  it('is one of five at most, of however many are added at once', async () => {
    const user = await createSeller(db)
    const tries = Array.from({ length: 12 }, () =>
      createEndpoint(exposed, user, { url: 'https://hooks.shop.com/', events: ['mockup.completed'] }),
    )
    const settled = await Promise.allSettled(tries)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await db.webhookEndpoint.count({ where: { userId: user } })).toBe(5)
  })
})

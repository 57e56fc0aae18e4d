import { describe, expect, it } from 'vitest'
import { deliver } from '../src/domain/webhooks/deliver.ts'
import { listDeliveries, replayDelivery, replayFailed } from '../src/domain/webhooks/deliveries.ts'
import { rotateSecret, updateEndpoint } from '../src/domain/webhooks/endpoints.ts'
import { mailEndpointOff } from '../src/domain/webhooks/off-mail.ts'
import { sweepWebhooks } from '../src/domain/webhooks/sweep.ts'
import { createDesign } from './fixture.ts'
import {
  answer,
  clock,
  context,
  db,
  jobOf,
  mails,
  makeAll,
  message,
  order,
  post,
  received,
  seller,
  url,
  waiting,
} from './webhook-seller.ts'

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
    const started = clock.time
    let tries = 0
    for (;;) {
      const { status, nextAttemptAt } = await db.webhookDelivery.findUniqueOrThrow({ where: { id: first.id } })
      if (status !== 'waiting') break
      clock.later(Math.max(0, (nextAttemptAt!.getTime() - clock.time.getTime()) / 1000))
      await deliver(context, first.id, post)
      expect(++tries).toBeLessThan(20)
    }
    expect(tries).toBe(10)
    expect((clock.time.getTime() - started.getTime()) / 3_600_000).toBeCloseTo(24.1, 0)
    const { disabledAt, disabledReason } = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })
    expect([disabledAt, disabledReason]).toEqual([clock.time, expect.stringContaining('switched this endpoint off')])
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
    clock.later(61)
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
    expect(new Date(old_secret_until!).getTime() - clock.time.getTime()).toBe(86_400_000)
    const sent = async () => {
      received.length = 0
      const { id } = await message(user, await createDesign(db, user))
      await deliver(context, id, post)
      return received[0]!.headers['webhook-signature'] as string
    }
    expect((await sent()).split(' ')).toHaveLength(2)
    clock.later(86_401)
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

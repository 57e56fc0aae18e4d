import { beforeAll, describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { WEBHOOK_SECRET, sign, untilWorkedOn, type StripeEvent } from './sandbox.ts'
import { account, bring, buy, db, deliver, testServer, ledger, newSeller, sandbox } from './billing-server.ts'

describe('an account that is deleted', () => {
  const remove = (seller: Client, confirmation: string) =>
    seller.fetch('/api/trpc/account.remove', { json: { confirmation } })

  it('ends its subscription at Stripe and takes the customer with it, and what Stripe says afterwards harms nobody', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    const { stripeCustomerId, stripeSubscriptionId, email } = await db.user.findUniqueOrThrow({
      where: { id: seller.userId },
    })
    expect((await remove(seller, email)).status).toBe(200)
    expect(await sandbox.get(`/v1/subscriptions/${stripeSubscriptionId}`)).toMatchObject({ status: 'canceled' })
    expect(await sandbox.get(`/v1/customers/${stripeCustomerId}`)).toEqual({
      id: stripeCustomerId,
      object: 'customer',
      deleted: true,
    })
    expect((await bring()).map(({ type }) => type)).toContain('customer.subscription.deleted')
    expect(await db.user.findUniqueOrThrow({ where: { id: seller.userId } })).toMatchObject({
      stripeCustomerId: null,
      subscriptionPlan: 'none',
      subscriptionStatus: null,
    })
  })

  it('is left as it was when Stripe cannot be reached', async () => {
    const cutOff = await openTestServer({ SANDBOX_URL: 'http://127.0.0.1:9', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
    const seller = await new Client(cutOff).register('cut-off@example.com')
    await cutOff.context.db.user.update({ where: { id: seller.userId }, data: { stripeCustomerId: 'cus_x' } })
    expect((await remove(seller, 'cut-off@example.com')).status).toBe(503)
    expect(await account(seller)).toMatchObject({ email: 'cut-off@example.com', credits: 10 })
  })

  it('gives its email no welcome credits a second time, and the database would not either', async () => {
    const seller = await newSeller()
    const { email } = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
    expect((await account(seller)).credits).toBe(10)
    await remove(seller, email)
    const again = await new Client(testServer).register(email)
    expect(again.userId).not.toBe(seller.userId)
    expect(await account(again)).toMatchObject({ email, credits: 0 })
    expect(await ledger(again)).toEqual([])
    const second = {
      userId: again.userId,
      amount: 10,
      bucket: 'topup',
      reason: 'signup',
      idempotencyKey: `signup:${again.userId}`,
    } as const
    await expect(db.creditEntry.create({ data: second })).rejects.toThrow(/has had its welcome credits/)
    expect(JSON.stringify(await db.welcomeGrant.findMany())).not.toContain(email)
    await buy(again, 'topup_50')
    await bring()
    expect((await account(again)).credits).toBe(50)
  })
})

describe('a webhook', () => {
  let seller: Client
  let events: StripeEvent[]
  beforeAll(async () => {
    seller = await newSeller()
    await buy(seller, 'topup_50')
    events = await sandbox.news()
  })

  it('that is unsigned, signed by another, 301 s old or altered by a byte is 400 and has no effect', async () => {
    const [event] = events
    const body = JSON.stringify(event)
    const raw = (sent: string, signature: string) =>
      fetch(`${testServer.url}/api/stripe/webhook`, {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
    expect((await raw(body, '')).status).toBe(400)
    expect((await raw(body, sign(body, { secret: 'whsec_other' }))).status).toBe(400)
    const old = await raw(body, sign(body, { age: 301 }))
    expect([old.status, await old.json()]).toEqual([
      400,
      { error: 'This webhook is not signed as it should be.', code: 'bad_signature' },
    ])
    for (const at of [0, 40, body.length - 1])
      expect((await raw(`${body.slice(0, at)}~${body.slice(at + 1)}`, sign(body))).status).toBe(400)
    expect(await db.stripeEvent.count({ where: { id: event!.id } })).toBe(0)
    expect((await account(seller)).credits).toBe(10)
    expect((await raw(body, sign(body, { age: 290 }))).status).toBe(200)
  })

  it('that comes many times at once grants once', async () => {
    const answers = await Promise.all(events.flatMap((event) => Array.from({ length: 5 }, () => deliver(event))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await untilWorkedOn(testServer.context)
    expect((await account(seller)).credits).toBe(60)
    expect(await db.stripeEvent.count({ where: { id: { in: events.map(({ id }) => id) }, processedAt: null } })).toBe(0)
  })

  it('about a customer that nobody has is taken and left alone', async () => {
    const stranger: StripeEvent = {
      id: 'evt_stranger',
      type: 'invoice.paid',
      created: 1,
      data: { object: { object: 'invoice', id: 'in_x', customer: 'cus_x' } },
    }
    expect((await deliver(stranger)).status).toBe(200)
    expect((await deliver({ ...stranger, id: 'evt_other', type: 'product.created' })).status).toBe(200)
  })

  it('keeps nothing of a person', async () => {
    const kept = JSON.stringify(await db.stripeEvent.findMany())
    expect(kept).not.toContain('@example.com')
  })
})

describe('without payments', () => {
  it('says that they are not configured, and where', async () => {
    const bare = await openTestServer()
    const client = await new Client(bare).register('bare@example.com')
    for (const path of ['create-checkout-session', 'create-portal-session']) {
      const response = await client.fetch(`/api/${path}`, { json: { plan: 'pro' } })
      expect([response.status, await response.json()]).toEqual([
        503,
        { code: 'not_configured', error: 'Payments are not configured on this installation.', setup_required: true },
      ])
    }
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { Visitor, openHouse } from './harness.ts'
import { WEBHOOK_SECRET, openSandbox, sign, type StripeEvent } from './sandbox.ts'

const sandbox = await openSandbox()
const house = await openHouse({ SANDBOX_URL: sandbox.url, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
const { db } = house.context

const deliver = (event: StripeEvent, signature?: string) => {
  const body = JSON.stringify(event)
  return fetch(`${house.url}/api/stripe/webhook`, { method: 'POST', body, headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? sign(body) } })
}
/** Brings what has happened at the stand-in since the last time. */
async function bring(): Promise<StripeEvent[]> {
  const events = await sandbox.news()
  for (const event of events) expect([event.type, (await deliver(event)).status]).toEqual([event.type, 200])
  return events
}
const account = async (visitor: Visitor) => (await visitor.fetch('/api/user')).json()
const urlOf = async (visitor: Visitor, plan: string) => (await (await visitor.fetch('/api/create-checkout-session', { json: { plan, userId: visitor.userId } })).json<{ url: string }>()).url
const buy = async (visitor: Visitor, plan: string, card = 'works') => sandbox.page(await urlOf(visitor, plan), { card })
const nextCycle = () => sandbox.page('/stripe/clock', { act: 'cycle' })
const ledger = async (visitor: Visitor) =>
  (await db.creditEntry.findMany({ where: { userId: visitor.userId }, orderBy: { seq: 'asc' } })).map(({ reason, bucket, amount }) => `${reason} ${bucket} ${amount}`)
const lastPayment = async (visitor: Visitor) => {
  const { stripeCustomerId } = await db.user.findUniqueOrThrow({ where: { id: visitor.userId } })
  const { data } = await sandbox.get<{ data: { id: string }[] }>(`/v1/payment_intents?customer=${stripeCustomerId}&limit=1`)
  return data[0]!.id
}
let count = 0
const newSeller = () => new Visitor(house).register(`seller${count++}@example.com`)

describe('buying', () => {
  it('a top-up grants its credits when the webhook comes, and not before', async () => {
    const seller = await newSeller()
    const back = await buy(seller, 'topup_50')
    expect(back.headers.get('location')).toMatch(new RegExp(`^${house.url}/account\\?checkout=cs_`))
    expect((await account(seller)).credits).toBe(10)
    await bring()
    expect(await account(seller)).toMatchObject({ credits: 60, topup_credits: 60, subscription_plan: 'none', has_stripe_customer: true })
  })

  it('a plan sets its credits at each paid cycle and keeps the top-ups', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    const bought = await account(seller)
    expect(bought).toMatchObject({ credits: 110, plan_credits: 100, subscription_plan: 'starter', subscription_status: 'active', subscription_ends_at: null })
    await nextCycle()
    await bring()
    const renewed = await account(seller)
    expect(renewed).toMatchObject({ credits: 110, subscription_plan: 'starter' })
    expect(Date.parse(renewed.subscription_renews_at!) - Date.parse(bought.subscription_renews_at!)).toBeGreaterThan(27 * 86_400_000)
    expect(await ledger(seller)).toEqual(['signup topup 10', 'plan_cycle plan 100', 'plan_cycle plan -100', 'plan_cycle plan 100'])
  })

  it('an upgrade grants the difference at once; a downgrade comes with the next cycle', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    const portal = await urlOf(seller, 'pro')
    expect(await (await sandbox.page(portal)).text()).toContain('Confirm the change')
    const { price, subscription } = await confirmOf(portal)
    expect((await sandbox.page(portal, { act: 'plan', price, subscription })).headers.get('location')).toBe(`${house.url}/account?changed=pro`)
    await bring()
    expect(await account(seller)).toMatchObject({ plan_credits: 500, subscription_plan: 'pro' })

    const down = await urlOf(seller, 'starter')
    await sandbox.page(down, { act: 'plan', ...(await confirmOf(down)) })
    await bring()
    expect(await account(seller)).toMatchObject({ plan_credits: 500, subscription_plan: 'pro' })
    await nextCycle()
    await bring()
    expect(await account(seller)).toMatchObject({ plan_credits: 100, subscription_plan: 'starter' })
  })

  it('refuses the plan one has, and an unknown one', async () => {
    const seller = await newSeller()
    await buy(seller, 'pro')
    await bring()
    const same = await seller.fetch('/api/create-checkout-session', { json: { plan: 'pro' } })
    expect([same.status, (await same.json()).code]).toEqual([409, 'already_subscribed'])
    const unknown = await seller.fetch('/api/create-checkout-session', { json: { plan: 'gold' } })
    expect([unknown.status, Object.keys((await unknown.json()).fields!)]).toEqual([400, ['plan']])
    expect((await seller.fetch('/api/create-checkout-session', { json: { plan: 'pro', userId: 'somebody' } })).status).toBe(403)
  })

  it('makes one customer for a person who clicks twenty times at once', async () => {
    const seller = await newSeller()
    const answers = await Promise.all(Array.from({ length: 20 }, () => seller.fetch('/api/create-checkout-session', { json: { plan: 'topup_50' } })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const { data } = await sandbox.get<{ data: { customer: string }[] }>('/v1/checkout/sessions?limit=20')
    expect(new Set(data.map(({ customer }) => customer)).size).toBe(1)
    const customers = await sandbox.page('/stripe/clock').then((page) => page.text())
    expect(customers.split(`seller${count - 1}@example.com`).length - 1).toBe(1)
  })

  it('closes the plan’s checkout in one tab when another opens one', async () => {
    const seller = await newSeller()
    const first = await urlOf(seller, 'starter')
    const second = await urlOf(seller, 'pro')
    expect((await sandbox.page(first, { card: 'works' })).status).toBe(400)
    expect((await sandbox.page(second, { card: 'works' })).status).toBe(303)
    await bring()
    expect(await account(seller)).toMatchObject({ subscription_plan: 'pro', plan_credits: 500 })
  })
})

/** The hidden fields of the portal's confirmation. */
async function confirmOf(portal: string): Promise<{ price: string; subscription: string }> {
  const page = await (await sandbox.page(portal)).text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''
  return { price: field('price'), subscription: field('subscription') }
}

describe('a subscription', () => {
  it('cancelled runs to its end, can be taken back until then, and leaves the top-ups', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    const cancelled = await seller.fetch('/api/cancel-subscription', { json: { userId: seller.userId, reason: 'Too many mugs' } })
    expect([cancelled.status, await cancelled.json()]).toEqual([200, { success: true }])
    const ending = await account(seller)
    expect(ending).toMatchObject({ subscription_status: 'active', subscription_renews_at: null, subscription_ends_at: expect.stringMatching(/Z$/) })
    const { stripeSubscriptionId } = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
    expect(await sandbox.get(`/v1/subscriptions/${stripeSubscriptionId}`)).toMatchObject({ cancellation_details: { comment: 'Too many mugs' } })

    expect((await seller.fetch('/api/resume-subscription', { json: {} })).status).toBe(200)
    expect(await account(seller)).toMatchObject({ subscription_ends_at: null, subscription_renews_at: ending.subscription_ends_at })
    await seller.fetch('/api/cancel-subscription', { json: {} })
    await nextCycle()
    await bring()
    expect(await account(seller)).toMatchObject({ credits: 10, plan_credits: 0, subscription_plan: 'none', subscription_status: 'canceled', subscription_ends_at: null })
    const again = await seller.fetch('/api/cancel-subscription', { json: {} })
    expect([again.status, (await again.json()).code]).toEqual([409, 'no_subscription'])
  })

  it('whose card fails is past due with the date of the next try, and active once the card is mended', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter', 'declines_later')
    await bring()
    await nextCycle()
    await bring()
    expect(await account(seller)).toMatchObject({ subscription_status: 'past_due', payment_retry_at: expect.stringMatching(/Z$/), plan_credits: 100 })
    const portal = await (await seller.fetch('/api/create-portal-session', { json: { userId: seller.userId } })).json<{ url: string }>()
    await sandbox.page(portal.url, { act: 'card', card: 'works' })
    await bring()
    expect(await account(seller)).toMatchObject({ subscription_status: 'active', payment_retry_at: null, plan_credits: 100 })
    expect((await ledger(seller)).filter((line) => line === 'plan_cycle plan 100')).toHaveLength(2)
  })
})

describe('money given back', () => {
  it('takes the credits with it, in part and in full, never below zero, and notes the rest', async () => {
    const seller = await newSeller()
    await buy(seller, 'topup_50')
    await bring()
    const intent = await lastPayment(seller)
    await sandbox.page('/stripe/clock', { act: 'refund', intent, amount: '250' })
    await bring()
    expect((await account(seller)).credits).toBe(60 - 25)
    await db.creditEntry.create({ data: { userId: seller.userId, amount: -30, bucket: 'topup', reason: 'support', idempotencyKey: `spent-${seller.userId}` } })
    await sandbox.page('/stripe/clock', { act: 'refund', intent })
    await bring()
    expect((await account(seller)).credits).toBe(0)
    expect(await db.purchase.findFirst({ where: { userId: seller.userId } })).toMatchObject({ credits: 50, lostCents: 499, takenBack: 30, notTakenBack: 20 })
  })

  it('by a bank comes back with the dispute that is won', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    const intent = await lastPayment(seller)
    await sandbox.page('/stripe/clock', { act: 'dispute', intent, outcome: 'open' })
    await bring()
    expect((await account(seller)).plan_credits).toBe(0)
    await sandbox.page('/stripe/clock', { act: 'dispute', intent, outcome: 'won' })
    await bring()
    expect((await account(seller)).plan_credits).toBe(100)
    expect((await ledger(seller)).slice(1)).toEqual(['plan_cycle plan 100', 'dispute plan -100', 'dispute plan 100'])
  })
})

describe('money given back after its credits were spent', () => {
  it('by a bank takes what is there, notes the rest, and returns no more than it took', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    await db.creditEntry.create({ data: { userId: seller.userId, amount: -30, bucket: 'plan', reason: 'support', idempotencyKey: `spent-${seller.userId}` } })
    const intent = await lastPayment(seller)
    const purchase = () => db.purchase.findFirst({ where: { userId: seller.userId } })
    await sandbox.page('/stripe/clock', { act: 'dispute', intent, outcome: 'open' })
    await bring()
    expect(await account(seller)).toMatchObject({ plan_credits: 0, topup_credits: 10 })
    expect(await purchase()).toMatchObject({ lostCents: 999, takenBack: 70, notTakenBack: 30 })
    await sandbox.page('/stripe/clock', { act: 'dispute', intent, outcome: 'won' })
    await bring()
    expect(await account(seller)).toMatchObject({ plan_credits: 70, topup_credits: 10 })
    expect(await purchase()).toMatchObject({ lostCents: 0, takenBack: 0, notTakenBack: 0 })
  })
})

describe('an account that is deleted', () => {
  const remove = (seller: Visitor, confirmation: string) => seller.fetch('/api/trpc/account.remove', { json: { confirmation } })

  it('ends its subscription at Stripe and takes the customer with it, and what Stripe says afterwards harms nobody', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    const { stripeCustomerId, stripeSubscriptionId, email } = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
    expect((await remove(seller, email)).status).toBe(200)
    expect(await sandbox.get(`/v1/subscriptions/${stripeSubscriptionId}`)).toMatchObject({ status: 'canceled' })
    expect(await sandbox.get(`/v1/customers/${stripeCustomerId}`)).toEqual({ id: stripeCustomerId, object: 'customer', deleted: true })
    expect((await bring()).map(({ type }) => type)).toContain('customer.subscription.deleted')
    expect(await db.user.findUniqueOrThrow({ where: { id: seller.userId } })).toMatchObject({ stripeCustomerId: null, subscriptionPlan: 'none', subscriptionStatus: null })
  })

  it('is left as it was when Stripe cannot be reached', async () => {
    const cutOff = await openHouse({ SANDBOX_URL: 'http://127.0.0.1:9', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
    const seller = await new Visitor(cutOff).register('cut-off@example.com')
    await cutOff.context.db.user.update({ where: { id: seller.userId }, data: { stripeCustomerId: 'cus_x' } })
    expect((await remove(seller, 'cut-off@example.com')).status).toBe(503)
    expect(await account(seller)).toMatchObject({ email: 'cut-off@example.com', credits: 10 })
  })

  it('gives its email no welcome credits a second time, and the database would not either', async () => {
    const seller = await newSeller()
    const { email } = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
    expect((await account(seller)).credits).toBe(10)
    await remove(seller, email)
    const again = await new Visitor(house).register(email)
    expect(again.userId).not.toBe(seller.userId)
    expect(await account(again)).toMatchObject({ email, credits: 0 })
    expect(await ledger(again)).toEqual([])
    const second = { userId: again.userId, amount: 10, bucket: 'topup', reason: 'signup', idempotencyKey: `signup:${again.userId}` } as const
    await expect(db.creditEntry.create({ data: second })).rejects.toThrow(/has had its welcome credits/)
    expect(JSON.stringify(await db.welcomeGrant.findMany())).not.toContain(email)
    await buy(again, 'topup_50')
    await bring()
    expect((await account(again)).credits).toBe(50)
  })
})

describe('a webhook', () => {
  let seller: Visitor
  let events: StripeEvent[]
  beforeAll(async () => {
    seller = await newSeller()
    await buy(seller, 'topup_50')
    events = await sandbox.news()
  })

  it('that is unsigned, signed by another, 301 s old or altered by a byte is 400 and has no effect', async () => {
    const [event] = events
    const body = JSON.stringify(event)
    const raw = (sent: string, signature: string) => fetch(`${house.url}/api/stripe/webhook`, { method: 'POST', body: sent, headers: { 'content-type': 'application/json', 'stripe-signature': signature } })
    expect((await raw(body, '')).status).toBe(400)
    expect((await raw(body, sign(body, { secret: 'whsec_other' }))).status).toBe(400)
    const old = await raw(body, sign(body, { age: 301 }))
    expect([old.status, await old.json()]).toEqual([400, { error: 'This webhook is not signed as it should be.', code: 'bad_signature' }])
    for (const at of [0, 40, body.length - 1]) expect((await raw(`${body.slice(0, at)}~${body.slice(at + 1)}`, sign(body))).status).toBe(400)
    expect(await db.stripeEvent.count({ where: { id: event!.id } })).toBe(0)
    expect((await account(seller)).credits).toBe(10)
    expect((await raw(body, sign(body, { age: 290 }))).status).toBe(200)
  })

  it('that comes many times at once grants once', async () => {
    const answers = await Promise.all(events.flatMap((event) => Array.from({ length: 5 }, () => deliver(event))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await account(seller)).credits).toBe(60)
    expect(await db.stripeEvent.count({ where: { id: { in: events.map(({ id }) => id) }, processedAt: null } })).toBe(0)
  })

  it('about a customer that nobody has is taken and left alone', async () => {
    const stranger: StripeEvent = { id: 'evt_stranger', type: 'invoice.paid', created: 1, data: { object: { object: 'invoice', id: 'in_x', customer: 'cus_x' } } }
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
    const bare = await openHouse()
    const visitor = await new Visitor(bare).register('bare@example.com')
    for (const path of ['create-checkout-session', 'create-portal-session']) {
      const response = await visitor.fetch(`/api/${path}`, { json: { plan: 'pro' } })
      expect([response.status, await response.json()]).toEqual([503, { code: 'not_configured', error: 'Payments are not configured on this installation.', setup_required: true }])
    }
  })
})

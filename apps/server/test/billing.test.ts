import { describe, expect, it } from 'vitest'
import {
  account,
  bring,
  buy,
  count,
  db,
  testServer,
  lastPayment,
  ledger,
  newSeller,
  nextCycle,
  sandbox,
  urlOf,
} from './billing-server.ts'

describe('buying', () => {
  it('a top-up grants its credits when the webhook comes, and not before', async () => {
    const seller = await newSeller()
    const back = await buy(seller, 'topup_50')
    expect(back.headers.get('location')).toMatch(new RegExp(`^${testServer.url}/account\\?checkout=cs_`))
    expect((await account(seller)).credits).toBe(10)
    await bring()
    expect(await account(seller)).toMatchObject({
      credits: 60,
      topup_credits: 60,
      subscription_plan: 'none',
      has_stripe_customer: true,
    })
  })

  it('a plan sets its credits at each paid cycle and keeps the top-ups', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    const bought = await account(seller)
    expect(bought).toMatchObject({
      credits: 110,
      plan_credits: 100,
      subscription_plan: 'starter',
      subscription_status: 'active',
      subscription_ends_at: null,
    })
    await nextCycle()
    await bring()
    const renewed = await account(seller)
    expect(renewed).toMatchObject({ credits: 110, subscription_plan: 'starter' })
    expect(Date.parse(renewed.subscription_renews_at!) - Date.parse(bought.subscription_renews_at!)).toBeGreaterThan(
      27 * 86_400_000,
    )
    expect(await ledger(seller)).toEqual([
      'signup topup 10',
      'plan_cycle plan 100',
      'plan_cycle plan -100',
      'plan_cycle plan 100',
    ])
  })

  it('an upgrade grants the difference at once; a downgrade comes with the next cycle', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter')
    await bring()
    const portal = await urlOf(seller, 'pro')
    expect(await (await sandbox.page(portal)).text()).toContain('Confirm the change')
    const { price, subscription } = await confirmOf(portal)
    expect((await sandbox.page(portal, { act: 'plan', price, subscription })).headers.get('location')).toBe(
      `${testServer.url}/account?changed=pro`,
    )
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
    expect(
      (await seller.fetch('/api/create-checkout-session', { json: { plan: 'pro', userId: 'somebody' } })).status,
    ).toBe(403)
  })

  it('makes one customer for a person who clicks twenty times at once', async () => {
    const seller = await newSeller()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => seller.fetch('/api/create-checkout-session', { json: { plan: 'topup_50' } })),
    )
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
    const cancelled = await seller.fetch('/api/cancel-subscription', {
      json: { userId: seller.userId, reason: 'Too many mugs' },
    })
    expect([cancelled.status, await cancelled.json()]).toEqual([200, { success: true }])
    const ending = await account(seller)
    expect(ending).toMatchObject({
      subscription_status: 'active',
      subscription_renews_at: null,
      subscription_ends_at: expect.stringMatching(/Z$/),
    })
    const { stripeSubscriptionId } = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
    expect(await sandbox.get(`/v1/subscriptions/${stripeSubscriptionId}`)).toMatchObject({
      cancellation_details: { comment: 'Too many mugs' },
    })

    expect((await seller.fetch('/api/resume-subscription', { json: {} })).status).toBe(200)
    expect(await account(seller)).toMatchObject({
      subscription_ends_at: null,
      subscription_renews_at: ending.subscription_ends_at,
    })
    await seller.fetch('/api/cancel-subscription', { json: {} })
    await nextCycle()
    await bring()
    expect(await account(seller)).toMatchObject({
      credits: 10,
      plan_credits: 0,
      subscription_plan: 'none',
      subscription_status: 'canceled',
      subscription_ends_at: null,
    })
    const again = await seller.fetch('/api/cancel-subscription', { json: {} })
    expect([again.status, (await again.json()).code]).toEqual([409, 'no_subscription'])
  })

  it('whose card fails is past due with the date of the next try, and active once the card is mended', async () => {
    const seller = await newSeller()
    await buy(seller, 'starter', 'declines_later')
    await bring()
    await nextCycle()
    await bring()
    expect(await account(seller)).toMatchObject({
      subscription_status: 'past_due',
      payment_retry_at: expect.stringMatching(/Z$/),
      plan_credits: 100,
    })
    const portal = await (
      await seller.fetch('/api/create-portal-session', { json: { userId: seller.userId } })
    ).json<{ url: string }>()
    await sandbox.page(portal.url, { act: 'card', card: 'works' })
    await bring()
    expect(await account(seller)).toMatchObject({
      subscription_status: 'active',
      payment_retry_at: null,
      plan_credits: 100,
    })
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
    await db.creditEntry.create({
      data: {
        userId: seller.userId,
        amount: -30,
        bucket: 'topup',
        reason: 'support',
        idempotencyKey: `spent-${seller.userId}`,
      },
    })
    await sandbox.page('/stripe/clock', { act: 'refund', intent })
    await bring()
    expect((await account(seller)).credits).toBe(0)
    expect(await db.purchase.findFirst({ where: { userId: seller.userId } })).toMatchObject({
      credits: 50,
      lostCents: 499,
      takenBack: 30,
      notTakenBack: 20,
    })
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
    await db.creditEntry.create({
      data: {
        userId: seller.userId,
        amount: -30,
        bucket: 'plan',
        reason: 'support',
        idempotencyKey: `spent-${seller.userId}`,
      },
    })
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

import { randomBytes } from 'node:crypto'
import { syncBilling } from '@printroom/core/domain/billing/sync'
import { takeWebhook } from '@printroom/core/domain/billing/webhook'
import type { Context } from '@printroom/core/context'
import type { Payments } from '@printroom/core/domain/billing/payments'
import { createDb } from '@printroom/db/client'
import { createTestDatabase } from '@printroom/db/testing/database'
import { parseEnv } from '@printroom/core/env'
import { createPayments } from '@printroom/core/boot/payments'
import { afterAll, expect, it } from 'vitest'
import { WEBHOOK_SECRET, openSandbox, sign, type StripeEvent } from './sandbox.ts'

/*
 * A subscription's life is lived once at the stand-in; after each step all that Stripe would answer is recorded. Then
 * its events are delivered in other orders, each 1 to 5 times, to an account of their own, while Stripe's answers are
 * those of the latest event that has come, and now and then later ones. EVENT_ORDERS=all takes every order.
 */
const TRIES = process.env.EVENT_ORDERS === 'all' ? Infinity : Number(process.env.EVENT_ORDERS ?? 10)
const ALL_ORDERS_MS = 7_200_000
/** So many accounts live at once: Postgres works while another's answer is read. */
const LANES = 6
const LISTS = [
  '/v1/subscriptions?status=all',
  '/v1/invoices?expand[]=data.payments',
  '/v1/checkout/sessions?status=complete',
  '/v1/payment_intents?expand[]=data.latest_charge',
  '/v1/disputes?',
] as const
const OURS = /\b(cus|sub|si|in|il|cs_test|pi|ch|evt|inpay)_[0-9a-f]{24}\b/g

const sandbox = await openSandbox()
const { url } = await createTestDatabase()
const db = createDb(url, 10)
afterAll(() => db.$disconnect())
const env = parseEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  SANDBOX_URL: sandbox.url,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
})
const real = createPayments(env)!
const { stripe } = real
const prices = await real.prices()

type Step = { event: StripeEvent; truth: number }
type Recorded = Record<string, unknown>

async function liveOnce(): Promise<{ customer: string; steps: Step[]; truths: Recorded[] }> {
  const customer = (await stripe.customers.create({ email: 'order@example.com' })).id
  const truths: Recorded[] = []
  const steps: Step[] = []
  const step = async () => {
    const events = await sandbox.news()
    truths.push(
      Object.fromEntries(
        await Promise.all(
          LISTS.map(async (path) => [
            path.split('?')[0],
            await sandbox.get(`${path}&limit=100&customer=${customer}`.replace(/^(\/v1\/disputes).*/, '$1?limit=100')),
          ]),
        ),
      ),
    )
    for (const event of events) if (TOLD.has(event.type)) steps.push({ event, truth: truths.length - 1 })
  }
  const buy = async (purchase: 'starter' | 'topup_50') => {
    const session = await stripe.checkout.sessions.create({
      mode: purchase === 'starter' ? 'subscription' : 'payment',
      customer,
      line_items: [{ price: prices[purchase], quantity: 1 }],
      success_url: 'http://x.example',
      metadata: { purchase },
    })
    await sandbox.page(session.url!, { card: 'works' })
    return session.id
  }
  await buy('starter')
  await step()
  const [subscription] = (await stripe.subscriptions.list({ customer })).data
  await sandbox.page('/stripe/clock', { act: 'cycle' })
  await step()
  await stripe.subscriptions.update(subscription!.id, {
    items: [{ id: subscription!.items.data[0]!.id, price: prices.pro }],
  })
  await step()
  await buy('topup_50')
  const [intent] = (await stripe.paymentIntents.list({ customer, limit: 1 })).data
  await stripe.refunds.create({ payment_intent: intent!.id, amount: 200 })
  await step()
  await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true })
  await sandbox.page('/stripe/clock', { act: 'cycle' })
  await step()
  return { customer, steps, truths }
}

/** One event of each kind that can come alone: seven, so 5,040 orders. */
const TOLD = new Set(['checkout.session.completed', 'invoice.paid', 'charge.refunded', 'customer.subscription.deleted'])

const life = await liveOnce()

/** The same life for another customer: every id is its own. */
async function replay(order: Step[], times: () => number, ahead: () => number): Promise<object> {
  const mark = randomBytes(6).toString('hex')
  const renamed = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(OURS, (id) => `${id.slice(0, -12)}${mark}`)) as T
  const truths = life.truths.map(renamed)
  const user = await db.user.create({
    data: { email: `${mark}@example.com`, stripeCustomerId: renamed(life.customer) },
  })
  let now = 0
  // Stripe's lists are read one by one, and things go on between them; nothing ever goes back.
  const answer = (path: string) => {
    now = Math.min(truths.length - 1, now + ahead())
    return truths[now]![path] as { data: object[] }
  }
  const list = (path: string) => () => {
    const page = answer(path)
    return Object.assign(Promise.resolve(page), { autoPagingToArray: async () => page.data })
  }
  const recorded = {
    subscriptions: { list: list('/v1/subscriptions') },
    invoices: { list: list('/v1/invoices') },
    checkout: { sessions: { list: list('/v1/checkout/sessions') } },
    paymentIntents: { list: list('/v1/payment_intents') },
    disputes: { list: list('/v1/disputes') },
  } as unknown as Payments['stripe']
  const quiet = { info() {}, warn() {}, error() {} }
  const context = {
    db,
    env,
    log: quiet,
    clock: { now: () => new Date() },
    payments: { ...real, stripe: recorded },
  } as unknown as Context
  const deliver = async (event: StripeEvent) => {
    const body = JSON.stringify(renamed(event))
    await takeWebhook(context, Buffer.from(body), sign(body))
    // As the worker's job does; of an event that was worked on already none comes.
    if (await db.stripeEvent.count({ where: { id: renamed(event.id), processedAt: null } }))
      await syncBilling(context, renamed(life.customer))
  }
  for (const { event, truth } of order) {
    now = Math.max(now, truth)
    for (let time = times(); time > 0; time--) await deliver(event)
  }
  // A repetition long after, of the first as well as of the last.
  now = truths.length - 1
  for (const { event } of order.toReversed()) await deliver(event)
  const after = await db.user.findUniqueOrThrow({ where: { id: user.id } })
  const purchases = await db.purchase.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } })
  const grants = await db.creditEntry.groupBy({
    by: ['reason'],
    where: { userId: user.id, amount: { gt: 0 } },
    _sum: { amount: true },
    orderBy: { reason: 'asc' },
  })
  return {
    plan: [after.planCredits, after.subscriptionPlan, after.subscriptionStatus, after.subscriptionEndsAt],
    topup: after.topupCredits,
    bought: purchases
      .map(({ kind, credits, takenBack, notTakenBack }) => `${kind} ${credits} -${takenBack} (${notTakenBack})`)
      .toSorted(),
    granted: grants.map(({ reason, _sum }) => `${reason} ${_sum.amount}`),
  }
}

function* ordersOf<T>(items: T[]): Generator<T[]> {
  if (items.length < 2) return yield items
  for (const [at, first] of items.entries()) for (const rest of ordersOf(items.toSpliced(at, 1))) yield [first, ...rest]
}

const expected = {
  plan: [0, 'none', 'canceled', null],
  topup: 50 - 20,
  bought: ['plan_cycle 100 -0 (0)', 'plan_cycle 100 -0 (0)', 'plan_upgrade 400 -0 (0)', 'topup 50 -20 (0)'],
  granted: ['plan_cycle 200', 'plan_upgrade 400', 'topup 50'],
}

it(
  'the events of a subscription’s life end in the same state in any order, each delivered 1 to 5 times',
  { timeout: ALL_ORDERS_MS },
  async () => {
    expect(life.steps.map(({ event }) => event.type)).toHaveLength(7)
    expect(
      await replay(
        life.steps,
        () => 1,
        () => 0,
      ),
    ).toEqual(expected)
    const all = [...ordersOf(life.steps)]
    const chosen =
      TRIES >= all.length ? all : Array.from({ length: TRIES }, () => all[Math.floor(Math.random() * all.length)]!)
    const upTo = (most: number) => Math.floor(Math.random() * most)
    const waiting = chosen.values()
    const liveThrough = async () => {
      for (const order of waiting) {
        const outcome = await replay(
          order,
          () => 1 + upTo(5),
          () => (Math.random() < 0.1 ? 1 : 0),
        )
        expect(outcome, order.map(({ event }) => event.type).join(', ')).toEqual(expected)
        lived += 1
      }
    }
    let lived = 0
    await Promise.all(Array.from({ length: LANES }, liveThrough))
    expect(lived).toBe(chosen.length)
  },
)

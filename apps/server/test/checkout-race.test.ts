import { PLANS, type PlanId } from '@printroom/contract/plans'
import { SANDBOX_KEY, stripeClient } from '@printroom/core/adapters/payments/stripe'
import { createContext } from '@printroom/core/boot/context'
import { parseEnv } from '@printroom/core/env'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, expect, it, vi } from 'vitest'
import { Client } from './harness.ts'
import { startProcess } from './processes.ts'
import { WEBHOOK_SECRET, openSandbox, sign, type StripeEvent } from './sandbox.ts'

/*
 * Fifty sellers press for plans in several tabs at once, at two servers, and pay whatever can be paid the moment they
 * have it. Every other seller has checkouts besides that were made at Stripe itself: those our own nets cannot close.
 */
const ROUNDS = Number(process.env.CHECKOUT_RACES ?? 50)
const TABS = 4
/** So many sellers live at once. */
const LANES = 5
const ALL_MS = 1_200_000
const sandbox = await openSandbox()
const { url: database } = await createTestDatabase()
const env = {
  NODE_ENV: 'test',
  DATABASE_URL: database,
  PORT: '0',
  RATE_LIMITS: 'off',
  WORKER_CONCURRENCY: '1',
  SANDBOX_URL: sandbox.url,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
}
const { context, close } = await createContext(parseEnv(env), { info() {}, warn() {}, error() {} })
const { db } = context
afterAll(close)
const servers = await Promise.all([startProcess('server', env), startProcess('server', env)])
await startProcess('worker', env)
const stripe = stripeClient(SANDBOX_KEY, sandbox.url)
const prices = await context.payments!.prices()

const random = (below: number) => Math.floor(Math.random() * below)
const anyOf = <Item>(items: readonly Item[]): Item => items[random(items.length)]!
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
/** True when it was paid: a checkout that was closed meanwhile is not. */
const pay = async (url: string): Promise<boolean> => (await sandbox.page(url, { card: 'works' })).status === 303
const deliver = async (event: StripeEvent): Promise<void> => {
  const body = JSON.stringify(event)
  const answer = await fetch(`${anyOf(servers).url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': sign(body) },
  })
  expect(answer.status).toBe(200)
}
const untilNoJobs = () =>
  vi.waitFor(async () => expect(await db.$queryRaw`SELECT key FROM graphile_worker.jobs`).toEqual([]), {
    timeout: 80_000,
    interval: 50,
  })

type Round = { userId: string; hasOutside: boolean; customer: string; paid: number }

async function press(nth: number): Promise<Round> {
  const [here, there] = [await new Client(servers[0]!).register(`race${nth}@example.com`), new Client(servers[1]!)]
  for (const cookie of here.cookie.split('; ')) there.keep(cookie)
  const isSamePlan = random(2) === 0
  const wanted = anyOf(PLANS).id
  const planOfTab = (): PlanId => (isSamePlan ? wanted : anyOf(PLANS).id)
  let paid = 0
  const paying = async (url: string) => void ((await pay(url)) && (paid += 1))
  const tab = async (client: Client) => {
    const answer = await client.fetch('/api/create-checkout-session', { json: { plan: planOfTab() } })
    // 409: another tab has paid already, for the same plan. Else where to pay, or the portal to change what was paid.
    expect([200, 409]).toContain(answer.status)
    const { url } = await answer.json<{ url?: string }>()
    if (url?.includes('/stripe/checkout/')) await paying(url)
  }
  const hasOutside = nth % 2 === 0
  const outside = async () => {
    const customer = await vi.waitFor(
      async () =>
        (await db.user.findUniqueOrThrow({ where: { id: here.userId } })).stripeCustomerId ??
        Promise.reject(new Error('no customer yet')),
      { timeout: 60_000, interval: 10 },
    )
    for (let time = 1 + random(2); time > 0; time--) {
      const plan = planOfTab()
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: prices[plan], quantity: 1 }],
        success_url: 'http://x.example',
      })
      await paying(session.url!)
    }
  }
  await Promise.all([
    ...Array.from({ length: TABS }, (_, at) => tab(at % 2 ? here : there)),
    ...(hasOutside ? [outside()] : []),
  ])
  const { stripeCustomerId } = await db.user.findUniqueOrThrow({ where: { id: here.userId } })
  return { userId: here.userId, hasOutside, customer: stripeCustomerId!, paid }
}

/** Brings what Stripe has to tell, in no order, now and then twice, to either server, until it has nothing more to tell. */
async function untilCalm(): Promise<void> {
  for (let events = await sandbox.news(); events.length > 0; events = await sandbox.news()) {
    const order = shuffled([...events, ...events.filter(() => random(4) === 0)])
    for (let at = 0; at < order.length; at += LANES) await Promise.all(order.slice(at, at + LANES).map(deliver))
    await untilNoJobs()
  }
}

it(
  `in ${ROUNDS} races for plans nobody ends with two, and no payment is without its grant or its refund`,
  { timeout: ALL_MS },
  async () => {
    const rounds: Round[] = []
    const starts = Array.from({ length: ROUNDS }, (_, at) => at).values()
    const live = async () => {
      for (const nth of starts) {
        rounds.push(await press(nth))
        if (random(3) === 0) await untilCalm()
      }
    }
    await Promise.all(Array.from({ length: LANES }, live))
    await untilCalm()
    expect(rounds).toHaveLength(ROUNDS)
    for (const { userId, hasOutside, customer, paid } of rounds) {
      const told = `of ${userId}, ${hasOutside ? 'with' : 'without'} checkouts of others`
      if (!hasOutside) expect(paid, `payments ${told}`).toBe(1)
      const subscriptions = (await stripe.subscriptions.list({ customer, status: 'all' })).data
      expect(subscriptions, `subscriptions ${told}`).toHaveLength(paid)
      const live = subscriptions.filter(({ status }) => status !== 'canceled')
      expect(live, `live subscriptions ${told}`).toHaveLength(1)
      const plan = PLANS.find(({ id }) => prices[id] === live[0]!.items.data[0]!.price.id)!

      const charges = (
        await stripe.paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] })
      ).data.map(({ id, latest_charge: charge }) => ({
        id,
        charge: charge as { amount: number; amount_refunded: number },
      }))
      const bought = await db.purchase.findMany({ where: { userId } })
      expect(bought.map(({ paymentIntentId }) => paymentIntentId).toSorted(), `purchases ${told}`).toEqual(
        charges.map(({ id }) => id).toSorted(),
      )
      for (const { paymentIntentId, credits, lostCents } of bought) {
        const { charge } = charges.find(({ id }) => id === paymentIntentId)!
        expect([credits > 0, charge.amount_refunded, lostCents], `a payment ${told}`).toEqual(
          credits > 0 ? [true, 0, 0] : [false, charge.amount, charge.amount],
        )
      }
      expect(
        bought.filter(({ credits }) => credits > 0),
        `grants ${told}`,
      ).toHaveLength(1)
      expect(await db.user.findUniqueOrThrow({ where: { id: userId } }), told).toMatchObject({
        planCredits: plan.credits,
        topupCredits: 10,
        subscriptionPlan: plan.id,
        stripeSubscriptionId: live[0]!.id,
      })
    }
    expect(await db.$queryRaw`SELECT user_id FROM credit_summary WHERE NOT adds_up`).toEqual([])
    // The races were such: of those who had checkouts of others, many had paid more than once.
    expect(rounds.filter(({ paid }) => paid > 1).length).toBeGreaterThan(ROUNDS / 10)
    expect(await db.stripeEvent.count({ where: { processedAt: null } })).toBe(0)
  },
)

import { SANDBOX_KEY, stripeClient } from '@printroom/core/adapters/payments/stripe'
import { syncBilling } from '@printroom/core/domain/billing/sync'
import { createContext } from '@printroom/core/boot/context'
import { parseEnv } from '@printroom/core/env'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, beforeEach, describe, expect, it, onTestFailed, vi } from 'vitest'
import { Client } from './harness.ts'
import { openMailbox } from './mailbox.ts'
import { end, startProcess } from './processes.ts'
import { WEBHOOK_SECRET, openSandbox, sign, untilNoJobs, untilWorkedOn, type StripeEvent } from './sandbox.ts'
import { openSlowStripe } from './slow-stripe.ts'

/*
 * Two live subscriptions of one seller cannot be bought here: the tests make the second one at Stripe itself, as an
 * older server, a person at Stripe's dashboard or a hole in the other two nets would.
 */
const sandbox = await openSandbox()
const slow = await openSlowStripe(sandbox.url)
const mailbox = await openMailbox()
const { url: database } = await createTestDatabase()
const env = {
  NODE_ENV: 'test',
  DATABASE_URL: database,
  PORT: '0',
  RATE_LIMITS: 'off',
  WORKER_CONCURRENCY: '1',
  SANDBOX_URL: slow.url,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Printroom <billing@printroom.test>',
}
const { context, close } = await createContext(parseEnv({ ...env, SANDBOX_URL: sandbox.url }), {
  info() {},
  warn() {},
  error() {},
})
const { db } = context
afterAll(close)
const server = await startProcess('server', env)
let worker = await startProcess('worker', env)
afterAll(() => end(worker.child))
const stripe = stripeClient(SANDBOX_KEY, sandbox.url)
const prices = await context.payments!.prices()

// What was said in vain is said once more, where the failure stands.
beforeEach(() => {
  const said = worker.said().length
  onTestFailed(() =>
    console.error(
      worker
        .said()
        .slice(said)
        .split('\n')
        .filter((line) => /"level":[45]0/.test(line))
        .join('\n'),
    ),
  )
})

let count = 0
const mailsOf = (seller: Client) => mailbox.mails.filter(({ to }) => to === seller.email)
const newSeller = () => new Client(server).register(`twice${count++}@example.com`)
const account = async (seller: Client) => (await seller.fetch('/api/user')).json()
const urlOf = async (seller: Client, plan: string) =>
  (await (await seller.fetch('/api/create-checkout-session', { json: { plan } })).json<{ url: string }>()).url
const pay = async (url: string) => expect((await sandbox.page(url, { card: 'works' })).status).toBe(303)
const customerOf = async (seller: Client) =>
  (await db.user.findUniqueOrThrow({ where: { id: seller.userId } })).stripeCustomerId!
/** Lets so many seconds pass at Stripe, whose times are whole seconds: what comes after is later there too. */
const pass = (seconds: number) => sandbox.page('/stripe/clock', { act: 'days', days: String(seconds / 86_400) })
/** A plan's checkout that no net of ours knows of. */
const secondCheckout = async (seller: Client, plan: 'starter' | 'pro' | 'agency') =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: await customerOf(seller),
    line_items: [{ price: prices[plan], quantity: 1 }],
    success_url: 'http://x.example',
  })
const live = async (seller: Client) => (await stripe.subscriptions.list({ customer: await customerOf(seller) })).data
const ledger = async (seller: Client) =>
  (await db.creditEntry.findMany({ where: { userId: seller.userId }, orderBy: { seq: 'asc' } })).map(
    ({ reason, bucket, amount }) => `${reason} ${bucket} ${amount}`,
  )
const purchases = async (seller: Client) => {
  const rows = await db.purchase.findMany({
    where: { userId: seller.userId },
    orderBy: [{ paidAt: 'asc' }, { amountCents: 'asc' }],
  })
  return rows.map(
    ({ kind, plan, credits, amountCents, lostCents }) =>
      `${kind} ${plan}: ${credits} credits for ${amountCents} cents, ${lostCents} given back`,
  )
}
const upgrade = (subscription: { id: string; items: { data: { id: string }[] } }, plan: 'pro' | 'agency') =>
  stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]!.id, price: prices[plan] }],
    proration_behavior: 'always_invoice',
  })
const deliver = (event: StripeEvent) => {
  const body = JSON.stringify(event)
  return fetch(`${server.url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': sign(body) },
  })
}
/** Brings what Stripe has to tell, and what that leads to, until it has nothing more to tell. */
async function untilCalm(): Promise<void> {
  for (let events = await sandbox.news(); events.length > 0; events = await sandbox.news()) {
    await Promise.all(events.map(deliver))
    await untilWorkedOn(context)
    await untilNoJobs(context)
  }
}
/** A seller with Starter, whose second tab has paid for Pro; no event has been brought yet. */
async function twice(): Promise<Client> {
  const seller = await newSeller()
  await pay(await urlOf(seller, 'starter'))
  await pass(2)
  await pay((await secondCheckout(seller, 'pro')).url!)
  expect(await live(seller)).toHaveLength(2)
  return seller
}
const KEPT_STARTER = {
  plan_credits: 100,
  topup_credits: 10,
  subscription_plan: 'starter',
  subscription_status: 'active',
}

describe('a second live subscription', () => {
  it('is canceled and its payment given back; the seller is told by mail and in the statement, the operator in the log', async () => {
    const seller = await twice()
    const said = worker.said().length
    await untilCalm()
    expect(await live(seller)).toHaveLength(1)
    expect(await account(seller)).toMatchObject(KEPT_STARTER)
    expect((await purchases(seller)).toSorted()).toEqual([
      'plan_cycle pro: 0 credits for 2999 cents, 2999 given back',
      'plan_cycle starter: 100 credits for 999 cents, 0 given back',
    ])
    expect(await ledger(seller)).toEqual(['signup topup 10', 'plan_cycle plan 100', 'refund plan 0'])
    expect(await db.surplusSubscription.findMany({ where: { userId: seller.userId } })).toEqual([
      expect.objectContaining({ keptId: (await live(seller))[0]!.id, canceledAt: expect.any(Date) }),
    ])
    const mail = mailsOf(seller)[0]
    expect(mail).toMatchObject({
      subject: 'We refunded a payment of $29.99',
      text: expect.stringMatching(/you paid \$29\.99 for the Pro plan[\s\S]*given the \$29\.99 back in full/),
    })
    const statement = await (await seller.fetch('/api/credits/statement.csv')).text()
    expect(statement).toContain('"Payment refunded: Pro, $29.99",0,110')
    const faults = worker
      .said()
      .slice(said)
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    expect(faults).toEqual([expect.stringContaining('a seller has two live subscriptions')])
  })

  it('leads to nothing more when it is looked at again, by night or by a repeated event', async () => {
    const seller = await newSeller()
    await pay(await urlOf(seller, 'pro'))
    await pay((await secondCheckout(seller, 'pro')).url!)
    const events = await sandbox.news()
    for (let time = 0; time < 2; time++) {
      for (const event of events) await deliver({ ...event, id: `${event.id}_${time}` })
      await untilWorkedOn(context)
      await untilNoJobs(context)
      await untilCalm()
    }
    expect(await live(seller)).toHaveLength(1)
    const mails = mailsOf(seller).length
    expect(await syncBilling(context, await customerOf(seller))).toEqual([])
    await untilNoJobs(context)
    expect((await purchases(seller)).toSorted()).toEqual(
      [
        'plan_cycle pro: 500 credits for 2999 cents, 0 given back',
        'plan_cycle pro: 0 credits for 2999 cents, 2999 given back',
      ].toSorted(),
    )
    expect(mailsOf(seller)).toHaveLength(mails)
    const intents = (await stripe.paymentIntents.list({ customer: await customerOf(seller) })).data
    const refunds = await Promise.all(
      intents.map(async ({ id }) => (await stripe.refunds.list({ payment_intent: id })).data.length),
    )
    expect(refunds.toSorted()).toEqual([0, 1])
  })

  it('that was upgraded before anybody saw it gets every payment back, the upgrade’s as well', async () => {
    const seller = await twice()
    const second = (await live(seller)).find(({ items }) => items.data[0]!.price.id === prices.pro)
    await upgrade(second!, 'agency')
    await untilCalm()
    expect(await live(seller)).toHaveLength(1)
    expect(await account(seller)).toMatchObject(KEPT_STARTER)
    expect((await purchases(seller)).toSorted()).toEqual([
      'plan_cycle pro: 0 credits for 2999 cents, 2999 given back',
      'plan_cycle starter: 100 credits for 999 cents, 0 given back',
      'plan_upgrade agency: 0 credits for 5000 cents, 5000 given back',
    ])
  })

  it('does not keep the upgrade of the first from granting what it is worth', async () => {
    const seller = await newSeller()
    await pay(await urlOf(seller, 'pro'))
    await untilCalm()
    await pay((await secondCheckout(seller, 'pro')).url!)
    const { stripeSubscriptionId } = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
    await upgrade(
      (await live(seller)).find(({ id }) => id === stripeSubscriptionId)!,
      'agency',
    )
    await untilCalm()
    expect((await live(seller)).map(({ id }) => id)).toEqual([stripeSubscriptionId])
    expect(await account(seller)).toMatchObject({ plan_credits: 1500, subscription_plan: 'agency' })
    expect((await purchases(seller)).toSorted()).toEqual([
      'plan_cycle pro: 0 credits for 2999 cents, 2999 given back',
      'plan_cycle pro: 500 credits for 2999 cents, 0 given back',
      'plan_upgrade agency: 1000 credits for 5000 cents, 0 given back',
    ])
  })

  it('does not take the plan with it when it ends, and the plan ends with its own subscription', async () => {
    const seller = await twice()
    await untilCalm()
    const [kept] = await live(seller)
    await seller.fetch('/api/cancel-subscription', { json: {} })
    expect(await stripe.subscriptions.retrieve(kept!.id)).toMatchObject({ cancel_at_period_end: true })
    await stripe.subscriptions.cancel(kept!.id)
    await untilCalm()
    expect(await account(seller)).toMatchObject({
      plan_credits: 0,
      topup_credits: 10,
      subscription_plan: 'none',
      subscription_status: 'canceled',
    })
    expect(await ledger(seller)).toEqual([
      'signup topup 10',
      'plan_cycle plan 100',
      'refund plan 0',
      'plan_end plan -100',
    ])
  })

  it('whose payment a bank holds is given back when the dispute is won', async () => {
    const seller = await twice()
    const intents = (await stripe.paymentIntents.list({ customer: await customerOf(seller) })).data
    const intent = intents.find(({ amount }) => amount === 2999)!.id
    const dispute = (outcome: string) => sandbox.page('/stripe/clock', { act: 'dispute', intent, outcome })
    await dispute('open')
    await untilCalm()
    expect(await live(seller)).toHaveLength(1)
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toEqual([])
    await dispute('won')
    await untilCalm()
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toEqual([
      expect.objectContaining({ amount: 2999 }),
    ])
    expect(await account(seller)).toMatchObject(KEPT_STARTER)
  })

  it('of the time before, that had granted something, is given back for the period that runs', async () => {
    const seller = await newSeller()
    await pay(await urlOf(seller, 'starter'))
    await untilCalm()
    await pass(2)
    await pay((await secondCheckout(seller, 'pro')).url!)
    // What the books said then: each new subscription was a new cycle, and the first one's credits ended with it.
    const [second] = await live(seller)
    const invoice = String(second!.latest_invoice)
    const periodEnd = new Date(second!.items.data[0]!.current_period_end * 1000)
    await db.purchase.create({
      data: {
        id: invoice,
        userId: seller.userId,
        kind: 'plan_cycle',
        plan: 'pro',
        credits: 500,
        amountCents: 2999,
        subscriptionId: second!.id,
        periodEnd,
        paidAt: new Date(second!.created * 1000),
      },
    })
    for (const amount of [-100, 500])
      await db.creditEntry.create({
        data: {
          userId: seller.userId,
          amount,
          bucket: 'plan',
          reason: 'plan_cycle',
          reference: invoice,
          planCycle: 2,
          idempotencyKey: `before:${invoice}:${amount}`,
        },
      })
    await untilCalm()
    expect((await live(seller)).map(({ id }) => id)).toEqual([second!.id])
    expect(await account(seller)).toMatchObject({ plan_credits: 500, topup_credits: 10, subscription_plan: 'pro' })
    expect((await purchases(seller)).toSorted()).toEqual([
      'plan_cycle pro: 500 credits for 2999 cents, 0 given back',
      'plan_cycle starter: 100 credits for 999 cents, 999 given back',
    ])
  })

  it.each(['DELETE /v1/subscriptions', 'POST /v1/refunds'])(
    'is dealt with once, also when the worker is killed between Stripe’s doing and its word (%s)',
    async (call) => {
      const seller = await twice()
      slow.hold((asked) => asked.startsWith(call), 'answers')
      await Promise.all((await sandbox.news()).map(deliver))
      await vi.waitFor(() => expect(slow.waiting()).toHaveLength(1), { timeout: 60_000, interval: 20 })
      // A mail that is being handed over when its worker dies may come twice.
      if (call !== 'POST /v1/refunds') await untilNoJobs(context, 'refund-purchase')
      worker.child.kill('SIGKILL')
      await end(worker.child)
      slow.release()
      // As if it had been dead for a minute: that the dead are found out has a test of its own.
      await db.workerHeartbeat.deleteMany()
      await db.$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`
      worker = await startProcess('worker', env)
      await untilNoJobs(context)
      await untilCalm()
      expect(await live(seller)).toHaveLength(1)
      expect(await account(seller)).toMatchObject(KEPT_STARTER)
      expect(await purchases(seller)).toContain('plan_cycle pro: 0 credits for 2999 cents, 2999 given back')
      expect(await db.surplusSubscription.count({ where: { userId: seller.userId, canceledAt: null } })).toBe(0)
      expect(mailsOf(seller)).toHaveLength(1)
    },
  )
})

it('two top-ups at once are two grants', async () => {
  const seller = await newSeller()
  const urls = await Promise.all([urlOf(seller, 'topup_50'), urlOf(seller, 'topup_50')])
  await Promise.all(urls.map(pay))
  await untilCalm()
  expect((await account(seller)).credits).toBe(110)
})

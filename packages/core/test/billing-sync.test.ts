import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sweepBilling } from '../src/domain/billing/sweep.ts'
import { syncBilling } from '../src/domain/billing/sync.ts'
import type { Payments } from '../src/domain/billing/payments.ts'
import { createFixture } from './fixture.ts'

/*
 * Stripe's answers as a test writes them, each given when the test lets go of it. What stands here is about the order in
 * which readings begin and end; that the answers are Stripe's own is tested against its stand-in.
 */
type Answer = { status: string; refunded: number }
let waiting: ((answer: Answer) => void)[] = []
let current: Promise<Answer>
type OfCustomer = { customer: string }
const list =
  (data: (said: Answer, customer: string) => object[]) =>
  ({ customer }: OfCustomer) => ({ autoPagingToArray: async () => data(await current, customer) })
/** Lets Stripe answer the reading that began as the nth. */
function answer(nth: number, said: Answer): void {
  current = Promise.resolve(said) // to what it asks after its first lists
  waiting[nth]!(said)
}
const prices = { starter: 'price_starter', pro: 'price_pro', agency: 'price_agency', topup_50: 'price_topup' }
const created = 1_800_000_000
const subscription = ({ status }: Answer, customer: string) => ({
  id: `sub_of_${customer}`,
  status,
  created,
  items: { data: [{ id: 'si_1', price: { id: prices.starter }, current_period_end: created + 86_400 }] },
  cancel_at: null,
  cancel_at_period_end: false,
})
const topUp = ({ refunded }: Answer) => ({
  id: 'pi_1',
  latest_charge: { amount: 499, amount_refunded: refunded, disputed: false },
})
const session = (_said: Answer, customer: string) => ({
  id: `cs_of_${customer}`,
  mode: 'payment',
  payment_status: 'paid',
  metadata: { purchase: 'topup_50' },
  amount_total: 499,
  payment_intent: 'pi_1',
  created,
})
const stripe = {
  invoices: {
    list(of: OfCustomer) {
      // The first list of a reading: it waits until the test answers it.
      current = new Promise<Answer>((resolve) => waiting.push(resolve))
      return list(() => [])(of)
    },
  },
  checkout: { sessions: { list: list((said, customer) => [session(said, customer)]) } },
  paymentIntents: { list: list((said) => [topUp(said)]) },
  subscriptions: { list: list((said, customer) => [subscription(said, customer)]) },
} as unknown as Payments['stripe']
const payments = {
  stripe,
  webhookSecret: 'x',
  prices: async () => prices,
  portalConfiguration: async () => undefined,
  problems: async () => [],
}
const { db, context } = await createFixture({ payments })
/** Only a hang takes so long. */
const PATIENCE = { timeout: 30_000 }

async function createCustomer(): Promise<{ id: string; customer: string }> {
  const customer = `cus_${randomUUID()}`
  const { id } = await db.user.create({ data: { email: `${randomUUID()}@example.com`, stripeCustomerId: customer } })
  return { id, customer }
}
const untilReading = (nth: number) => expect.poll(() => waiting.length, PATIENCE).toBe(nth)

it('an older reading of Stripe never overwrites a newer one: it is thrown away, and Stripe is read again', async () => {
  waiting = []
  const { id, customer } = await createCustomer()
  const slow = syncBilling(context, customer)
  await untilReading(1)
  const quick = syncBilling(context, customer)
  await untilReading(2)
  answer(1, { status: 'past_due', refunded: 499 })
  await quick
  expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    subscriptionStatus: 'past_due',
    topupCredits: 0,
  })
  // What Stripe said before the refund: had it been written down, the credits would have come back.
  answer(0, { status: 'active', refunded: 0 })
  await untilReading(3)
  expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    subscriptionStatus: 'past_due',
    topupCredits: 0,
  })
  answer(2, { status: 'past_due', refunded: 499 })
  expect(await slow).toEqual([])
  expect(await db.creditEntry.count({ where: { userId: id } })).toBe(2)
})

it('a reading answers the events that came before it began, and no later one', async () => {
  waiting = []
  const { customer } = await createCustomer()
  const event = (id: string) =>
    db.stripeEvent.create({ data: { id, type: 'invoice.paid', customerId: customer, payload: {} } })
  await event('evt_before')
  const syncing = syncBilling(context, customer)
  await untilReading(1)
  await event('evt_meanwhile')
  answer(0, { status: 'active', refunded: 0 })
  await syncing
  expect(
    (await db.stripeEvent.findMany({ where: { customerId: customer, processedAt: null } })).map(({ id }) => id),
  ).toEqual(['evt_meanwhile'])
})

it('the sweeper adds the jobs of promises that have none: neither of those just made, nor of the hopeless, nor twice', async () => {
  await db.stripeEvent.deleteMany()
  const { id: userId, customer } = await createCustomer()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  const [fresh, lost, hopeless] = [ago(30), ago(300), ago(40 * 86_400)]
  for (const [name, receivedAt] of Object.entries({ fresh, lost, hopeless })) {
    await db.stripeEvent.create({
      data: { id: `evt_${name}`, type: 'invoice.paid', customerId: `${customer}_${name}`, payload: {}, receivedAt },
    })
    await db.stripeEvent.create({
      data: { id: `evt_dispute_${name}`, type: 'charge.dispute.created', payload: {}, receivedAt },
    })
    await db.surplusSubscription.create({
      data: { id: `sub_${name}`, userId, keptId: 'sub_kept', foundAt: receivedAt },
    })
    await db.purchase.create({
      data: {
        id: `in_${name}`,
        userId,
        kind: 'plan_cycle',
        plan: 'pro',
        credits: 0,
        amountCents: 2999,
        paymentIntentId: 'pi_x',
        paidAt: receivedAt,
        refundDueAt: receivedAt,
      },
    })
  }
  await db.purchase.create({
    data: {
      id: 'in_done',
      userId,
      kind: 'plan_cycle',
      plan: 'pro',
      credits: 0,
      amountCents: 2999,
      paymentIntentId: 'pi_x',
      paidAt: lost,
      refundDueAt: lost,
      refundedAt: lost,
    },
  })
  const jobs = async () =>
    (
      await db.$queryRaw<{ key: string }[]>`SELECT key FROM graphile_worker.jobs WHERE key IS NOT NULL ORDER BY key`
    ).map(({ key }) => key)
  const expected = [
    'cancel-surplus-subscription:sub_lost',
    'find-event-customer:evt_dispute_lost',
    'refund-purchase:in_lost',
    `sync-billing:${customer}_lost`,
  ]
  expect(await sweepBilling(context)).toBe(4)
  expect(await jobs()).toEqual(expected)
  expect(await sweepBilling(context)).toBe(0)
  // One that has used up its tries is no job any more.
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'refund-purchase:in_lost'`
  expect(await sweepBilling(context)).toBe(1)
  // Where there is a mail server, a refund that nobody was told of is told.
  const mailer = { send: async () => {}, close() {} }
  expect(await sweepBilling({ ...context, mailer })).toBe(1)
  expect(await jobs()).toEqual([...expected, 'refund-purchase:in_done'].toSorted())
})

import type { StatementWire } from '@printroom/contract/wire'
import { reconcileBilling } from '@printroom/core/domain/billing/reconcile'
import { syncBilling } from '@printroom/core/domain/billing/sync'
import { expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { WEBHOOK_SECRET, openSandbox } from './sandbox.ts'

const sandbox = await openSandbox()
const testServer = await openTestServer({ SANDBOX_URL: sandbox.url, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
const { context } = testServer
const { db } = context
const maya = await new Client(testServer).register('maya@example.com')

const statement = async (input: object = {}) => {
  const response = await maya.fetch(`/api/trpc/user.statement?input=${encodeURIComponent(JSON.stringify(input))}`)
  return (await response.json<{ result: { data: StatementWire } }>()).result.data
}
const checkout = async (plan: string) =>
  (await (await maya.fetch('/api/create-checkout-session', { json: { plan } })).json<{ url: string }>()).url
const entry = (amount: number, key: string) =>
  db.creditEntry.create({
    data: { userId: maya.userId, amount, bucket: 'topup', reason: 'support', idempotencyKey: key },
  })

it('the night mends what no webhook told of, says what it did, and finds nothing the night after', async () => {
  await sandbox.page(await checkout('topup_50'), { card: 'works' })
  expect(await reconcileBilling(context)).toMatchObject({ accounts: 1, mended: 1, failed: 0 })
  await sandbox.page(await checkout('starter'), { card: 'works' })
  expect(await reconcileBilling(context)).toMatchObject({ accounts: 1, mended: 1, failed: 0 })
  expect(await (await maya.fetch('/api/user')).json()).toMatchObject({
    credits: 160,
    plan_credits: 100,
    subscription_plan: 'starter',
  })
  const [first, night] = await db.billingReconciliation.findMany({ orderBy: { startedAt: 'asc' } })
  expect(first!.report.join()).toMatch(/50 credits granted \(topup\)/)
  expect(night!.report.join('\n')).toMatch(/100 credits granted \(starter\)[\s\S]*subscriptionPlan: starter/)
  expect(night!.finishedAt).not.toBeNull()
  expect(await reconcileBilling(context)).toEqual({ accounts: 1, mended: 0, failed: 0, report: [] })
})

it('an account that Stripe does not know does not keep the others from being compared', async () => {
  const lost = await new Client(testServer).register('lost@example.com')
  await db.user.update({
    where: { id: lost.userId },
    data: { stripeCustomerId: 'cus_lost', subscriptionPlan: 'pro', subscriptionStatus: 'active' },
  })
  const down = {
    ...context,
    payments: { ...context.payments!, prices: () => Promise.reject(new Error('no prices today')) },
  }
  expect(await reconcileBilling(down)).toMatchObject({ accounts: 2, mended: 0, failed: 2 })
  expect(await reconcileBilling(context)).toMatchObject({ accounts: 2, mended: 1, failed: 0 })
  expect(await (await lost.fetch('/api/user')).json()).toMatchObject({ subscription_plan: 'none' })
})

it('a plan and its status follow Stripe whatever stood here before', async () => {
  const { stripeCustomerId } = await db.user.update({
    where: { id: maya.userId },
    data: { subscriptionPlan: 'agency', subscriptionStatus: 'past_due' },
  })
  expect(await syncBilling(context, stripeCustomerId!)).toEqual([
    'subscriptionPlan: starter',
    'subscriptionStatus: active',
  ])
})

it('the statement says date, what for, amount and balance, page by page, and leaves out what moves nothing', async () => {
  await entry(7, 'gift')
  await entry(0, 'nothing')
  const first = await statement({ limit: 2 })
  expect(first.lines.map(({ text, amount, balance }) => [text, amount, balance])).toEqual([
    ['Added by support', 7, 167],
    ['Starter plan, new cycle', 100, 160],
  ])
  const rest = await statement({ limit: 5, cursor: first.next })
  expect(rest.lines.map(({ text, amount, balance }) => [text, amount, balance])).toEqual([
    ['Top-up', 50, 60],
    ['Welcome credits', 10, 10],
  ])
  expect(rest.next).toBeNull()
})

it('is downloaded as CSV by its owner alone', async () => {
  const response = await maya.fetch('/api/credits/statement.csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await response.text()).split('\r\n')
  expect(lines[0]).toMatch(/Date,What for,Amount,Balance$/)
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,"Added by support",7,167$/)
  expect(lines).toHaveLength(6)
  expect((await new Client(testServer).fetch('/api/credits/statement.csv')).status).toBe(401)
})

it('support reads in one look where the credits went, and that they add up', async () => {
  const [summary] = await db.$queryRaw<object[]>`SELECT * FROM credit_summary WHERE email = 'maya@example.com'`
  expect(summary).toMatchObject({
    from_signup: 10,
    from_plans: 100,
    from_topups: 50,
    from_support: 7,
    spent_on_mockups: 0,
    taken_back: 0,
    plan_credits: 100,
    topup_credits: 67,
    adds_up: true,
  })
  const look = await db.$queryRaw<
    { what: string; credits: number }[]
  >`SELECT * FROM where_credits_went('Maya@example.com')`
  expect(look.filter(({ credits }) => credits !== 0)).toEqual([
    { what: 'Credits of the new account', credits: 10 },
    { what: 'From plans', credits: 100 },
    { what: 'From top-ups', credits: 50 },
    { what: 'From support', credits: 7 },
    { what: 'Left now: the sum of the above', credits: 167 },
    { what: '… of these from the plan', credits: 100 },
    { what: '… of these from top-ups', credits: 67 },
  ])
  const story = await db.$queryRaw<
    { what_for: string; balance: number }[]
  >`SELECT what_for, balance FROM credit_statement WHERE email = 'maya@example.com' AND amount <> 0`
  expect(story).toEqual([
    { what_for: 'Support', balance: 167 },
    { what_for: 'Plan starter, new cycle', balance: 160 },
    { what_for: 'Top-up bought', balance: 60 },
    { what_for: 'Credits of the new account', balance: 10 },
  ])
})

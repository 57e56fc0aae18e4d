import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SANDBOX_KEY, stripeClient } from '@printroom/core/adapters/payments/stripe'
import { createDb } from '@printroom/db/client'
import { createTestDatabase } from '@printroom/db/testing/database'
import sharp from 'sharp'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { Client } from './harness.ts'
import { startProcess } from './processes.ts'
import { WEBHOOK_SECRET, openSandbox, sign, untilWorkedOn, type StripeEvent } from './sandbox.ts'
import { openSlowStripe } from './slow-stripe.ts'

/*
 * A Stripe that answers nothing, however long one waits. All bounds are counts: what is answered here is answered while
 * Stripe has answered no call at all, so nothing can have waited for it.
 */
const sandbox = await openSandbox()
const stripe = await openSlowStripe(sandbox.url)
const { url: database } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'printroom-hung-'))
const env = {
  NODE_ENV: 'test',
  DATABASE_URL: database,
  DATA_DIR: dataDir,
  PORT: '0',
  RATE_LIMITS: 'off',
  WORKER_CONCURRENCY: '1',
  SANDBOX_URL: stripe.url,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
}
const db = createDb(database, 2)
afterAll(async () => {
  await db.$disconnect()
  await rm(dataDir, { recursive: true, force: true })
})
const SELLERS = 14
const READS = 50
/** Requests of a process that may wait for Stripe at once. */
const MOST_WAITING = 40
/** A hundred events make a reading or two; those that wait too long are repeated by Stripe's client. */
const FEW = 10
const HANG_MS = 90_000

const [server] = await Promise.all([startProcess('server', env), startProcess('worker', env)])
const sellers = await Promise.all(
  Array.from({ length: SELLERS }, (_, at) => new Client(server).register(`hung${at}@example.com`)),
)
const reader = () => sellers[0]!
const credits = async (seller: Client) => (await (await seller.fetch('/api/user')).json()).credits
const deliver = (event: StripeEvent) => {
  const body = JSON.stringify(event)
  return fetch(`${server.url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': sign(body) },
  })
}
const buy = async (seller: Client, plan: string) => {
  const { url } = await (await seller.fetch('/api/create-checkout-session', { json: { plan } })).json<{ url: string }>()
  expect((await sandbox.page(url, { card: 'works' })).status).toBe(303)
}
/** Buys a top-up past the way that is held. */
async function buyBeside(seller: Client): Promise<void> {
  const { stripeCustomerId: customer } = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
  const direct = stripeClient(SANDBOX_KEY, sandbox.url)
  const [price] = (await direct.prices.list({ lookup_keys: ['printroom_topup_50'] })).data
  const session = await direct.checkout.sessions.create({
    mode: 'payment',
    customer: customer!,
    line_items: [{ price: price!.id, quantity: 1 }],
    success_url: 'http://x.example',
    metadata: { purchase: 'topup_50' },
  })
  expect((await sandbox.page(session.url!, { card: 'works' })).status).toBe(303)
}
const untilWaiting = (calls: number) =>
  vi.waitFor(() => expect(stripe.waiting().length).toBeGreaterThanOrEqual(calls), { timeout: 60_000, interval: 20 })
const nothingIsAnswered = () => expect([stripe.answered(), stripe.waiting().length > 0]).toEqual([0, true])

afterEach(async () => {
  stripe.release()
  await untilWorkedOn({ db })
}, HANG_MS)

it('takes webhooks of many sellers, answers them, and serves everybody meanwhile; what they told of is done when it answers again', async () => {
  await Promise.all(sellers.map((seller) => buy(seller, 'topup_50')))
  const events = await sandbox.news()
  expect(events.length).toBeGreaterThan(SELLERS)
  stripe.hold()
  const answers = await Promise.all(events.map(deliver))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await untilWaiting(1)
  for (let read = 0; read < READS; read++) expect((await reader().fetch('/api/user')).status).toBe(200)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  nothingIsAnswered()
  expect(await db.stripeEvent.count({ where: { processedAt: null } })).toBeGreaterThanOrEqual(SELLERS)
  expect(await credits(reader())).toBe(10)

  stripe.release()
  await untilWorkedOn({ db })
  expect(await Promise.all(sellers.map(credits))).toEqual(sellers.map(() => 60))
})

it('keeps nobody’s picture waiting, though the worker makes one at a time', async () => {
  const png = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#0a0' } })
    .png()
    .toBuffer()
  const { id } = await (await reader().upload(png)).json()
  await Promise.all(sellers.map((seller) => buy(seller, 'topup_50')))
  const events = await sandbox.news()
  stripe.hold()
  await Promise.all(events.map(deliver))
  await untilWaiting(2)
  const mockup = await reader().fetch('/api/generate-mockup', {
    json: {
      design_id: id,
      product: 'mug',
      colour: 'mug-white',
      model_style: 'studio-product',
      background: 'off-white',
      design_size: 'medium',
    },
  })
  expect([mockup.status, (await mockup.json()).product]).toEqual([200, 'mug'])
  nothingIsAnswered()
})

it('is asked by no more than so many requests at once: the next are told at once that it cannot be reached', async () => {
  stripe.hold()
  const asked = sellers.flatMap((seller) =>
    Array.from({ length: 4 }, () => seller.fetch('/api/create-portal-session', { json: {} })),
  )
  const refused: number[] = []
  for (const asking of asked) void asking.then(({ status }) => refused.push(status))
  await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(asked.length - MOST_WAITING), {
    timeout: 60_000,
    interval: 20,
  })
  expect(refused).toEqual(Array.from({ length: asked.length - MOST_WAITING }, () => 503))
  expect((await reader().fetch('/api/user')).status).toBe(200)
  nothingIsAnswered()
  stripe.release()
  await Promise.all(asked)
})

it('is read a few times for a hundred events of one seller, and at last after the last of them', async () => {
  await buy(reader(), 'topup_50')
  const event = (await sandbox.news()).find(({ type }) => type === 'checkout.session.completed')
  const before = await credits(reader())
  const one = (at: number) => deliver({ ...event!, id: `evt_many_${at}` })
  stripe.hold()
  await one(0)
  await untilWaiting(1)
  await Promise.all(Array.from({ length: 99 }, (_, at) => one(at + 1)))
  // While the first reading waits: what comes now must be read after it.
  await buyBeside(reader())
  await one(100)
  nothingIsAnswered()
  stripe.release()
  await untilWorkedOn({ db })
  expect(await credits(reader())).toBe(before + 100)
  expect(stripe.calls().filter((call) => call === 'GET /v1/invoices').length).toBeLessThanOrEqual(FEW)
})

it('holds no connection and no transaction of the database while a person cancels', async () => {
  await buy(reader(), 'starter')
  for (const event of await sandbox.news()) await deliver(event)
  await untilWorkedOn({ db })
  stripe.hold()
  const cancelling = reader().fetch('/api/cancel-subscription', { json: {} })
  await untilWaiting(1)
  const [open] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`
  expect(open.count).toBe(0)
  nothingIsAnswered()
  stripe.release()
  expect(await (await cancelling).json()).toEqual({ success: true })
  expect(await (await reader().fetch('/api/user')).json()).toMatchObject({
    subscription_plan: 'starter',
    subscription_renews_at: null,
  })
})

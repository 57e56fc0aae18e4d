import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { SANDBOX_KEY, stripeClient } from '@printroom/core/adapters/payments/stripe'
import { createTestDatabase } from '@printroom/db/testing/database'
import { beforeAll, describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { WEBHOOK_SECRET, openSandbox } from './sandbox.ts'

/*
 * With keys in the environment nothing is set up by itself: prices and portal are what somebody made in the account.
 * The account is the stand-in's, reached with its own key.
 */
const [sandbox, fresh] = await Promise.all([openSandbox(), openSandbox()])
const stripe = stripeClient(SANDBOX_KEY, sandbox.url)
const { id: product } = await stripe.products.create({ name: 'Credits' })
const price = async (
  unit_amount: number,
  { currency = 'usd', interval }: { currency?: string; interval?: 'month' | 'year' } = {},
) =>
  (await stripe.prices.create({ product, currency, unit_amount, ...(interval ? { recurring: { interval } } : {}) })).id

const prices = {
  STRIPE_PRICE_STARTER: await price(999, { interval: 'month' }),
  STRIPE_PRICE_PRO: await price(2999, { interval: 'month' }),
  STRIPE_PRICE_AGENCY: await price(7999, { interval: 'month' }),
  STRIPE_PRICE_TOPUP_50: await price(499),
}
const keys = {
  STRIPE_SECRET_KEY: SANDBOX_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  SANDBOX_URL: sandbox.url,
  ...prices,
}

describe('the start of a server', () => {
  const START_MS = 120_000

  it(
    'stops at prices that are not those of the plans, with a line for each difference',
    { timeout: START_MS },
    async () => {
      const { url } = await createTestDatabase()
      const wrong = {
        STRIPE_PRICE_STARTER: await price(999, { currency: 'eur', interval: 'month' }),
        STRIPE_PRICE_PRO: await price(2990, { interval: 'year' }),
        STRIPE_PRICE_AGENCY: 'price_of_nobody',
        STRIPE_PRICE_TOPUP_50: await price(499, { interval: 'month' }),
      }
      const server = spawn(process.execPath, APP_PROGRAM, {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: url, PORT: '0', ...keys, ...wrong },
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: START_MS - 20_000, // one that starts after all is ended, and found out
      })
      const [log, [code]] = await Promise.all([text(server.stdout), once(server, 'exit')])
      expect(code).toBe(1)
      const lines = log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { msg: string })
      const complaints = lines.map(({ msg }) => msg).filter((line) => line.startsWith('STRIPE_PRICE'))
      // A pipe that is full for a moment lets the log's first line come last.
      const expected = [
        `STRIPE_PRICE_STARTER (${wrong.STRIPE_PRICE_STARTER}): its currency is eur, not usd`,
        `STRIPE_PRICE_PRO (${wrong.STRIPE_PRICE_PRO}): its amount is 2990 cents, not 2999`,
        `STRIPE_PRICE_PRO (${wrong.STRIPE_PRICE_PRO}): it does not recur monthly`,
        'STRIPE_PRICE_AGENCY (price_of_nobody): there is no such price in this Stripe account',
        `STRIPE_PRICE_TOPUP_50 (${wrong.STRIPE_PRICE_TOPUP_50}): it recurs, and a top-up is paid once`,
      ]
      expect(complaints.toSorted()).toEqual(expected.toSorted())
    },
  )
})

describe('the command that sets an account up', () => {
  const RUN_MS = 120_000
  const setUp = async (): Promise<Record<string, string>> => {
    const command = spawn(process.execPath, ['--import', 'tsx', 'src/operations/set-up-stripe-command.ts'], {
      cwd: fileURLToPath(new URL('../../../packages/core/', import.meta.url)),
      env: { PATH: process.env.PATH, SANDBOX_URL: fresh.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [lines] = await Promise.all([text(command.stdout), once(command, 'exit')])
    return Object.fromEntries(
      lines
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    )
  }

  it(
    'prints the lines that a server starts with, and the same ones when it is run again',
    { timeout: RUN_MS },
    async () => {
      const made = await setUp()
      expect(Object.keys(made)).toEqual([...Object.keys(prices), 'STRIPE_PORTAL_CONFIGURATION'])
      expect(await setUp()).toEqual(made)
      const testServer = await openTestServer({ ...keys, ...made, SANDBOX_URL: fresh.url })
      const buyer = await new Client(testServer).register('set-up@example.com')
      expect((await buyer.fetch('/api/create-portal-session', { json: {} })).status).toBe(200)
      expect((await buyer.fetch('/api/create-checkout-session', { json: { plan: 'agency' } })).status).toBe(200)
    },
  )
})

describe('an account whose portal nobody has set up', () => {
  let seller: Client
  const refusal = {
    code: 'not_configured',
    error: 'Please configure the Customer Portal in your Stripe dashboard first.',
    setup_required: true,
  }
  beforeAll(async () => {
    const testServer = await openTestServer(keys)
    seller = await new Client(testServer).register('portal@example.com')
  })

  it('says setup_required where the portal is asked for, by REST and by procedure', async () => {
    const rest = await seller.fetch('/api/create-portal-session', { json: { userId: seller.userId } })
    expect([rest.status, await rest.json()]).toEqual([503, refusal])
    const procedure = await seller.fetch('/api/trpc/billing.portal', { json: {} })
    expect((await procedure.json<{ error: { data: { app: object } } }>()).error.data.app).toEqual({
      ...refusal,
      status: 503,
    })
  })

  it('says so where a change of plan would lead there, and sells plans and top-ups meanwhile', async () => {
    const { url } = await (
      await seller.fetch('/api/create-checkout-session', { json: { plan: 'starter' } })
    ).json<{ url: string }>()
    expect((await sandbox.page(url, { card: 'works' })).status).toBe(303)
    const change = await seller.fetch('/api/create-checkout-session', { json: { plan: 'pro' } })
    expect([change.status, await change.json()]).toEqual([503, refusal])
    expect((await seller.fetch('/api/create-checkout-session', { json: { plan: 'topup_50' } })).status).toBe(200)
  })
})

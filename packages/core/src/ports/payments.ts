import type { Purchase } from '@printroom/contract/plans'
import { Stripe } from 'stripe'
import { assertPricesMatch } from '../billing/prices.ts'
import { setUpStripe } from '../billing/set-up.ts'
import type { Env } from '../env.ts'

export type PriceIds = Readonly<Record<Purchase, string>>

/** The way to Stripe, or to the sandbox that stands in for it: the same client either way. */
export type Payments = {
  stripe: Stripe
  webhookSecret: string
  isSandbox: boolean
  /** The price of each purchase. The sandbox is set up at the first question. */
  prices(): Promise<PriceIds>
  /** The portal's configuration; undefined is the account's default one. */
  portalConfiguration(): Promise<string | undefined>
  /** @throws Error that lists every price that does not agree with the plans */
  check(): Promise<void>
}

/** Stripe answers in well under a second; what takes longer is tried again rather than waited for. */
const TIMEOUT_MS = 10_000
const RETRIES = 2
/** The sandbox takes any test key. */
const SANDBOX_KEY = 'sk_test_sandbox'

/** Payments by the environment, or null where neither keys nor a sandbox are there. */
export function createPayments(env: Env): Payments | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = env
  if (key) {
    const stripe = new Stripe(key, { telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES })
    const ids: PriceIds = { starter: env.STRIPE_PRICE_STARTER ?? '', pro: env.STRIPE_PRICE_PRO ?? '', agency: env.STRIPE_PRICE_AGENCY ?? '', topup_50: env.STRIPE_PRICE_TOPUP_50 ?? '' }
    return {
      stripe,
      webhookSecret,
      isSandbox: false,
      prices: async () => ids,
      portalConfiguration: async () => env.STRIPE_PORTAL_CONFIGURATION,
      check: () => assertPricesMatch(stripe, ids),
    }
  }
  if (!env.SANDBOX_URL || env.isProduction || !webhookSecret) return null
  const { hostname, port } = new URL(env.SANDBOX_URL)
  const stripe = new Stripe(SANDBOX_KEY, { host: hostname, port, protocol: 'http', telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES })
  let made: ReturnType<typeof setUpStripe> | undefined
  const setUp = () =>
    (made ??= setUpStripe(stripe).catch((error: unknown) => {
      made = undefined
      throw error
    }))
  return {
    stripe,
    webhookSecret,
    isSandbox: true,
    prices: async () => (await setUp()).prices,
    portalConfiguration: async () => (await setUp()).portalConfiguration,
    check: async () => {},
  }
}

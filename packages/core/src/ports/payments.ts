import type { Purchase } from '@printroom/contract/plans'
import { Stripe } from 'stripe'
import { priceProblems } from '../billing/prices.ts'
import { setUpStripe } from '../billing/set-up.ts'
import type { Env } from '../env.ts'

export type PriceIds = Readonly<Record<Purchase, string>>

/** The way to Stripe, or to the sandbox that stands in for it: the same client either way. */
export type Payments = {
  stripe: Stripe
  webhookSecret: string
  /** The price of each purchase. The sandbox is set up at the first question. */
  prices(): Promise<PriceIds>
  /** The portal's configuration; undefined is the account's default one. */
  portalConfiguration(): Promise<string | undefined>
  /** What of the prices does not agree with the plans, a line each. */
  problems(): Promise<string[]>
}

/** Stripe answers in well under a second; what takes longer is tried again rather than waited for. */
const CLIENT = { telemetry: false, timeout: 10_000, maxNetworkRetries: 2 } as const
/** The sandbox takes any test key; this one leads nowhere else. */
export const SANDBOX_KEY = 'sk_test_sandbox'

/** Stripe's own client. With the sandbox's key it talks to the sandbox at `sandboxUrl`. */
export function stripeClient(key: string, sandboxUrl: string | undefined): Stripe {
  if (key !== SANDBOX_KEY || !sandboxUrl) return new Stripe(key, CLIENT)
  const { hostname, port } = new URL(sandboxUrl)
  return new Stripe(key, { ...CLIENT, host: hostname, port, protocol: 'http' })
}

/** Payments by the environment, or null where neither keys nor a sandbox are there. */
export function createPayments(env: Env): Payments | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret = '', SANDBOX_URL: sandboxUrl } = env
  if (key) {
    const stripe = stripeClient(key, sandboxUrl)
    const ids: PriceIds = { starter: env.STRIPE_PRICE_STARTER ?? '', pro: env.STRIPE_PRICE_PRO ?? '', agency: env.STRIPE_PRICE_AGENCY ?? '', topup_50: env.STRIPE_PRICE_TOPUP_50 ?? '' }
    return {
      stripe,
      webhookSecret,
      prices: async () => ids,
      portalConfiguration: async () => env.STRIPE_PORTAL_CONFIGURATION,
      problems: () => priceProblems(stripe, ids),
    }
  }
  if (!sandboxUrl || env.isProduction || !webhookSecret) return null
  const stripe = stripeClient(SANDBOX_KEY, sandboxUrl)
  let made: ReturnType<typeof setUpStripe> | undefined
  const setUp = () =>
    (made ??= setUpStripe(stripe).catch((error: unknown) => {
      made = undefined
      throw error
    }))
  return {
    stripe,
    webhookSecret,
    prices: async () => (await setUp()).prices,
    portalConfiguration: async () => (await setUp()).portalConfiguration,
    problems: async () => [],
  }
}

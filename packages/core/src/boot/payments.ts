import { SANDBOX_KEY, stripeClient } from '../adapters/payments/stripe.ts'
import type { Payments, PriceIds } from '../domain/billing/payments.ts'
import { priceProblems } from '../domain/billing/prices.ts'
import { setUpStripe } from '../domain/billing/set-up.ts'
import type { Env } from '../env.ts'

/** Payments by the environment, or null where neither keys nor a sandbox are there. */
export function createPayments(env: Env): Payments | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret = '', SANDBOX_URL: sandboxUrl } = env
  if (key) {
    const stripe = stripeClient(key, sandboxUrl)
    const ids: PriceIds = {
      starter: env.STRIPE_PRICE_STARTER ?? '',
      pro: env.STRIPE_PRICE_PRO ?? '',
      agency: env.STRIPE_PRICE_AGENCY ?? '',
      topup_50: env.STRIPE_PRICE_TOPUP_50 ?? '',
    }
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

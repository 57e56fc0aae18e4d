import { outsideTransactions } from '@printroom/db/transaction-scope'
import { Stripe } from 'stripe'

/** Stripe answers in well under a second; what takes longer is tried again rather than waited for. */
const CLIENT = { telemetry: false, timeout: 10_000, maxNetworkRetries: 2 } as const
/** The sandbox takes any test key; this one leads nowhere else. */
export const SANDBOX_KEY = 'sk_test_sandbox'

/** Stripe's own client, closed while a transaction is open. With the sandbox's key it talks to the sandbox at `sandboxUrl`. */
export function stripeClient(key: string, sandboxUrl: string | undefined): Stripe {
  if (key !== SANDBOX_KEY || !sandboxUrl) return outsideTransactions('Stripe', new Stripe(key, CLIENT))
  const { hostname, port } = new URL(sandboxUrl)
  return outsideTransactions('Stripe', new Stripe(key, { ...CLIENT, host: hostname, port, protocol: 'http' }))
}

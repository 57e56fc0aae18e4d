import type { Purchase } from '@printroom/contract/plans'
import type { Stripe } from 'stripe'

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

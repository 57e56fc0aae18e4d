import type { Stripe } from 'stripe'

const LIVE = new Set<string>(['active', 'trialing', 'past_due', 'unpaid', 'paused'])

export type KnownSubscriptions = {
  /** The subscription whose cycle the plan's credits are of, or that the account shows. */
  current: string | null
  /** Those that were found to be surplus before: one that is being canceled is never the one that stays. */
  surplus: ReadonlySet<string>
  /** When a subscription was paid for the first time. */
  firstPaidAt?: ReadonlyMap<string, Date>
}

/**
 * A seller has one live subscription. Of several the one stays whose credits the seller has; where none has granted any
 * yet, the one that was paid first. The others are surplus.
 */
export function oneSubscription(
  subscriptions: readonly Stripe.Subscription[],
  { current, surplus, firstPaidAt }: KnownSubscriptions,
): { kept: Stripe.Subscription | undefined; surplus: Stripe.Subscription[] } {
  const paidAt = ({ id }: Stripe.Subscription) => firstPaidAt?.get(id)?.getTime() ?? Infinity
  const rank = (one: Stripe.Subscription, other: Stripe.Subscription): number => {
    if (one.id === current || other.id === current) return one.id === current ? -1 : 1
    const byPayment = paidAt(one) === paidAt(other) ? 0 : paidAt(one) - paidAt(other)
    return byPayment || one.created - other.created || (one.id < other.id ? -1 : 1)
  }
  const [kept, ...others] = subscriptions
    .filter(({ id, status }) => LIVE.has(status) && !surplus.has(id))
    .toSorted(rank)
  return { kept, surplus: others }
}

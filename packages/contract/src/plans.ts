/** What is sold. Prices are in US cents, a month for plans, once for the top-up. */

export type Plan = { id: PlanId; name: string; priceCents: number; credits: number; isMostPopular: boolean }
export const PLAN_IDS = ['starter', 'pro', 'agency'] as const
export type PlanId = (typeof PLAN_IDS)[number]

export const PLANS: readonly Plan[] = [
  { id: 'starter', name: 'Starter', priceCents: 999, credits: 100, isMostPopular: false },
  { id: 'pro', name: 'Pro', priceCents: 2999, credits: 500, isMostPopular: true },
  { id: 'agency', name: 'Agency', priceCents: 7999, credits: 1500, isMostPopular: false },
]

/** Its credits never expire; a plan's are set anew at each billing cycle. */
export const TOP_UP = { id: 'topup_50', name: 'Top-up', priceCents: 499, credits: 50 } as const

export const PURCHASES = [...PLAN_IDS, TOP_UP.id] as const
export type Purchase = (typeof PURCHASES)[number]

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'canceled', 'other'] as const

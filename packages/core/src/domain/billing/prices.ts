import { PLANS, TOP_UP, type PlanId, type Purchase } from '@printroom/contract/plans'
import { Stripe } from 'stripe'
import type { PriceIds } from './payments.ts'

export const CURRENCY = 'usd'

/** What a price at Stripe has to be: cents, and whether it comes again each month. */
export const OFFERS: readonly { purchase: Purchase; name: string; cents: number; isMonthly: boolean }[] = [
  ...PLANS.map(({ id, name, priceCents, credits }) => ({
    purchase: id,
    name: `${name}, ${credits} credits a month`,
    cents: priceCents,
    isMonthly: true,
  })),
  { purchase: TOP_UP.id, name: `${TOP_UP.credits} credits`, cents: TOP_UP.priceCents, isMonthly: false },
]

/** The plan that a price stands for, if it is one of ours. */
export const planOfPrice = (ids: PriceIds, price: string): PlanId | null =>
  PLANS.find(({ id }) => ids[id] === price)?.id ?? null

/**
 * Compares the prices at Stripe with the plans.
 * @returns a line for each that is missing, not active, or differs in amount, currency or interval
 */
export async function priceProblems(stripe: Stripe, ids: PriceIds): Promise<string[]> {
  return (await Promise.all(OFFERS.map((offer) => problemsOf(stripe, ids, offer)))).flat()
}

async function problemsOf(
  stripe: Stripe,
  ids: PriceIds,
  { purchase, cents, isMonthly }: (typeof OFFERS)[number],
): Promise<string[]> {
  const id = ids[purchase]
  const price = await stripe.prices.retrieve(id).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  })
  const what = `STRIPE_PRICE_${purchase.toUpperCase()} (${id}): `
  if (!price) return [`${what}there is no such price in this Stripe account`]
  const { active, currency, unit_amount: amount, recurring } = price
  const isOfMonth = recurring?.interval === 'month' && recurring.interval_count === 1
  return [
    ...(active ? [] : ['it is not active']),
    ...(currency === CURRENCY ? [] : [`its currency is ${currency}, not ${CURRENCY}`]),
    ...(amount === cents ? [] : [`its amount is ${amount} cents, not ${cents}`]),
    ...(isMonthly === isOfMonth && isMonthly === Boolean(recurring)
      ? []
      : [isMonthly ? 'it does not recur monthly' : 'it recurs, and a top-up is paid once']),
  ].map((problem) => what + problem)
}

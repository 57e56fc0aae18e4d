import type { Context } from '../../context.ts'
import { asPaymentFault, paymentsOf } from './payments-of.ts'
import { planOfPrice } from './prices.ts'
import { settle } from './settle.ts'
import { readStripe } from './stripe-snapshot.ts'

/** So often is Stripe read again because another reading was settled meanwhile, before the job is left for later. */
const MOST_READINGS = 5

/**
 * Makes an account agree with what Stripe says of its customer now: what was paid is granted once or given back, what was
 * given back is taken back, one subscription is left, and plan, status and dates are those of that one. The order of calls
 * and their number make no difference, because nothing is taken from the event that led here.
 *
 * No transaction is open while Stripe is read. A reading is settled in one short transaction, and only if none was
 * settled since it began: an older answer never overwrites a newer one, and nobody waits for a lock over the network.
 * @param movesCredits false: plan, status and dates alone, for a person who has just changed them
 * @returns what was changed, a line each
 * @throws AppError not_configured, payments_unreachable; Error when others were quicker each time
 */
export async function syncBilling(context: Context, customer: string, { movesCredits = true } = {}): Promise<string[]> {
  const { db, log } = context
  const { stripe, prices } = paymentsOf(context)
  for (let reading = 1; reading <= MOST_READINGS; reading++) {
    const user = await db.user.findUnique({
      where: { stripeCustomerId: customer },
      select: { id: true, billingVersion: true },
    })
    const told = movesCredits
      ? await db.stripeEvent.findMany({ where: { customerId: customer, processedAt: null }, select: { id: true } })
      : []
    const events = told.map(({ id }) => id)
    if (!user) {
      log.warn({ customer }, 'Stripe speaks of a customer that no account has')
      await db.stripeEvent.updateMany({ where: { id: { in: events } }, data: { processedAt: context.clock.now() } })
      return []
    }
    const ids = await prices()
    const snapshot = await readStripe(stripe, ids, customer).catch(asPaymentFault)
    const settled = await settle(context, user, snapshot, {
      events,
      movesCredits,
      planOf: (price) => planOfPrice(ids, price),
    })
    if (settled) return settled
  }
  throw new Error(`billing of ${customer} changed at every one of ${MOST_READINGS} readings`)
}

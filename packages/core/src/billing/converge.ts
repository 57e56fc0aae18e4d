import type { Transaction } from '@printroom/db/client'
import type { Context } from '../context.ts'
import { asPaymentFault, paymentsOf } from './payments-of.ts'
import { planOfPrice } from './prices.ts'
import { endPlan, openBooks, settlePurchase } from './purchases.ts'
import { endedSubscription, liveSubscription, readTruth, type Truth } from './truth.ts'

/** A customer of ours with all their lists is read in a second or two; a slow answer of Stripe's is waited for. */
const TRANSACTION_MS = 60_000
/** The first number of Postgres' two-number advisory locks; the second is the user's. */
const BILLING_LOCK = 7_468_002

/**
 * Makes our books agree with what Stripe says of a customer now: what was paid is granted once, what was given back is
 * taken back, and plan, status and dates are those of the subscription. The order of calls and their number make no
 * difference, because nothing is taken from the event that led here.
 *
 * Users are converged one at a time: the lock is taken before Stripe is asked, or an older answer could overwrite a newer.
 * @returns what was changed, a line each
 */
export async function converge(context: Context, customer: string, { movesCredits = true } = {}): Promise<string[]> {
  const { db, log } = context
  const { stripe, prices } = paymentsOf(context)
  const user = await db.user.findUnique({ where: { stripeCustomerId: customer } })
  if (!user) {
    log.warn({ customer }, 'Stripe speaks of a customer that no account has')
    return []
  }
  try {
    const ids = await prices()
    const changes = await db.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${BILLING_LOCK}::int, hashtext(${user.id}))`
        const truth = await readTruth(stripe, ids, customer)
        const moved = movesCredits ? await settle(tx, user.id, truth) : []
        return [...moved, ...(await writeSubscription(context, tx, user.id, truth, (price) => planOfPrice(ids, price)))]
      },
      { timeout: TRANSACTION_MS, maxWait: TRANSACTION_MS },
    )
    if (changes.length) log.info({ userId: user.id, changes }, 'billing converged')
    return changes
  } catch (error) {
    return asPaymentFault(error)
  }
}

async function settle(tx: Transaction, userId: string, { paid, subscriptions }: Truth): Promise<string[]> {
  const books = await openBooks(tx, userId)
  for (const each of paid) await settlePurchase(books, each)
  const ended = endedSubscription(subscriptions)
  if (ended && !liveSubscription(subscriptions)) await endPlan(books, ended.id)
  return books.changes
}

const STATUSES: Partial<Record<string, string>> = { active: 'active', trialing: 'active', past_due: 'past_due', canceled: 'canceled' }
const dateOf = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null)

async function writeSubscription({ log }: Context, tx: Transaction, userId: string, { subscriptions, retryAt }: Truth, planOf: (price: string) => string | null): Promise<string[]> {
  const live = liveSubscription(subscriptions)
  const shown = live ?? endedSubscription(subscriptions)
  const item = live?.items.data[0]
  const periodEnd = dateOf(item?.current_period_end)
  const endsAt = live ? (dateOf(live.cancel_at) ?? (live.cancel_at_period_end ? periodEnd : null)) : null
  const plan = item ? planOf(item.price.id) : null
  if (item && !plan) log.error({ userId, price: item.price.id }, 'a subscription has a price that is no plan of ours')
  const now = {
    stripeSubscriptionId: shown?.id ?? null,
    subscriptionPlan: plan ?? 'none',
    subscriptionStatus: shown ? (STATUSES[shown.status] ?? 'other') : null,
    subscriptionRenewsAt: endsAt ? null : periodEnd,
    subscriptionEndsAt: endsAt,
    paymentRetryAt: live?.status === 'past_due' ? retryAt : null,
  }
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  const changed = Object.entries(now).filter(([field, value]) => String(before[field as keyof typeof now]) !== String(value))
  if (changed.length) await tx.user.update({ where: { id: userId }, data: now })
  return changed.map(([field, value]) => `${field}: ${value instanceof Date ? value.toISOString() : value}`)
}

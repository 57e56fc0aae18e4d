import type { PlanId } from '@printroom/contract/plans'
import type { Stripe } from 'stripe'
import type { Context } from '../../context.ts'
import { currentCycle, endPlan, openLedger, settlePurchase, type LedgerSession } from './purchases.ts'
import type { StripeSnapshot } from './stripe-snapshot.ts'
import { chooseSubscription, markSurplus } from './surplus.ts'

type Account = { id: string; billingVersion: number }
type Options = {
  /** Ids of the events that this snapshot answers. */
  events: string[]
  movesCredits: boolean
  planOf(price: string): PlanId | null
}

/**
 * Writes down what a snapshot of Stripe means for an account, in one transaction.
 * @param account as it was before Stripe was read
 * @returns what was changed, a line each; null when another snapshot was settled meanwhile, and nothing was written
 */
export async function settle(
  { db, log, clock }: Context,
  { id: userId, billingVersion }: Account,
  snapshot: StripeSnapshot,
  { events, movesCredits, planOf }: Options,
): Promise<string[] | null> {
  const settled = await db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, billingVersion },
      data: { billingVersion: billingVersion + 1 },
    })
    if (count === 0) return null
    const ledger = await openLedger(tx, userId)
    const { kept, surplus } = chooseSubscription(ledger, snapshot)
    ledger.kept = kept?.id ?? null
    if (movesCredits) {
      for (const { id } of surplus) await markSurplus(ledger, id, clock.now())
      for (const each of snapshot.paid) await settlePurchase(ledger, each)
      const current = currentCycle(ledger)?.subscriptionId
      if (!kept && current && snapshot.subscriptions.some(({ id, status }) => id === current && status === 'canceled'))
        await endPlan(ledger, current)
    }
    const price = kept?.items.data[0]?.price.id
    const plan = price ? planOf(price) : null
    const shown = await writeSubscription(ledger, snapshot, kept, plan)
    await tx.stripeEvent.updateMany({ where: { id: { in: events } }, data: { processedAt: clock.now() } })
    return {
      changes: [...ledger.changes, ...shown],
      surplus: movesCredits ? surplus : [],
      kept: kept?.id,
      unknownPrice: plan ? undefined : price,
    }
  })
  if (!settled) return null
  const { changes, surplus, kept, unknownPrice } = settled
  if (unknownPrice) log.error({ userId, price: unknownPrice }, 'a subscription has a price that is no plan of ours')
  for (const { id } of surplus)
    log.error(
      { userId, subscription: id, kept },
      'a seller has two live subscriptions: the surplus one is canceled and its payment given back',
    )
  if (changes.length) log.info({ userId, changes }, 'an account agrees with Stripe again')
  return changes
}

const STATUSES: Partial<Record<string, string>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  canceled: 'canceled',
}
const dateOf = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null)

/** Plan, status and dates on the account: those of the subscription that counts, or of the last that ended. */
async function writeSubscription(
  { tx, userId, surplus }: LedgerSession,
  { subscriptions, retryAt }: StripeSnapshot,
  kept: Stripe.Subscription | undefined,
  plan: PlanId | null,
): Promise<string[]> {
  const [ended] = subscriptions
    .filter(({ id, status }) => status === 'canceled' && !surplus.has(id))
    .toSorted((one, other) => other.created - one.created)
  const shown = kept ?? ended
  const periodEnd = dateOf(kept?.items.data[0]?.current_period_end)
  const endsAt = kept ? (dateOf(kept.cancel_at) ?? (kept.cancel_at_period_end ? periodEnd : null)) : null
  const now = {
    stripeSubscriptionId: shown?.id ?? null,
    subscriptionPlan: plan ?? 'none',
    subscriptionStatus: shown ? (STATUSES[shown.status] ?? 'other') : null,
    subscriptionRenewsAt: endsAt ? null : periodEnd,
    subscriptionEndsAt: endsAt,
    paymentRetryAt: kept?.status === 'past_due' ? retryAt : null,
  }
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  const changed = Object.entries(now).filter(
    ([field, value]) => String(before[field as keyof typeof now]) !== String(value),
  )
  if (changed.length) await tx.user.update({ where: { id: userId }, data: now })
  return changed.map(([field, value]) => `${field}: ${value instanceof Date ? value.toISOString() : value}`)
}

import type { Context } from '../../context.ts'
import { addSurplusCancel } from './jobs.ts'
import { oneSubscription } from './one-subscription.ts'
import { asPaymentFault, isMissing, paymentsOf } from './payments-of.ts'
import { currentCycle, giveBack, type LedgerSession } from './purchases.ts'
import type { StripeSnapshot } from './stripe-snapshot.ts'

/** The subscription of a snapshot that counts, and the other live ones that were not known as surplus before. */
export function chooseSubscription(
  ledger: LedgerSession,
  { subscriptions, paid }: StripeSnapshot,
): ReturnType<typeof oneSubscription> {
  const firstPaidAt = new Map<string, Date>()
  for (const { subscriptionId, paidAt } of paid)
    if (subscriptionId && !firstPaidAt.has(subscriptionId)) firstPaidAt.set(subscriptionId, paidAt)
  return oneSubscription(subscriptions, {
    current: currentCycle(ledger)?.subscriptionId ?? null,
    surplus: ledger.surplus,
    firstPaidAt,
  })
}

/**
 * Has a surplus subscription canceled. From here on its payments grant nothing, and so go back like any that granted
 * nothing. What had granted something before it was found out (its credits ended when the other's cycle began) is given
 * back for the period that still runs.
 */
export async function markSurplus(ledger: LedgerSession, id: string, now: Date): Promise<void> {
  const { tx, userId, kept, purchases } = ledger
  await tx.surplusSubscription.create({ data: { id, userId, keptId: kept ?? '' } })
  await addSurplusCancel(tx, id)
  ledger.surplus.add(id)
  ledger.changes.push(`${id}: a second live subscription beside ${kept}; it is canceled`)
  const running = purchases.filter(
    ({ subscriptionId, periodEnd }) => subscriptionId === id && periodEnd !== null && periodEnd > now,
  )
  for (const purchase of running) if (purchase.lostCents < purchase.amountCents) await giveBack(ledger, purchase)
}

/**
 * Cancels a surplus subscription at Stripe, at once. Safe to call again.
 * @throws AppError not_configured, payments_unreachable
 */
export async function cancelSurplus(context: Context, id: string): Promise<void> {
  const { db, clock, log } = context
  const { stripe } = paymentsOf(context)
  const known = await db.surplusSubscription.findUnique({ where: { id } })
  if (!known || known.canceledAt) return
  try {
    await stripe.subscriptions.cancel(id, {
      prorate: false,
      invoice_now: false,
      cancellation_details: { comment: `A second subscription beside ${known.keptId}` },
    })
  } catch (error) {
    // Stripe cancels none twice.
    if (!isMissing(error)) asPaymentFault(error)
  }
  await db.surplusSubscription.update({ where: { id }, data: { canceledAt: clock.now() } })
  log.info({ userId: known.userId, subscription: id, kept: known.keptId }, 'a surplus subscription was canceled')
}

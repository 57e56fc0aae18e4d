import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { converge } from './converge.ts'
import { asPaymentFault, isMissing, paymentsOf } from './payments-of.ts'

/**
 * Lets the plan end with the period that is paid. The reason goes to Stripe as the cancellation's comment.
 * @throws AppError no_subscription, not_configured, payments_unreachable
 */
export async function cancelSubscription(context: Context, userId: UserId, reason: string | undefined): Promise<void> {
  await update(context, userId, { cancel_at_period_end: true, ...(reason ? { cancellation_details: { comment: reason } } : {}) })
}

/** Takes a cancellation back before the period's end. @throws AppError no_subscription, not_configured, payments_unreachable */
export async function resumeSubscription(context: Context, userId: UserId): Promise<void> {
  await update(context, userId, { cancel_at_period_end: false })
}

async function update(context: Context, userId: UserId, change: { cancel_at_period_end: boolean; cancellation_details?: { comment: string } }): Promise<void> {
  const { stripe } = paymentsOf(context)
  const user = await context.db.user.findUnique({ where: { id: userId } })
  if (!user?.stripeCustomerId || !user.stripeSubscriptionId || user.subscriptionPlan === 'none') throw new AppError('no_subscription')
  try {
    await stripe.subscriptions.update(user.stripeSubscriptionId, change)
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError') throw new AppError('no_subscription')
    asPaymentFault(error)
  }
  // The person sees the new state at once; credits move when Stripe's own word of it comes.
  await converge(context, user.stripeCustomerId, { movesCredits: false })
}

/**
 * For an account that is deleted: ends its subscription at once, without refund, and deletes the customer with all that
 * Stripe keeps of the person. Safe to call again.
 * @throws AppError not_configured, payments_unreachable
 */
export async function cancelForDeletion(context: Context, userId: string): Promise<void> {
  const user = await context.db.user.findUnique({ where: { id: userId } })
  if (!user?.stripeCustomerId) return
  const { stripe } = paymentsOf(context)
  try {
    await stripe.customers.del(user.stripeCustomerId)
  } catch (error) {
    if (!isMissing(error)) asPaymentFault(error)
  }
}

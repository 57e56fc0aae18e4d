import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addSync } from './jobs.ts'
import { asPaymentFault, askInRequest, isMissing, paymentsOf } from './payments-of.ts'
import { syncBilling } from './sync.ts'

/**
 * Lets the plan end with the period that is paid. The reason goes to Stripe as the cancellation's comment.
 * @throws AppError no_subscription, not_configured, payments_unreachable
 */
export async function cancelSubscription(context: Context, userId: UserId, reason: string | undefined): Promise<void> {
  await update(context, userId, {
    cancel_at_period_end: true,
    ...(reason ? { cancellation_details: { comment: reason } } : {}),
  })
}

/** Takes a cancellation back before the period's end. @throws AppError no_subscription, not_configured, payments_unreachable */
export async function resumeSubscription(context: Context, userId: UserId): Promise<void> {
  await update(context, userId, { cancel_at_period_end: false })
}

type Change = { cancel_at_period_end: boolean; cancellation_details?: { comment: string } }

async function update(context: Context, userId: UserId, change: Change): Promise<void> {
  const { stripe } = paymentsOf(context)
  const user = await context.db.user.findUnique({ where: { id: userId } })
  if (!user?.stripeCustomerId || !user.stripeSubscriptionId || user.subscriptionPlan === 'none')
    throw new AppError('no_subscription')
  const { stripeCustomerId: customer, stripeSubscriptionId: subscription } = user
  await askInRequest(async () => {
    try {
      await stripe.subscriptions.update(subscription, change)
    } catch (error) {
      if (error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError')
        throw new AppError('no_subscription')
      asPaymentFault(error)
    }
    // The person sees the new state at once; credits move when Stripe's own word of it comes.
    await syncBilling(context, customer, { movesCredits: false }).catch(async (error: unknown) => {
      // It is done at Stripe. What cannot be read back now is read by a job.
      context.log.warn(
        { userId, reason: (error as Error).message },
        'a changed subscription could not be read back at once',
      )
      await addSync(context.db, customer)
    })
  })
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
  const { stripeCustomerId: customer } = user
  try {
    await askInRequest(() => stripe.customers.del(customer))
  } catch (error) {
    if (!isMissing(error)) asPaymentFault(error)
  }
}

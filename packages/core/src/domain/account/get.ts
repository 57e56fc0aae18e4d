import type { AccountWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toUserWire } from '../auth/user-wire.ts'

/** A user's own record, with their balance in credits. */
export async function getAccount({ db }: Context, userId: UserId): Promise<AccountWire> {
  const user = await db.user.findUnique({ where: { id: userId } })
  if (!user) throw new AppError('unauthorized')
  return {
    ...toUserWire(user),
    credits: user.planCredits + user.topupCredits,
    subscription_plan: user.subscriptionPlan as AccountWire['subscription_plan'],
    subscription_status: user.subscriptionStatus,
    subscription_renews_at: user.subscriptionRenewsAt?.toISOString() ?? null,
    subscription_ends_at: user.subscriptionEndsAt?.toISOString() ?? null,
    payment_retry_at: user.paymentRetryAt?.toISOString() ?? null,
    plan_credits: user.planCredits,
    topup_credits: user.topupCredits,
    has_stripe_customer: user.stripeCustomerId !== null,
  }
}

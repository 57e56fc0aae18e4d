import { BILLING } from '@printroom/contract/messages'
import { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Payments } from '../ports/payments.ts'

/** @throws AppError not_configured where there is neither Stripe nor its sandbox */
export function paymentsOf({ payments }: Context): Payments {
  if (!payments) throw new AppError('not_configured', { error: 'Payments are not configured on this installation.', setup_required: true })
  return payments
}

/** A fault of Stripe's or of the way to it becomes a sentence; what we did wrong ourselves stays an error of ours. */
export function asPaymentFault(error: unknown): never {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
  if (error instanceof StripeConnectionError || error instanceof StripeAPIError || error instanceof StripeRateLimitError) throw new AppError('payments_unreachable')
  throw error
}

/**
 * As `asPaymentFault`, for what needs the customer portal. Stripe has no code for a portal that was never set up: an
 * account without a default configuration, or one that names a deleted one, says so in words.
 * @throws AppError not_configured with `setup_required`, payments_unreachable
 */
export function asPortalFault({ log }: Context, error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || !/configuration/i.test(error.message)) return asPaymentFault(error)
  log.error({ reason: error.message }, 'the customer portal is not configured')
  throw new AppError('not_configured', { error: BILLING.portalNotConfigured, setup_required: true })
}

export const isMissing = (error: unknown, what?: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing' && (what === undefined || error.param === what)

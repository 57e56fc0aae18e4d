import { BILLING } from '@printroom/contract/messages'
import { Stripe } from 'stripe'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Payments } from './payments.ts'

/** @throws AppError not_configured where there is neither Stripe nor its sandbox */
export function paymentsOf({ payments }: Context): Payments {
  if (!payments)
    throw new AppError('not_configured', {
      error: 'Payments are not configured on this installation.',
      setup_required: true,
    })
  return payments
}

/** So many requests of a process may wait for Stripe at once; a Stripe that hangs keeps no more of them than this. */
const MOST_WAITING = 40
let waiting = 0

/**
 * For a request whose answer needs Stripe's: work under a bound, or a refusal at once.
 * @throws AppError payments_unreachable, and what the work raises
 */
export async function askInRequest<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) throw new AppError('payments_unreachable')
  waiting += 1
  try {
    return await work()
  } finally {
    waiting -= 1
  }
}

/** A fault of Stripe's or of the way to it becomes a sentence; what we did wrong ourselves stays an error of ours. */
export function asPaymentFault(error: unknown): never {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
  if (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  )
    throw new AppError('payments_unreachable')
  throw error
}

/**
 * As `asPaymentFault`, for what needs the customer portal. Stripe has no code for a portal that was never set up: an
 * account without a default configuration, or one that names a deleted one, says so in words.
 * @throws AppError not_configured with `setup_required`, payments_unreachable
 */
export function asPortalFault({ log }: Context, error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || !/configuration/i.test(error.message))
    return asPaymentFault(error)
  log.error({ reason: error.message }, 'the customer portal is not configured')
  throw new AppError('not_configured', { error: BILLING.portalNotConfigured, setup_required: true })
}

/** Whether Stripe says that something is not there; `what`: only if it is this parameter of the request. */
export const isMissing = (error: unknown, what?: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  (what === undefined || error.param === what)

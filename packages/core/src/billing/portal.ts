import { Stripe } from 'stripe'
import { BILLING } from '@printroom/contract/messages'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { withCustomer } from './customer.ts'
import { asPaymentFault, paymentsOf } from './payments-of.ts'

/**
 * Where the browser goes to see invoices and change card and plan: Stripe's customer portal.
 * @throws AppError not_configured with `setup_required` when the portal was never set up, payments_unreachable
 */
export async function createPortal(context: Context, userId: UserId, origin: string): Promise<{ url: string }> {
  const { stripe, portalConfiguration } = paymentsOf(context)
  try {
    const configuration = await portalConfiguration()
    const { url } = await withCustomer(context, userId, (customer) => stripe.billingPortal.sessions.create({ customer, configuration, return_url: `${origin}/account` }))
    return { url }
  } catch (error) {
    // Stripe has no code for it: an account without a default configuration, or one that names a deleted one, says so in words.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && /configuration/i.test(error.message)) {
      context.log.error({ reason: error.message }, 'the customer portal is not configured')
      throw new AppError('not_configured', { error: BILLING.portalNotConfigured, setup_required: true })
    }
    return asPaymentFault(error)
  }
}

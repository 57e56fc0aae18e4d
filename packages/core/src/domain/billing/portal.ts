import type { Context, UserId } from '../../context.ts'
import { withCustomer } from './customer.ts'
import { askInRequest, asPortalFault, paymentsOf } from './payments-of.ts'

/**
 * Where the browser goes to see invoices and change card and plan: Stripe's customer portal.
 * @throws AppError not_configured with `setup_required` when the portal was never set up, payments_unreachable
 */
export async function createPortal(context: Context, userId: UserId, origin: string): Promise<{ url: string }> {
  const { stripe, portalConfiguration } = paymentsOf(context)
  try {
    return await askInRequest(async () => {
      const configuration = await portalConfiguration()
      const { url } = await withCustomer(context, userId, (customer) =>
        stripe.billingPortal.sessions.create({ customer, configuration, return_url: `${origin}/account?from=portal` }),
      )
      return { url }
    })
  } catch (error) {
    return asPortalFault(context, error)
  }
}

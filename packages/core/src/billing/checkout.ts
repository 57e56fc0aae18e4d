import { PLANS, TOP_UP, type PlanId, type Purchase } from '@printroom/contract/plans'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { withCustomer } from './customer.ts'
import { asPaymentFault, asPortalFault, paymentsOf } from './payments-of.ts'
import { planOfPrice } from './prices.ts'
import { liveSubscription } from './truth.ts'

/**
 * Where the browser goes to buy: Stripe's checkout, or for somebody who has a plan the portal's page that confirms the
 * change. `origin` is ours, without a slash at its end.
 * @throws AppError already_subscribed, payment_due, not_configured, payments_unreachable
 */
export async function createCheckout(context: Context, userId: UserId, purchase: Purchase, origin: string): Promise<{ url: string }> {
  paymentsOf(context)
  try {
    return { url: await withCustomer(context, userId, (customer) => (purchase === TOP_UP.id ? buy(context, userId, customer, purchase, origin) : buyPlan(context, userId, customer, purchase, origin))) }
  } catch (error) {
    return asPaymentFault(error)
  }
}

async function buyPlan(context: Context, userId: UserId, customer: string, plan: PlanId, origin: string): Promise<string> {
  const { stripe, prices, portalConfiguration } = paymentsOf(context)
  const ids = await prices()
  const subscription = liveSubscription(await stripe.subscriptions.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 }))
  if (!subscription) {
    // Two tabs must not become two subscriptions: a checkout that is still open elsewhere is closed.
    const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
    for (const { id, mode } of open.data) if (mode === 'subscription') await stripe.checkout.sessions.expire(id).catch(() => undefined)
    return buy(context, userId, customer, plan, origin)
  }
  const [item] = subscription.items.data
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  const current = planOfPrice(ids, item.price.id)
  if (current === plan) throw new AppError('already_subscribed')
  if (subscription.status !== 'active') throw new AppError('payment_due')
  const session = await stripe.billingPortal.sessions
    .create({
      customer,
      configuration: await portalConfiguration(),
      return_url: `${origin}/account`,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription: subscription.id, items: [{ id: item.id, price: ids[plan], quantity: 1 }] },
        after_completion: { type: 'redirect', redirect: { return_url: `${origin}/account?changed=${plan}` } },
      },
    })
    .catch((error: unknown) => asPortalFault(context, error))
  return session.url
}

async function buy(context: Context, userId: UserId, customer: string, purchase: Purchase, origin: string): Promise<string> {
  const { stripe, prices } = paymentsOf(context)
  const metadata = { user_id: userId, purchase }
  const isPlan = PLANS.some(({ id }) => id === purchase)
  const session = await stripe.checkout.sessions.create({
    mode: isPlan ? 'subscription' : 'payment',
    customer,
    client_reference_id: userId,
    line_items: [{ price: (await prices())[purchase], quantity: 1 }],
    success_url: `${origin}/account?checkout={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/pricing?plan=${purchase}`,
    metadata,
    ...(isPlan ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
  })
  if (!session.url) throw new Error(`checkout session ${session.id} has no address`)
  return session.url
}

import { PLANS, TOP_UP, type PlanId, type Purchase } from '@printroom/contract/plans'
import { Stripe } from 'stripe'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { withCheckoutLease, type RenewLease } from './checkout-lease.ts'
import { withCustomer } from './customer.ts'
import { oneSubscription } from './one-subscription.ts'
import { asPaymentFault, askInRequest, asPortalFault, paymentsOf } from './payments-of.ts'
import { planOfPrice } from './prices.ts'

/** So often is the customer looked at again because something changed between the look and the checkout. */
const MOST_LOOKS = 4
/** Stripe answers an idempotency key for a day with what it answered first, an error of its own too: keys change sooner. */
const KEY_LIVES_MS = 300_000

/** A request to buy; `origin` is ours, without a slash at its end. */
type Order = { userId: UserId; customer: string; origin: string }

/**
 * Where the browser goes to buy: Stripe's checkout, or for somebody who has a plan the portal's page that confirms the
 * change.
 * @throws AppError already_subscribed, payment_due, not_configured, payments_unreachable
 */
export async function createCheckout(
  context: Context,
  userId: UserId,
  purchase: Purchase,
  origin: string,
): Promise<{ url: string }> {
  paymentsOf(context)
  try {
    return await askInRequest(() =>
      withCustomer(context, userId, async (customer) => {
        const order = { userId, customer, origin }
        if (purchase === TOP_UP.id) return { url: await openCheckout(context, order, purchase) }
        return { url: await withCheckoutLease(context, userId, (renew) => buyPlan(context, order, purchase, renew)) }
      }),
    )
  } catch (error) {
    return asPaymentFault(error)
  }
}

/**
 * Two tabs must not become two subscriptions. Every plan checkout that is open elsewhere is closed; what cannot be closed
 * was paid, and is then a live subscription. The new one is made under a key that names the last one before it: should
 * two requests get past the lease, Stripe makes the next checkout once, and answers both with it or refuses the second.
 */
async function buyPlan(context: Context, order: Order, plan: PlanId, renew: RenewLease): Promise<string> {
  const { stripe } = paymentsOf(context)
  for (let look = 1; look <= MOST_LOOKS; look++) {
    await renew()
    const sessions = await stripe.checkout.sessions
      .list({ customer: order.customer, limit: 100 })
      .autoPagingToArray({ limit: 1000 })
    const ofPlans = sessions.filter(({ mode }) => mode === 'subscription')
    for (const { id, status } of ofPlans)
      if (status === 'open') await stripe.checkout.sessions.expire(id).catch(ignoreClosed)
    const live = await liveSubscription(context, order)
    if (live) return await changePlan(context, order, plan, live)
    await renew()
    const key = `checkout:${order.customer}:${ofPlans[0]?.id ?? 'first'}:${Math.floor(Date.now() / KEY_LIVES_MS)}`
    try {
      return await openCheckout(context, order, plan, key)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error
    }
  }
  throw new AppError('payments_unreachable')
}

/** A checkout that was paid or has run out meanwhile cannot be closed, and need not be. */
function ignoreClosed(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
}

async function liveSubscription(
  context: Context,
  { userId, customer }: Order,
): Promise<Stripe.Subscription | undefined> {
  const subscriptions = await paymentsOf(context)
    .stripe.subscriptions.list({ customer, limit: 100 })
    .autoPagingToArray({ limit: 1000 })
  const user = await context.db.user.findUniqueOrThrow({
    where: { id: userId },
    include: { surplusSubscriptions: true },
  })
  return oneSubscription(subscriptions, {
    current: user.stripeSubscriptionId,
    surplus: new Set(user.surplusSubscriptions.map(({ id }) => id)),
  }).kept
}

async function changePlan(
  context: Context,
  { customer, origin }: Order,
  plan: PlanId,
  subscription: Stripe.Subscription,
): Promise<string> {
  const { stripe, prices, portalConfiguration } = paymentsOf(context)
  const ids = await prices()
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
        subscription_update_confirm: {
          subscription: subscription.id,
          items: [{ id: item.id, price: ids[plan], quantity: 1 }],
        },
        after_completion: { type: 'redirect', redirect: { return_url: `${origin}/account?changed=${plan}` } },
      },
    })
    .catch((error: unknown) => asPortalFault(context, error))
  return session.url
}

async function openCheckout(
  context: Context,
  { userId, customer, origin }: Order,
  purchase: Purchase,
  idempotencyKey?: string,
): Promise<string> {
  const { stripe, prices } = paymentsOf(context)
  const metadata = { user_id: userId, purchase }
  const isPlan = PLANS.some(({ id }) => id === purchase)
  const session = await stripe.checkout.sessions.create(
    {
      mode: isPlan ? 'subscription' : 'payment',
      customer,
      client_reference_id: userId,
      line_items: [{ price: (await prices())[purchase], quantity: 1 }],
      success_url: `${origin}/account?checkout={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/pricing?plan=${purchase}`,
      metadata,
      ...(isPlan ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    },
    { idempotencyKey },
  )
  if (!session.url) throw new Error(`checkout session ${session.id} has no address`)
  return session.url
}

import { periodEnd } from './billing.ts'
import { missing } from './errors.ts'
import { listOf, newId, type Price, type Session, type Subscription } from './objects.ts'
import type { State } from './state.ts'

export function newSubscription(
  customer: string,
  price: Price,
  at: number,
  metadata: Subscription['metadata'],
): Subscription {
  const id = newId('sub')
  const item = {
    id: newId('si'),
    object: 'subscription_item' as const,
    created: at,
    metadata: {},
    price,
    quantity: 1,
    subscription: id,
    current_period_start: at,
    current_period_end: periodEnd(at, at),
    discounts: [] as [],
    tax_rates: [] as [],
  }
  return {
    id,
    object: 'subscription',
    customer,
    status: 'active',
    created: at,
    start_date: at,
    billing_cycle_anchor: at,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency: price.currency,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [item]),
    latest_invoice: null,
    metadata,
    schedule: null,
    livemode: false,
  }
}

/** A session as the API shows it: what it sells is asked for apart. */
export function publicSession(session: State['sessions'][string]): Session {
  const { line_items: _, subscription_metadata: _sub, intent_metadata: _intent, ...shown } = session
  return shown
}

export function sessionOf(state: State, id: string): State['sessions'][string] {
  const session = state.sessions[id]
  if (!session) throw missing('checkout.session', id, 'session')
  return session
}

export function subscriptionOf(state: State, id: string): Subscription {
  const subscription = state.subscriptions[id]
  if (!subscription) throw missing('subscription', id)
  return subscription
}

export function priceOf(state: State, id: string): Price {
  const price = state.prices[id]
  if (!price) throw missing('price', id, 'line_items[0][price]')
  return price
}

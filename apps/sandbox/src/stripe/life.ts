import { collect, draftInvoice, itemOf, pay, periodEnd } from './billing.ts'
import { invalid, missing } from './errors.ts'
import {
  newId,
  type Dispute,
  type Invoice,
  type Price,
  type Refund,
  type Session,
  type Subscription,
} from './objects.ts'
import type { Card, State, Store } from './state.ts'
import type { Webhooks } from './webhooks.ts'
import { newSubscription, publicSession, sessionOf, subscriptionOf, priceOf } from './records.ts'

export type Life = ReturnType<typeof createLife>

/** What happens to money: buying, renewing, failing, changing, ending, giving back. Every step tells its events. */
export function createLife(store: Store, webhooks: Webhooks) {
  const { state } = store
  const now = () => Math.floor((Date.now() + state.offsetMs) / 1000)
  const emit = (type: string, object: object) => webhooks.emit(type, object, now())

  /** The checkout page's Pay button. False when the card was declined; the page stays open then. */
  function completeSession(id: string, card: Card): boolean {
    const session = sessionOf(state, id)
    if (session.status !== 'open') throw invalid('This checkout session is not open any more.')
    const { customer } = session
    const before = state.cards[customer]
    state.cards[customer] = card === 'declines_later' ? 'works' : card
    const isPaid = session.mode === 'payment' ? buyOnce(session) : subscribe(session)
    // A card that was declined at the checkout does not replace the one on file.
    if (isPaid) state.cards[customer] = card
    else if (before) state.cards[customer] = before
    else delete state.cards[customer]
    if (isPaid) {
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null } satisfies Partial<Session>)
      emit('checkout.session.completed', publicSession(session))
    }
    store.save()
    return isPaid
  }

  /** Closes a checkout that was not paid: from here on it cannot be. */
  function expireSession(id: string): State['sessions'][string] {
    const session = sessionOf(state, id)
    if (session.status !== 'open')
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    Object.assign(session, { status: 'expired', url: null } satisfies Partial<Session>)
    emit('checkout.session.expired', publicSession(session))
    return session
  }

  function buyOnce(session: State['sessions'][string]): boolean {
    const { intent, charge } = pay(state, now(), {
      customer: session.customer,
      amount: session.amount_total,
      currency: session.currency,
      description: session.line_items.map(({ price }) => nameOf(price)).join(', '),
      metadata: session.intent_metadata,
    })
    if (intent.status !== 'succeeded') return false
    session.payment_intent = intent.id
    emit('payment_intent.succeeded', intent)
    emit('charge.succeeded', charge)
    return true
  }

  function subscribe(session: State['sessions'][string]): boolean {
    const [line] = session.line_items
    const price = priceOf(state, line?.price ?? '')
    const at = now()
    const subscription = newSubscription(session.customer, price, at, session.subscription_metadata)
    const invoice = draftInvoice(state, at, subscription, 'subscription_create', [cycleLine(subscription, price)])
    if (!collect(state, at, invoice)) {
      // The checkout takes the payment before there is a subscription: one that failed leaves nothing behind.
      delete state.invoices[invoice.id]
      return false
    }
    state.subscriptions[subscription.id] = subscription
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id } satisfies Partial<Session>)
    emit('customer.subscription.created', subscription)
    emit('invoice.paid', invoice)
    return true
  }

  /** Changes the plan: a dearer one at once, with the rest of the period charged; a cheaper one with the next cycle. */
  function changePlan(id: string, priceId: string): void {
    const subscription = subscriptionOf(state, id)
    const price = priceOf(state, priceId)
    const item = itemOf(subscription)
    if (subscription.status === 'canceled') throw invalid('This subscription has ended.')
    if (price.unit_amount <= item.price.unit_amount) {
      if (price.id === item.price.id) delete state.scheduled[id]
      else state.scheduled[id] = price.id
      subscription.schedule = state.scheduled[id] ? newId('sub_sched') : null
      emit('customer.subscription.updated', subscription)
      return store.save()
    }
    const at = now()
    const before = item.price
    const period = { start: at, end: item.current_period_end }
    const share = (period.end - at) / (period.end - item.current_period_start)
    const invoice = draftInvoice(state, at, subscription, 'subscription_update', [
      {
        price: before,
        amount: -Math.round(before.unit_amount * share),
        description: `Unused time on ${nameOf(before.id)}`,
        isProration: true,
        period,
      },
      {
        price,
        amount: Math.round(price.unit_amount * share),
        description: `Remaining time on ${nameOf(price.id)}`,
        isProration: true,
        period,
      },
    ])
    if (!collect(state, at, invoice)) {
      delete state.invoices[invoice.id]
      throw invalid('Your card was declined.', { code: 'card_declined' })
    }
    item.price = price
    delete state.scheduled[id]
    subscription.schedule = null
    emit('customer.subscription.updated', subscription)
    emit('invoice.paid', invoice)
    store.save()
  }

  /** Cancels at the period's end, or takes that back. */
  function setEnding(id: string, isEnding: boolean, comment?: string | null): Subscription {
    const subscription = subscriptionOf(state, id)
    if (subscription.status === 'canceled')
      throw invalid('A canceled subscription can only update its cancellation_details.')
    subscription.cancel_at_period_end = isEnding
    subscription.cancel_at = isEnding ? itemOf(subscription).current_period_end : null
    subscription.canceled_at = isEnding ? now() : null
    subscription.cancellation_details = isEnding
      ? { comment: comment ?? null, feedback: null, reason: 'cancellation_requested' }
      : { comment: null, feedback: null, reason: null }
    emit('customer.subscription.updated', subscription)
    store.save()
    return subscription
  }

  /** Ends a subscription now. */
  function end(id: string, reason: 'cancellation_requested' | 'payment_failed', comment?: string | null): Subscription {
    const subscription = subscriptionOf(state, id)
    if (subscription.status === 'canceled') throw missing('subscription', id)
    Object.assign(subscription, {
      status: 'canceled',
      ended_at: now(),
      canceled_at: subscription.canceled_at ?? now(),
    } satisfies Partial<Subscription>)
    subscription.cancellation_details.reason ??= reason
    subscription.cancellation_details.comment = comment ?? subscription.cancellation_details.comment
    delete state.scheduled[id]
    emit('customer.subscription.deleted', subscription)
    store.save()
    return subscription
  }

  /** A card given in the portal; what was left open is tried again with it at once. */
  function updateCard(customer: string, card: Card): void {
    state.cards[customer] = card
    for (const subscription of liveOf(customer)) if (subscription.status === 'past_due') retry(subscription)
    store.save()
  }

  function retry(subscription: Subscription): void {
    const invoice = state.invoices[subscription.latest_invoice ?? '']
    if (invoice?.status === 'open') settle(subscription, invoice)
  }

  function settle(subscription: Subscription, invoice: Invoice): void {
    const isPaid = collect(state, now(), invoice)
    subscription.status = isPaid ? 'active' : 'past_due'
    emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    emit('customer.subscription.updated', subscription)
    if (!isPaid && invoice.next_payment_attempt === null) {
      invoice.status = 'uncollectible'
      end(subscription.id, 'payment_failed')
    }
  }

  /** Moves the clock forward and lets everything happen that falls due on the way, in its order. */
  function advance(toSeconds: number): void {
    for (;;) {
      const due = nextDue(toSeconds)
      if (!due) break
      state.offsetMs += Math.max(0, due.at - now()) * 1000
      if (due.isRetry) retry(due.subscription)
      else renew(due.subscription)
    }
    state.offsetMs += Math.max(0, toSeconds - now()) * 1000
    store.save()
  }

  function nextDue(until: number): { at: number; isRetry: boolean; subscription: Subscription } | undefined {
    return Object.values(state.subscriptions)
      .filter(({ status }) => status !== 'canceled')
      .flatMap((subscription) => {
        const retryAt =
          subscription.status === 'past_due'
            ? state.invoices[subscription.latest_invoice ?? '']?.next_payment_attempt
            : null
        const renewal = { at: itemOf(subscription).current_period_end, isRetry: false, subscription }
        return retryAt ? [{ at: retryAt, isRetry: true, subscription }, renewal] : [renewal]
      })
      .filter(({ at }) => at <= until)
      .toSorted((one, other) => one.at - other.at)[0]
  }

  function renew(subscription: Subscription): void {
    if (subscription.cancel_at_period_end) return void end(subscription.id, 'cancellation_requested')
    if (subscription.status === 'past_due') return void end(subscription.id, 'payment_failed')
    const item = itemOf(subscription)
    const scheduled = state.scheduled[subscription.id]
    if (scheduled) item.price = priceOf(state, scheduled)
    delete state.scheduled[subscription.id]
    subscription.schedule = null
    item.current_period_start = item.current_period_end
    item.current_period_end = periodEnd(item.current_period_start, subscription.billing_cycle_anchor)
    if (state.cards[subscription.customer] === 'declines_later') state.cards[subscription.customer] = 'declines'
    settle(
      subscription,
      draftInvoice(state, now(), subscription, 'subscription_cycle', [cycleLine(subscription, item.price)]),
    )
  }

  /** Gives money back. */
  function refund(intentId: string, amount: number | undefined, reason: string | null): Refund {
    const intent = state.intents[intentId]
    const charge = state.charges[intent?.latest_charge ?? '']
    if (!intent || !charge) throw missing('payment_intent', intentId, 'payment_intent')
    const left = charge.amount_captured - charge.amount_refunded
    const isHeld = Object.values(state.disputes).some((each) => each.charge === charge.id && each.status !== 'won')
    if (isHeld)
      throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
    if (left <= 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
    if (amount !== undefined && amount > left)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
        param: 'amount',
      })
    const given = amount ?? left
    charge.amount_refunded += given
    charge.refunded = charge.amount_refunded === charge.amount_captured
    const made: Refund = {
      id: newId('re'),
      object: 'refund',
      amount: given,
      charge: charge.id,
      created: now(),
      currency: charge.currency,
      payment_intent: intentId,
      reason,
      status: 'succeeded',
      metadata: {},
    }
    state.refunds[made.id] = made
    emit('charge.refunded', charge)
    store.save()
    return made
  }

  /** The cardholder's bank takes a payment back, or decides about it. */
  function dispute(intentId: string, outcome: 'open' | 'won' | 'lost'): void {
    const charge = state.charges[state.intents[intentId]?.latest_charge ?? '']
    if (!charge) throw missing('payment_intent', intentId, 'payment_intent')
    const known = Object.values(state.disputes).find((each) => each.charge === charge.id)
    const status = outcome === 'open' ? 'needs_response' : outcome
    const told: Dispute = known ?? {
      id: newId('dp'),
      object: 'dispute',
      amount: charge.amount,
      charge: charge.id,
      created: now(),
      currency: charge.currency,
      payment_intent: intentId,
      reason: 'fraudulent',
      status,
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
    }
    told.status = status
    charge.disputed = true
    state.disputes[told.id] = told
    emit(outcome === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed', told)
    store.save()
  }

  const liveOf = (customer: string) =>
    Object.values(state.subscriptions).filter((each) => each.customer === customer && each.status !== 'canceled')
  const nameOf = (priceId: string) => state.products[state.prices[priceId]?.product ?? '']?.name ?? priceId
  const cycleLine = (subscription: Subscription, price: Price) => {
    const { current_period_start: start, current_period_end: end } = itemOf(subscription)
    return {
      price,
      amount: price.unit_amount,
      description: `1 × ${nameOf(price.id)}`,
      isProration: false,
      period: { start, end },
    }
  }

  return {
    state,
    now,
    completeSession,
    expireSession,
    changePlan,
    setEnding,
    end,
    updateCard,
    advance,
    refund,
    dispute,
    liveOf,
    nameOf,
  }
}

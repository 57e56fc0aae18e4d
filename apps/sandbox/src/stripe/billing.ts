import { invalid } from './errors.ts'
import {
  listOf,
  newId,
  type BillingReason,
  type Charge,
  type Intent,
  type Invoice,
  type InvoiceLine,
  type Metadata,
  type Price,
  type Subscription,
} from './objects.ts'
import type { State } from './state.ts'

/** The end of a subscription's period that starts at `start` (seconds): a calendar month later, by the day of its anchor. */
export function periodEnd(start: number, anchor: number): number {
  const from = new Date(start * 1000)
  const day = new Date(anchor * 1000).getUTCDate()
  const lastOfNext = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 2, 0)).getUTCDate()
  const next = new Date(from)
  next.setUTCDate(1)
  next.setUTCMonth(from.getUTCMonth() + 1)
  next.setUTCDate(Math.min(day, lastOfNext))
  return Math.floor(next.getTime() / 1000)
}

type Payment = { customer: string; amount: number; currency: string; description: string; metadata: Metadata }

/** Charges a customer's card. The charge and its payment intent exist either way; `intent.status` says how it went. */
export function pay(
  state: State,
  at: number,
  { customer, amount, currency, description, metadata }: Payment,
): { intent: Intent; charge: Charge } {
  const isPaid = state.cards[customer] === 'works'
  const intentId = newId('pi')
  const common = { created: at, currency, customer, description, metadata, livemode: false as const }
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: isPaid ? amount : 0,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    paid: isPaid,
    captured: isPaid,
    payment_intent: intentId,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : 'Your card was declined.',
    status: isPaid ? 'succeeded' : 'failed',
    ...common,
  }
  const intent: Intent = {
    id: intentId,
    object: 'payment_intent',
    amount,
    amount_received: isPaid ? amount : 0,
    latest_charge: charge.id,
    payment_method_types: ['card'],
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    ...common,
  }
  state.charges[charge.id] = charge
  state.intents[intent.id] = intent
  return { intent, charge }
}

type LineDraft = {
  price: Price
  amount: number
  description: string
  isProration: boolean
  period: { start: number; end: number }
}

/** A finalized invoice of a subscription, still open. */
export function draftInvoice(
  state: State,
  at: number,
  subscription: Subscription,
  reason: BillingReason,
  drafts: LineDraft[],
): Invoice {
  const id = newId('in')
  const item = itemOf(subscription)
  const lines = drafts.map(({ price, amount, description, isProration, period }): InvoiceLine => ({
    id: newId('il'),
    object: 'line_item',
    amount,
    subtotal: amount,
    currency: price.currency,
    description,
    invoice: id,
    period,
    quantity: 1,
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
    },
    livemode: false,
    metadata: subscription.metadata,
  }))
  const total = Math.max(
    0,
    lines.reduce((sum, line) => sum + line.amount, 0),
  )
  const count = Object.values(state.invoices).filter((invoice) => invoice.customer === subscription.customer).length
  const invoice: Invoice = {
    id,
    object: 'invoice',
    number: `${state.customers[subscription.customer]?.invoice_prefix ?? 'SANDBOX'}-${String(count + 1).padStart(4, '0')}`,
    account_country: 'US',
    customer: subscription.customer,
    status: 'open',
    billing_reason: reason,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    subtotal: total,
    total,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    collection_method: 'charge_automatically',
    created: at,
    currency: subscription.currency,
    hosted_invoice_url: null,
    lines: listOf(`/v1/invoices/${id}/lines`, lines),
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_start: at,
    period_end: at,
    status_transitions: { finalized_at: at, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    metadata: {},
    livemode: false,
  }
  state.invoices[id] = invoice
  subscription.latest_invoice = id
  return invoice
}

/** Days until the next try, after the first, second and third failure. */
const RETRY_DAYS = [3, 5, 7]
const DAY_SECONDS = 86_400

/** Tries to collect an open invoice. True when it is paid. */
export function collect(state: State, at: number, invoice: Invoice): boolean {
  const description = `Invoice ${invoice.number}`
  const { intent } = pay(state, at, {
    customer: invoice.customer,
    amount: invoice.amount_due,
    currency: invoice.currency,
    description,
    metadata: {},
  })
  const isPaid = intent.status === 'succeeded'
  const retryDays = RETRY_DAYS[invoice.attempt_count]
  Object.assign(invoice, {
    status: isPaid ? 'paid' : 'open',
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    amount_paid: isPaid ? invoice.amount_due : 0,
    amount_remaining: isPaid ? 0 : invoice.amount_due,
    next_payment_attempt: isPaid || retryDays === undefined ? null : at + retryDays * DAY_SECONDS,
  } satisfies Partial<Invoice>)
  invoice.status_transitions.paid_at = isPaid ? at : null
  const id = newId('inpay')
  state.payments[id] = {
    id,
    object: 'invoice_payment',
    amount_paid: isPaid ? invoice.amount_paid : null,
    amount_requested: invoice.amount_due,
    created: at,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: isPaid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: isPaid ? at : null },
  }
  return isPaid
}

/** The one item of a subscription: Printroom sells one plan at a time. */
export function itemOf(subscription: Subscription): Subscription['items']['data'][number] {
  const [item] = subscription.items.data
  if (!item) throw invalid(`Subscription ${subscription.id} has no items.`)
  return item
}

import { randomBytes } from 'node:crypto'

/*
 * Stripe's objects as its API of late 2026 answers them, with the fields that Printroom or a person looking at the
 * answers needs. Times are seconds, amounts are cents.
 */

export type Metadata = Record<string, string>
export type Page<Item> = { object: 'list'; data: Item[]; has_more: boolean; url: string }

export type Product = {
  id: string
  object: 'product'
  active: boolean
  created: number
  updated: number
  name: string
  description: string | null
  default_price: null
  images: []
  marketing_features: []
  livemode: false
  metadata: Metadata
  type: 'service'
}
export type Recurring = {
  interval: 'day' | 'week' | 'month' | 'year'
  interval_count: number
  meter: null
  usage_type: 'licensed'
  trial_period_days: null
}
export type Price = {
  id: string
  object: 'price'
  active: boolean
  billing_scheme: 'per_unit'
  created: number
  currency: string
  custom_unit_amount: null
  livemode: false
  lookup_key: string | null
  metadata: Metadata
  nickname: string | null
  product: string
  recurring: Recurring | null
  tax_behavior: 'unspecified'
  tiers_mode: null
  transform_quantity: null
  type: 'recurring' | 'one_time'
  unit_amount: number
  unit_amount_decimal: string
}
export type Customer = {
  id: string
  object: 'customer'
  created: number
  email: string | null
  name: string | null
  description: string | null
  balance: number
  currency: string | null
  delinquent: boolean
  invoice_prefix: string
  livemode: false
  metadata: Metadata
  preferred_locales: []
  deleted?: boolean
}
export type LineItem = { price: string; quantity: number }
export type Session = {
  id: string
  object: 'checkout.session'
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  customer: string
  client_reference_id: string | null
  amount_subtotal: number
  amount_total: number
  currency: string
  created: number
  expires_at: number
  success_url: string
  cancel_url: string | null
  url: string | null
  metadata: Metadata
  invoice: string | null
  payment_intent: string | null
  subscription: string | null
  payment_method_types: ['card']
  ui_mode: 'hosted_page'
  livemode: false
}
export type SubscriptionItem = {
  id: string
  object: 'subscription_item'
  created: number
  metadata: Metadata
  price: Price
  quantity: number
  subscription: string
  current_period_start: number
  current_period_end: number
  discounts: []
  tax_rates: []
}
export type SubscriptionStatus = 'active' | 'past_due' | 'canceled'
export type Subscription = {
  id: string
  object: 'subscription'
  customer: string
  status: SubscriptionStatus
  created: number
  start_date: number
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null }
  collection_method: 'charge_automatically'
  currency: string
  items: Page<SubscriptionItem>
  latest_invoice: string | null
  metadata: Metadata
  schedule: string | null
  livemode: false
}
export type InvoiceLine = {
  id: string
  object: 'line_item'
  amount: number
  subtotal: number
  currency: string
  description: string
  invoice: string
  period: { start: number; end: number }
  quantity: number
  pricing: { type: 'price_details'; price_details: { price: string; product: string }; unit_amount_decimal: string }
  parent: {
    type: 'subscription_item_details'
    invoice_item_details: null
    subscription_item_details: {
      invoice_item: null
      proration: boolean
      proration_details: null
      subscription: string
      subscription_item: string
    }
  }
  livemode: false
  metadata: Metadata
}
export type InvoicePayment = {
  id: string
  object: 'invoice_payment'
  amount_paid: number | null
  amount_requested: number
  created: number
  currency: string
  invoice: string
  is_default: true
  livemode: false
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'open' | 'paid'
  status_transitions: { canceled_at: null; paid_at: number | null }
}
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'
export type Invoice = {
  id: string
  object: 'invoice'
  number: string
  account_country: 'US'
  customer: string
  status: 'open' | 'paid' | 'uncollectible'
  billing_reason: BillingReason
  amount_due: number
  amount_paid: number
  amount_remaining: number
  subtotal: number
  total: number
  attempt_count: number
  attempted: boolean
  next_payment_attempt: number | null
  collection_method: 'charge_automatically'
  created: number
  currency: string
  hosted_invoice_url: string | null
  lines: Page<InvoiceLine>
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { metadata: Metadata; subscription: string }
  }
  period_start: number
  period_end: number
  status_transitions: { finalized_at: number; marked_uncollectible_at: null; paid_at: number | null; voided_at: null }
  metadata: Metadata
  livemode: false
}
export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  created: number
  currency: string
  customer: string
  description: string | null
  latest_charge: string | null
  metadata: Metadata
  payment_method_types: ['card']
  status: 'succeeded' | 'requires_payment_method'
  livemode: false
}
export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  paid: boolean
  captured: boolean
  created: number
  currency: string
  customer: string
  payment_intent: string
  description: string | null
  failure_code: string | null
  failure_message: string | null
  status: 'succeeded' | 'failed'
  metadata: Metadata
  livemode: false
}
export type Refund = {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  payment_intent: string
  reason: string | null
  status: 'succeeded'
  metadata: Metadata
}
export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  payment_intent: string
  reason: 'fraudulent'
  status: 'needs_response' | 'won' | 'lost'
  is_charge_refundable: boolean
  livemode: false
  metadata: Metadata
}
export type Event = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object }
  livemode: false
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
  type: string
}
export type PortalConfiguration = {
  id: string
  object: 'billing_portal.configuration'
  active: boolean
  created: number
  updated: number
  is_default: boolean
  default_return_url: string | null
  business_profile: object
  features: object
  livemode: false
  metadata: Metadata
}
export type PortalFlow = {
  type: string
  after_completion: unknown
  subscription_update_confirm: { subscription: string; items: { id: string; price: string }[] } | null
}
export type PortalSession = {
  id: string
  object: 'billing_portal.session'
  configuration: string
  created: number
  customer: string
  flow: PortalFlow | null
  livemode: false
  locale: null
  return_url: string | null
  url: string
}

export const API_VERSION = '2026-10-28.endive'

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const listOf = <Item>(url: string, data: Item[], hasMore = false): Page<Item> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})

export const NO_RECURRING: Omit<Recurring, 'interval' | 'interval_count'> = {
  meter: null,
  usage_type: 'licensed',
  trial_period_days: null,
}

import { invalid, missing } from './errors.ts'
import { priceOf } from './records.ts'
import { newId, NO_RECURRING, type Customer, type PortalSession, type Price } from './objects.ts'
import { type Parsed } from './requests.ts'
import type { Store } from './state.ts'

/** A checkout that nobody pays is open for a day: Stripe's default for `expires_at`. */
const OPEN_SECONDS = 86_400

/** `POST /v1/prices`. */
export function createPrice({ state }: Store, input: Parsed<'priceCreate'>, at: number): Price {
  if (!state.products[input.product]) throw missing('product', input.product, 'product')
  const holder = Object.values(state.prices).find((price) => input.lookup_key && price.lookup_key === input.lookup_key)
  if (holder && !input.transfer_lookup_key)
    throw invalid(`A price (${holder.id}) already uses that lookup key.`, { param: 'lookup_key' })
  if (holder) holder.lookup_key = null
  const { recurring } = input
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: at,
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product: input.product,
    recurring: recurring
      ? { interval: recurring.interval, interval_count: recurring.interval_count ?? 1, ...NO_RECURRING }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: String(input.unit_amount),
  }
  return (state.prices[price.id] = price)
}

/** `POST /v1/checkout/sessions`: an open session; times in seconds since 1970, amounts in cents. */
export function createSession(
  { state }: Store,
  input: Parsed<'sessionCreate'>,
  origin: string,
  at: number,
  customerOf: (id: string) => Customer,
): Store['state']['sessions'][string] {
  const customer = customerOf(input.customer)
  const lines = input.line_items
  const prices = lines.map(({ price }) => priceOf(state, price))
  if (input.mode === 'subscription' && !prices.some(({ recurring }) => recurring))
    throw invalid('You must provide at least one recurring price in `subscription` mode when using prices.')
  if (input.mode === 'payment' && prices.some(({ recurring }) => recurring))
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    )
  const total = lines.reduce((sum, line, each) => sum + (prices[each]?.unit_amount ?? 0) * line.quantity, 0)
  const id = newId('cs_test')
  return (state.sessions[id] = {
    id,
    object: 'checkout.session',
    mode: input.mode,
    status: 'open',
    payment_status: 'unpaid',
    customer: customer.id,
    client_reference_id: input.client_reference_id ?? null,
    amount_subtotal: total,
    amount_total: total,
    currency: prices[0]?.currency ?? 'usd',
    created: at,
    expires_at: input.expires_at ?? at + OPEN_SECONDS,
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    url: `${origin}/stripe/checkout/${id}`,
    metadata: input.metadata ?? {},
    invoice: null,
    payment_intent: null,
    subscription: null,
    payment_method_types: ['card'],
    ui_mode: 'hosted_page',
    livemode: false,
    line_items: lines,
    subscription_metadata: input.subscription_data?.metadata ?? {},
    intent_metadata: input.payment_intent_data?.metadata ?? {},
  })
}

/** `POST /v1/billing_portal/sessions`. */
export function createPortal(
  { state }: Store,
  input: Parsed<'portalCreate'>,
  origin: string,
  at: number,
  customerOf: (id: string) => Customer,
): PortalSession {
  const customer = customerOf(input.customer)
  const configurations = Object.values(state.portalConfigurations)
  const configuration = input.configuration
    ? state.portalConfigurations[input.configuration]
    : configurations.find((each) => each.is_default)
  if (input.configuration && !configuration) throw missing('configuration', input.configuration, 'configuration')
  if (!configuration)
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    )
  const id = newId('bps')
  const flow = input.flow_data && {
    type: input.flow_data.type,
    after_completion: input.flow_data.after_completion ?? null,
    subscription_update_confirm: input.flow_data.subscription_update_confirm ?? null,
  }
  return (state.portalSessions[id] = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: at,
    customer: customer.id,
    flow: flow ?? null,
    livemode: false,
    locale: null,
    return_url: input.return_url ?? configuration.default_return_url,
    url: `${origin}/stripe/portal/${id}`,
  })
}

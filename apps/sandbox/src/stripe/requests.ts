import * as z from 'zod'
import { invalid } from './errors.ts'
import type { Form } from './form.ts'

/*
 * What each path takes: the part of Stripe's own request schemas that Printroom uses. Anything else is refused as
 * Stripe refuses an unknown parameter, so that a typing error in a client shows here and not in production.
 */

const text = z.string().max(5000)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const whole = z.coerce.number().int()
const metadata = z.record(z.string().max(40), z.string().max(500)).optional()
const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value && typeof value === 'object' ? Object.values(value) : value), z.array(item))
const expand = list(text).optional()
const page = {
  limit: whole.min(1).max(100).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
}
const cancellation = z.strictObject({ comment: text.optional() }).optional()

export const REQUESTS = {
  customerCreate: z.strictObject({
    email: text.optional(),
    name: text.optional(),
    description: text.optional(),
    metadata,
    expand,
  }),
  customerUpdate: z.strictObject({
    email: text.optional(),
    name: text.optional(),
    description: text.optional(),
    metadata,
    expand,
  }),
  productCreate: z.strictObject({ id: text.optional(), name: text, description: text.optional(), metadata, expand }),
  priceCreate: z.strictObject({
    currency: z.string().length(3),
    unit_amount: whole.min(0),
    product: text,
    recurring: z
      .strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: whole.optional() })
      .optional(),
    lookup_key: z.string().max(200).optional(),
    transfer_lookup_key: flag.optional(),
    nickname: text.optional(),
    metadata,
    expand,
  }),
  priceList: z.strictObject({
    ...page,
    active: flag.optional(),
    lookup_keys: list(text).optional(),
    product: text.optional(),
  }),
  productList: z.strictObject({ ...page, active: flag.optional(), ids: list(text).optional() }),
  sessionCreate: z.strictObject({
    mode: z.enum(['payment', 'subscription']),
    success_url: text,
    cancel_url: text.optional(),
    customer: text,
    client_reference_id: z.string().max(200).optional(),
    line_items: list(z.strictObject({ price: text, quantity: whole.min(1) })).refine(
      (lines) => lines.length > 0,
      'at least one is needed',
    ),
    metadata,
    subscription_data: z.strictObject({ metadata, description: text.optional() }).optional(),
    payment_intent_data: z.strictObject({ metadata, description: text.optional() }).optional(),
    expires_at: whole.optional(),
    expand,
  }),
  sessionList: z.strictObject({
    ...page,
    customer: text.optional(),
    subscription: text.optional(),
    payment_intent: text.optional(),
    status: z.enum(['open', 'complete', 'expired']).optional(),
  }),
  portalCreate: z.strictObject({
    customer: text,
    return_url: text.optional(),
    configuration: text.optional(),
    flow_data: z
      .strictObject({
        type: z.enum([
          'payment_method_update',
          'subscription_cancel',
          'subscription_update',
          'subscription_update_confirm',
        ]),
        subscription_update_confirm: z
          .strictObject({
            subscription: text,
            items: list(z.strictObject({ id: text, price: text, quantity: whole.optional() })),
          })
          .optional(),
        after_completion: z
          .strictObject({
            type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
            redirect: z.strictObject({ return_url: text }).optional(),
          })
          .optional(),
      })
      .optional(),
    expand,
  }),
  portalConfigurationCreate: z.strictObject({
    business_profile: z
      .strictObject({
        headline: text.optional(),
        privacy_policy_url: text.optional(),
        terms_of_service_url: text.optional(),
      })
      .optional(),
    default_return_url: text.optional(),
    features: z.record(z.string(), z.unknown()),
    metadata,
    expand,
  }),
  portalConfigurationList: z.strictObject({ ...page, active: flag.optional(), is_default: flag.optional() }),
  subscriptionUpdate: z.strictObject({
    cancel_at_period_end: flag.optional(),
    cancellation_details: cancellation,
    items: list(z.strictObject({ id: text, price: text, quantity: whole.optional() })).optional(),
    proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    metadata,
    expand,
  }),
  subscriptionCancel: z.strictObject({
    cancellation_details: cancellation,
    invoice_now: flag.optional(),
    prorate: flag.optional(),
    expand,
  }),
  subscriptionList: z.strictObject({
    ...page,
    customer: text.optional(),
    price: text.optional(),
    status: z.enum(['active', 'past_due', 'canceled', 'all']).optional(),
  }),
  invoiceList: z.strictObject({
    ...page,
    customer: text.optional(),
    subscription: text.optional(),
    status: z.enum(['open', 'paid', 'uncollectible']).optional(),
  }),
  intentList: z.strictObject({ ...page, customer: text.optional() }),
  refundCreate: z.strictObject({
    payment_intent: text.optional(),
    charge: text.optional(),
    amount: whole.min(1).optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata,
    expand,
  }),
  refundList: z.strictObject({ ...page, payment_intent: text.optional(), charge: text.optional() }),
  disputeList: z.strictObject({ ...page, payment_intent: text.optional(), charge: text.optional() }),
  eventList: z.strictObject({ ...page, type: text.optional(), types: list(text).optional() }),
  one: z.strictObject({ expand }),
} as const

export type RequestName = keyof typeof REQUESTS
export type Parsed<Name extends RequestName> = z.output<(typeof REQUESTS)[Name]>

/** The parameters of a request. @throws StripeRefusal in Stripe's words */
export function parseRequest<Name extends RequestName>(name: Name, form: Form): Parsed<Name> {
  const parsed = REQUESTS[name].safeParse(form)
  if (parsed.success) return parsed.data as Parsed<Name>
  const issue = parsed.error.issues[0]
  const where = bracketed(issue?.path ?? [])
  if (issue?.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  if (issue?.code === 'invalid_type' && valueAt(form, issue.path) === undefined)
    throw invalid(`Missing required param: ${where}.`, { code: 'parameter_missing', param: where })
  throw invalid(`Invalid ${where}: ${issue?.message ?? 'not understood'}`, { param: where })
}

const bracketed = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('')

const valueAt = (form: Form, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (place, part) => (place && typeof place === 'object' ? (place as Record<PropertyKey, unknown>)[part] : undefined),
    form,
  )

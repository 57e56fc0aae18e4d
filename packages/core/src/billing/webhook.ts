import { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { converge } from './converge.ts'
import { paymentsOf } from './payments-of.ts'

/** How old a signature may be, in seconds. */
const TOLERANCE_SECONDS = 300

/** The events that may have moved money or a plan; others are recorded and left alone. */
export const TELLING = new Set<Stripe.WebhookEndpointCreateParams.EnabledEvent>([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
])

const isTelling = (type: string): boolean => (TELLING as ReadonlySet<string>).has(type)

/**
 * Takes a webhook: its signature is checked over the bytes as they came, the event is recorded once, and our books are
 * made to agree with Stripe's. A fault on the way leaves the event unprocessed and throws, so that Stripe sends it again.
 * @throws AppError bad_signature, not_configured, payments_unreachable
 */
export async function takeWebhook(context: Context, body: Buffer, signature: string | undefined): Promise<void> {
  const { db, log } = context
  const { webhookSecret } = paymentsOf(context)
  const event = verified(body, signature, webhookSecret)
  const object = event.data.object as { id?: string; object: string; customer?: unknown; payment_intent?: unknown }
  const payload = { object: object.object, id: object.id ?? null, created: event.created }
  await db.stripeEvent.createMany({ data: [{ id: event.id, type: event.type, payload }], skipDuplicates: true })
  const { processedAt } = await db.stripeEvent.findUniqueOrThrow({ where: { id: event.id } })
  if (processedAt) return
  if (isTelling(event.type)) {
    const customer = await customerOf(context, object)
    if (customer) await converge(context, customer)
    else log.warn({ event: event.id, type: event.type }, 'an event names no customer')
  }
  await db.stripeEvent.update({ where: { id: event.id }, data: { processedAt: context.clock.now() } })
}

function verified(body: Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS)
  } catch {
    throw new AppError('bad_signature')
  }
}

/** A dispute names its payment alone. */
async function customerOf(context: Context, object: { customer?: unknown; payment_intent?: unknown }): Promise<string | null> {
  if (typeof object.customer === 'string') return object.customer
  if (typeof object.payment_intent !== 'string') return null
  const intent = await paymentsOf(context).stripe.paymentIntents.retrieve(object.payment_intent)
  return typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? null)
}

import { Stripe } from 'stripe'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addCustomerSearch, addSync } from './jobs.ts'
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
 * Takes a webhook: its signature is checked over the bytes as they came, and the event is recorded once, in one
 * transaction with the job that reads Stripe again. Nothing here asks Stripe: the answer does not wait for it.
 * @throws AppError bad_signature, not_configured
 */
export async function takeWebhook(context: Context, body: Buffer, signature: string | undefined): Promise<void> {
  const { db, clock } = context
  const { webhookSecret } = paymentsOf(context)
  const { id, type, created, data } = verified(body, signature, webhookSecret)
  const object = data.object as { id?: string; object: string; customer?: unknown }
  const customer = typeof object.customer === 'string' ? object.customer : null
  const payload = { object: object.object, id: object.id ?? null, created }
  await db.$transaction(async (tx) => {
    const event = { id, type, payload, customerId: customer, processedAt: isTelling(type) ? null : clock.now() }
    const { processedAt } = await tx.stripeEvent.upsert({
      where: { id },
      create: event,
      update: { customerId: customer ?? undefined },
    })
    if (processedAt) return
    if (customer) await addSync(tx, customer)
    else await addCustomerSearch(tx, id)
  })
}

function verified(body: Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS)
  } catch {
    throw new AppError('bad_signature')
  }
}

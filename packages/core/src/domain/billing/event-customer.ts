import type { Context } from '../../context.ts'
import { addSync } from './jobs.ts'
import { asPaymentFault, isMissing, paymentsOf } from './payments-of.ts'

/**
 * Looks up whose an event is that names a payment alone, as a dispute's does, and has that customer's billing synced.
 * @param id of the recorded event
 * @throws AppError not_configured, payments_unreachable
 */
export async function findEventCustomer(context: Context, id: string): Promise<void> {
  const { db, clock, log } = context
  const event = await db.stripeEvent.findUnique({ where: { id } })
  if (!event || event.processedAt) return
  const customer = event.customerId ?? (await customerOf(context, id))
  if (!customer) log.warn({ event: id, type: event.type }, 'an event names no customer')
  await db.$transaction(async (tx) => {
    await tx.stripeEvent.update({
      where: { id },
      data: customer ? { customerId: customer } : { processedAt: clock.now() },
    })
    if (customer) await addSync(tx, customer)
  })
}

/** A dispute names its payment, and the payment its customer. */
async function customerOf(context: Context, event: string): Promise<string | null> {
  const { stripe } = paymentsOf(context)
  try {
    const { data } = await stripe.events.retrieve(event)
    const { customer, payment_intent: payment } = data.object as { customer?: unknown; payment_intent?: unknown }
    if (typeof customer === 'string') return customer
    if (typeof payment !== 'string') return null
    return idOf((await stripe.paymentIntents.retrieve(payment)).customer)
  } catch (error) {
    return isMissing(error) ? null : asPaymentFault(error)
  }
}

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

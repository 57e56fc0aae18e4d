import { Stripe } from 'stripe'
import type { Context } from '../../context.ts'
import { asPaymentFault, paymentsOf } from './payments-of.ts'
import { refundMail } from './refund-mail.ts'

/**
 * Gives back at Stripe what is left of a payment that granted nothing, and mails its seller. Each step is written down as
 * soon as it is done: killed anywhere and called again it goes on where it was. The one thing that may happen twice is the
 * mail, when the process dies between the mail server's word and ours.
 * @throws AppError not_configured, payments_unreachable; Error when the mail server does not take the mail
 */
export async function refundPurchase(context: Context, id: string): Promise<void> {
  const { db, clock, log, mailer } = context
  const purchase = await db.purchase.findUnique({ where: { id }, include: { user: true } })
  if (!purchase?.refundDueAt) return
  const { user, refundedAt, refundToldAt } = purchase
  if (!refundedAt) {
    if (!(await refundPayment(context, purchase))) return
    await db.purchase.update({ where: { id }, data: { refundedAt: clock.now() } })
    log.warn(
      { userId: user.id, purchase: id, cents: purchase.amountCents },
      'a payment that granted nothing was given back',
    )
  }
  if (refundToldAt || !mailer || user.deletedAt) return
  await mailer.send(refundMail(user.email, purchase))
  await db.purchase.update({ where: { id }, data: { refundToldAt: clock.now() } })
}

type Payment = { id: string; userId: string; paymentIntentId: string | null }

/** True when the money is on its way back, or was already. */
async function refundPayment(context: Context, { id, userId, paymentIntentId }: Payment): Promise<boolean> {
  const { log } = context
  const { stripe } = paymentsOf(context)
  if (!paymentIntentId) {
    log.error({ userId, purchase: id }, 'a payment that granted nothing was not made by card: give it back by hand')
    return false
  }
  try {
    await stripe.refunds.create(
      { payment_intent: paymentIntentId, reason: 'duplicate', metadata: { user_id: userId, purchase: id } },
      { idempotencyKey: `refund:${id}` },
    )
    return true
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined
    if (code === 'charge_already_refunded') return true
    // The bank has the money. Should the dispute be won, Stripe tells of it, and the next reading asks for the refund again.
    if (code === 'charge_disputed') return false
    return asPaymentFault(error)
  }
}

import { PRODUCT_NAME } from '@printroom/contract/product-name'
import { PLANS } from '@printroom/contract/plans'
import { letter } from '../mail/letter.ts'
import type { Mail } from '../mail/mailer.ts'

/** A payment as a refund's mail speaks of it, in US cents. */
type Payment = { plan: string | null; amountCents: number; paidAt: Date }

/** The mail about a payment that granted nothing and goes back: what was paid, when, and that nothing has to be done. */
export function refundMail(to: string, { plan, amountCents, paidAt }: Payment): Mail {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amountCents / 100)
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(paidAt)
  const name = PLANS.find(({ id }) => id === plan)?.name
  const lines = [
    `On ${day} you paid ${amount}${name ? ` for the ${name} plan` : ''} at ${PRODUCT_NAME}. It added nothing to what you had already.`,
    `We have given the ${amount} back in full. Your card shows it within 5 to 10 days. If it started a second subscription, that one is canceled and does not renew.`,
    'Your plan and your credits stay as they are, and you need not do anything.',
  ]
  return letter(to, `We refunded a payment of ${amount}`, lines)
}

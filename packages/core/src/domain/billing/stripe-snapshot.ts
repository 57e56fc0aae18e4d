import { PLANS, TOP_UP, type PlanId } from '@printroom/contract/plans'
import type { Stripe } from 'stripe'
import type { PriceIds } from './payments.ts'
import { planOfPrice } from './prices.ts'

/** Something that Stripe says was paid for. Cents, and times of Stripe's own clock. */
export type Paid = {
  id: string
  kind: 'plan_cycle' | 'plan_upgrade' | 'topup'
  plan: PlanId | null
  credits: number
  amountCents: number
  subscriptionId: string | null
  periodEnd: Date | null
  checkoutSessionId: string | null
  paymentIntentId: string | null
  paidAt: Date
  /** Refunded, or taken back by a bank whose dispute is not won. */
  lostCents: number
  isDisputed: boolean
}

/** What Stripe said of a customer's purchases at one time. */
export type StripeSnapshot = {
  /** Everything paid for, oldest first. */
  paid: Paid[]
  /** Subscriptions in any state, newest first. */
  subscriptions: Stripe.Subscription[]
  /** When Stripe tries again to collect what is open. */
  retryAt: Date | null
}

const MOST = 10_000
const dateOf = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null)
const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/**
 * Reads all that Stripe knows of a customer's purchases: four lists, and the disputes of payments that have one. The
 * subscriptions come last: whatever has an invoice here is among them, and a second live one is seen before its payment is
 * taken for a new cycle.
 */
export async function readStripe(stripe: Stripe, prices: PriceIds, customer: string): Promise<StripeSnapshot> {
  const page = { customer, limit: 100 } as const
  const [invoices, sessions, intents] = await Promise.all([
    stripe.invoices.list({ ...page, expand: ['data.payments'] }).autoPagingToArray({ limit: MOST }),
    stripe.checkout.sessions.list({ ...page, status: 'complete' }).autoPagingToArray({ limit: MOST }),
    stripe.paymentIntents.list({ ...page, expand: ['data.latest_charge'] }).autoPagingToArray({ limit: MOST }),
  ])
  const losses = await readLosses(stripe, intents)
  const subscriptions = await stripe.subscriptions.list({ ...page, status: 'all' }).autoPagingToArray({ limit: MOST })
  const sessionOfInvoice = new Map(sessions.map((session) => [idOf(session.invoice), session.id]))
  const paid = [
    ...invoices.flatMap((invoice) => paidByInvoice(prices, invoice, sessionOfInvoice.get(invoice.id) ?? null)),
    ...sessions.flatMap(paidBySession),
  ].map((each) => Object.assign(each, losses.get(each.paymentIntentId) ?? { lostCents: 0, isDisputed: false }))
  const open = invoices.filter(({ status }) => status === 'open').map((invoice) => invoice.next_payment_attempt ?? 0)
  return { paid: paid.toSorted(byTime), subscriptions, retryAt: dateOf(Math.max(0, ...open)) }
}

/** Of two in the same second the cycle comes before its upgrade. */
const byTime = (one: Paid, other: Paid): number =>
  one.paidAt.getTime() - other.paidAt.getTime() || (one.kind < other.kind ? -1 : 1)

type WithoutLoss = Omit<Paid, 'lostCents' | 'isDisputed'>

function paidByInvoice(prices: PriceIds, invoice: Stripe.Invoice, checkoutSessionId: string | null): WithoutLoss[] {
  if (invoice.status !== 'paid' || !invoice.id) return []
  const isUpgrade = invoice.billing_reason === 'subscription_update'
  const lines = invoice.lines.data.map((line) => ({
    plan: planOfPrice(prices, idOf(line.pricing?.price_details?.price) ?? ''),
    isProration:
      line.parent?.subscription_item_details?.proration ?? line.parent?.invoice_item_details?.proration ?? false,
    cents: line.amount,
    end: line.period.end,
  }))
  // A cycle is what is not prorated; an upgrade is the dearer side of the proration.
  const line = lines.find(({ plan, isProration, cents }) => plan && isProration === isUpgrade && cents > 0)
  const plan = PLANS.find(({ id }) => id === line?.plan)
  if (!line || !plan) return []
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')
  return [
    {
      id: invoice.id,
      kind: isUpgrade ? 'plan_upgrade' : 'plan_cycle',
      plan: plan.id,
      credits: plan.credits,
      amountCents: invoice.amount_paid,
      subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
      periodEnd: dateOf(line.end),
      checkoutSessionId,
      paymentIntentId: idOf(payment?.payment.payment_intent),
      paidAt: dateOf(invoice.status_transitions.paid_at) ?? new Date(invoice.created * 1000),
    },
  ]
}

function paidBySession(session: Stripe.Checkout.Session): WithoutLoss[] {
  if (session.mode !== 'payment' || session.payment_status !== 'paid' || session.metadata?.purchase !== TOP_UP.id)
    return []
  return [
    {
      id: session.id,
      kind: 'topup',
      plan: null,
      credits: TOP_UP.credits,
      amountCents: session.amount_total ?? 0,
      subscriptionId: null,
      periodEnd: null,
      checkoutSessionId: session.id,
      paymentIntentId: idOf(session.payment_intent),
      paidAt: new Date(session.created * 1000),
    },
  ]
}

/** A bank has the money while a dispute is open, and keeps it when it is lost. */
const HOLDS_MONEY = new Set(['needs_response', 'under_review', 'lost'])

async function readLosses(
  stripe: Stripe,
  intents: Stripe.PaymentIntent[],
): Promise<Map<string | null, { lostCents: number; isDisputed: boolean }>> {
  const losses = new Map<string | null, { lostCents: number; isDisputed: boolean }>()
  for (const { id, latest_charge: charge } of intents) {
    if (typeof charge !== 'object' || charge === null) continue
    const disputes = charge.disputed
      ? (await stripe.disputes.list({ payment_intent: id, limit: 100 })).data.filter(({ status }) =>
          HOLDS_MONEY.has(status),
        )
      : []
    const disputed = disputes.reduce((sum, { amount }) => sum + amount, 0)
    losses.set(id, { lostCents: Math.min(charge.amount, charge.amount_refunded + disputed), isDisputed: disputed > 0 })
  }
  return losses
}

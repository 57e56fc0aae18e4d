import type { Stripe } from 'stripe'
import type { PriceIds } from './payments.ts'
import { CURRENCY, OFFERS } from './prices.ts'

const APP = 'printroom'

/**
 * Makes products, prices and the customer portal's configuration in a Stripe account, or finds those that an earlier
 * run made. A price whose amount has changed is replaced; people who pay the old one go on paying it.
 */
export async function setUpStripe(stripe: Stripe): Promise<{ prices: PriceIds; portalConfiguration: string }> {
  const prices: Partial<Record<string, string>> = {}
  const products: Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.Product[] = []
  for (const offer of OFFERS) {
    const price = await priceOf(stripe, offer)
    prices[offer.purchase] = price.id
    if (offer.isMonthly) products.push({ product: String(price.product), prices: [price.id] })
  }
  return { prices: prices as PriceIds, portalConfiguration: await portalOf(stripe, products) }
}

async function priceOf(
  stripe: Stripe,
  { purchase, name, cents, isMonthly }: (typeof OFFERS)[number],
): Promise<Stripe.Price> {
  const key = `${APP}_${purchase}`
  const [known] = (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })).data
  if (known && known.unit_amount === cents && known.currency === CURRENCY) return known
  const [product] = known
    ? [{ id: String(known.product) }]
    : (await stripe.products.list({ ids: [key], limit: 1 })).data
  return await stripe.prices.create(
    {
      // Several processes may set up the same sandbox at once.
      product:
        product?.id ?? (await stripe.products.create({ id: key, name }, { idempotencyKey: `${key}-product` })).id,
      currency: CURRENCY,
      unit_amount: cents,
      lookup_key: key,
      transfer_lookup_key: true,
      ...(isMonthly ? { recurring: { interval: 'month' } } : {}),
    },
    { idempotencyKey: `${key}-${CURRENCY}-${cents}` },
  )
}

/** Upgrades are paid and take effect at once, downgrades with the next cycle, cancelling at the period's end. */
async function portalOf(
  stripe: Stripe,
  products: Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.Product[],
): Promise<string> {
  const configurations = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const version = products
    .flatMap(({ prices }) => prices)
    .join(' ')
    .slice(0, 500)
  const known = configurations.data.find(({ metadata }) => metadata?.app === APP && metadata.prices === version)
  if (known) return known.id
  const made = await stripe.billingPortal.configurations.create(
    {
      metadata: { app: APP, prices: version },
      features: {
        customer_update: { enabled: true, allowed_updates: ['email', 'address', 'tax_id'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products,
          proration_behavior: 'always_invoice',
          schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        },
      },
    },
    { idempotencyKey: `${APP}-portal-${version}`.slice(0, 255) },
  )
  return made.id
}

import type { Stripe } from 'stripe'
import { SANDBOX_KEY, stripeClient } from '../adapters/payments/stripe.ts'
import { OFFERS } from '../domain/billing/prices.ts'
import { setUpStripe } from '../domain/billing/set-up.ts'
import { TELLING } from '../domain/billing/webhook.ts'

/*
 * `pnpm --filter @printroom/core stripe:setup`: makes products, prices and the portal in the account of
 * STRIPE_SECRET_KEY, or in the sandbox at SANDBOX_URL, and prints the lines for the environment. With PUBLIC_URL it
 * also makes the webhook's endpoint, whose secret Stripe tells only once. Safe to run again.
 */
const { STRIPE_SECRET_KEY: key, SANDBOX_URL: sandbox, PUBLIC_URL: publicUrl } = process.env

try {
  if (!key && !sandbox) throw new Error('Set STRIPE_SECRET_KEY (or SANDBOX_URL to try it on the sandbox).')
  const stripe = stripeClient(key ?? SANDBOX_KEY, sandbox)
  const { prices, portalConfiguration } = await setUpStripe(stripe)
  for (const { purchase } of OFFERS) console.log(`STRIPE_PRICE_${purchase.toUpperCase()}=${prices[purchase]}`)
  console.log(`STRIPE_PORTAL_CONFIGURATION=${portalConfiguration}`)
  if (key && publicUrl) console.log(await endpointLine(stripe, `${new URL(publicUrl).origin}/api/stripe/webhook`))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function endpointLine(stripe: Stripe, url: string): Promise<string> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  if (data.some((endpoint) => endpoint.url === url))
    return `# ${url} is told of events already; its secret stands in Stripe's dashboard`
  const made = await stripe.webhookEndpoints.create({ url, enabled_events: [...TELLING] })
  return `STRIPE_WEBHOOK_SECRET=${made.secret}`
}

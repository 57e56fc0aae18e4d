import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'

const SECRET = 'whsec_of_this_test'
const folder = mkdtempSync(join(tmpdir(), 'printroom-sandbox-'))
const file = join(folder, 'stripe.json')
const heard: Stripe.Event[] = []
let refusals = 0

const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (refusals > 0) {
      refusals -= 1
      return response.writeHead(500).end()
    }
    heard.push(
      Stripe.webhooks.constructEvent(Buffer.concat(parts), String(request.headers['stripe-signature']), SECRET),
    )
    response.writeHead(200).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const endpoint = { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, secret: SECRET }
const app = createApp({ stripe: { file, endpoint, retryMs: 20 } })
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const clientOf = (address: string, key = 'sk_test_x') => {
  const { hostname, port } = new URL(address)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}
const stripe = clientOf(origin)
afterAll(async () => {
  await app.close()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

const prices: Record<string, string> = {}
beforeAll(async () => {
  for (const [key, amount] of [
    ['starter', 999],
    ['pro', 2999],
  ] as const) {
    const product = await stripe.products.create({ name: key })
    prices[key] = (
      await stripe.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount: amount,
        lookup_key: key,
        recurring: { interval: 'month' },
      })
    ).id
  }
  const topUp = await stripe.products.create({ name: '50 credits' })
  prices.topup = (await stripe.prices.create({ product: topUp.id, currency: 'usd', unit_amount: 499 })).id
})

const pageOf = (path: string, form?: Record<string, string>) =>
  fetch(path.startsWith('http') ? path : origin + path, {
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
const checkout = (customer: string, price: string, mode: 'subscription' | 'payment') =>
  stripe.checkout.sessions.create({
    mode,
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://shop.example/back?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.example/pricing',
    metadata: { purchase: 'x' },
  })
const nextCycle = () => pageOf('/stripe/clock', { act: 'cycle' })
const heardTypes = (from: number) =>
  heard
    .slice(from)
    .map(({ type }) => type)
    .toSorted()

async function subscriber(card = 'works') {
  const customer = await stripe.customers.create({ email: 'maya@example.com' })
  const session = await checkout(customer.id, prices.starter!, 'subscription')
  await pageOf(session.url!, { card })
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data
  return { customer: customer.id, session, subscription: subscription! }
}

describe('the sandbox speaks as Stripe does', () => {
  test('refuses an unknown parameter, a missing one and an unknown id in the client’s own error classes', async () => {
    await expect(stripe.customers.create({ emial: 'x' } as never)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'emial',
    })
    await expect(stripe.prices.create({ currency: 'usd', unit_amount: 5 } as never)).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'product',
    })
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    })
    await expect(clientOf(origin, 'sk_live_1').customers.retrieve('cus_none')).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    })
  })

  test('answers an idempotency key the same twice, and refuses it with other parameters', async () => {
    const options = { idempotencyKey: 'one' }
    const made = await Promise.all(
      Array.from({ length: 20 }, () => stripe.customers.create({ email: 'a@example.com' }, options)),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    await expect(stripe.customers.create({ email: 'b@example.com' }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  test('lists newest first, page by page', async () => {
    const customer = await stripe.customers.create({})
    for (let count = 0; count < 5; count++) await checkout(customer.id, prices.topup!, 'payment')
    const ids: string[] = []
    for await (const session of stripe.checkout.sessions.list({ customer: customer.id, limit: 2 })) ids.push(session.id)
    expect(new Set(ids).size).toBe(5)
  })

  test('has no portal until one is configured', async () => {
    const customer = await stripe.customers.create({})
    await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toThrow(
      /No configuration provided/,
    )
  })
})

describe('a subscription', () => {
  test('is bought on the checkout page, renewed by the clock, upgraded at once, and ended at the period’s end', async () => {
    const from = heard.length
    const { customer, session, subscription } = await subscriber()
    expect(await (await pageOf(session.url!)).text()).toContain('No card is charged')
    expect(subscription).toMatchObject({ status: 'active', items: { data: [{ price: { unit_amount: 999 } }] } })
    await expect
      .poll(() => heardTypes(from))
      .toEqual(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid'])

    await nextCycle()
    const invoices = await stripe.invoices.list({ customer, expand: ['data.payments'] })
    expect(invoices.data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ['subscription_cycle', 'paid'],
      ['subscription_create', 'paid'],
    ])
    expect(invoices.data[0]!.payments!.data[0]!.payment.payment_intent).toMatch(/^pi_/)

    const [item] = subscription.items.data
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item!.id, price: prices.pro }],
      proration_behavior: 'always_invoice',
    })
    const [upgrade] = (await stripe.invoices.list({ customer, limit: 1 })).data
    expect(upgrade).toMatchObject({ billing_reason: 'subscription_update', total: 2000 })

    await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'too dear' },
    })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancellation_details: { comment: 'too dear' },
    })
    await nextCycle()
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
  })

  test('is canceled at once, with a comment, and not twice', async () => {
    const { subscription } = await subscriber()
    expect(
      await stripe.subscriptions.cancel(subscription.id, {
        prorate: false,
        invoice_now: false,
        cancellation_details: { comment: 'surplus' },
      }),
    ).toMatchObject({
      status: 'canceled',
      cancellation_details: { comment: 'surplus', reason: 'cancellation_requested' },
    })
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('with a card that fails is past due, and active again with a better one', async () => {
    const { customer, subscription } = await subscriber('declines_later')
    await nextCycle()
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
    const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data
    expect(open!.next_payment_attempt! - open!.created).toBe(3 * 86_400)
    await stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } })
    const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://shop.example/account' })
    await pageOf(portal.url, { act: 'card', card: 'works' })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })

  test('that is never paid again is canceled after the last try', async () => {
    const { subscription } = await subscriber('declines_later')
    await nextCycle()
    await pageOf('/stripe/clock', { act: 'days', days: '20' })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
  })

  test('takes a cheaper plan with the next cycle', async () => {
    const { subscription } = await subscriber()
    const [item] = subscription.items.data
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item!.id, price: prices.pro }] })
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item!.id, price: prices.starter }] })
    const priceNow = async () => (await stripe.subscriptions.retrieve(subscription.id)).items.data[0]!.price.id
    expect(await priceNow()).toBe(prices.pro)
    await nextCycle()
    expect(await priceNow()).toBe(prices.starter)
  })
})

describe('payments and events', () => {
  test('a declined card leaves the checkout open and nothing behind', async () => {
    const customer = await stripe.customers.create({})
    const session = await checkout(customer.id, prices.starter!, 'subscription')
    const declined = await pageOf(session.url!, { card: 'declines' })
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('Your card was declined')])
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
    const paid = await pageOf(session.url!, { card: 'works' })
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://shop.example/back?session=${session.id}`])
  })

  test('a payment is given back in part, then in full, and no further', async () => {
    const customer = await stripe.customers.create({})
    await pageOf((await checkout(customer.id, prices.topup!, 'payment')).url!, { card: 'works' })
    const [intent] = (await stripe.paymentIntents.list({ customer: customer.id, expand: ['data.latest_charge'] })).data
    expect(intent!.latest_charge).toMatchObject({ amount: 499, amount_refunded: 0 })
    await stripe.refunds.create({ payment_intent: intent!.id, amount: 99 })
    await stripe.refunds.create({ payment_intent: intent!.id })
    await expect(stripe.refunds.create({ payment_intent: intent!.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    expect(await stripe.charges.retrieve(String((intent!.latest_charge as Stripe.Charge).id))).toMatchObject({
      refunded: true,
      amount_refunded: 499,
    })
  })

  test('a payment that a bank holds is not given back, and one of a won dispute is', async () => {
    const customer = await stripe.customers.create({})
    await pageOf((await checkout(customer.id, prices.topup!, 'payment')).url!, { card: 'works' })
    const [intent] = (await stripe.paymentIntents.list({ customer: customer.id })).data
    const dispute = (outcome: string) => pageOf('/stripe/clock', { act: 'dispute', intent: intent!.id, outcome })
    await dispute('open')
    await expect(stripe.refunds.create({ payment_intent: intent!.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    await dispute('won')
    expect(await stripe.refunds.create({ payment_intent: intent!.id, reason: 'duplicate' })).toMatchObject({
      amount: 499,
      reason: 'duplicate',
    })
  })

  test('a checkout that was closed cannot be paid, and one that was paid cannot be closed', async () => {
    const customer = await stripe.customers.create({})
    const [closed, paid] = [
      await checkout(customer.id, prices.starter!, 'subscription'),
      await checkout(customer.id, prices.starter!, 'subscription'),
    ]
    expect(await stripe.checkout.sessions.expire(closed.id)).toMatchObject({ status: 'expired', url: null })
    expect((await pageOf(closed.url!, { card: 'works' })).status).toBe(400)
    expect((await pageOf(paid.url!, { card: 'works' })).status).toBe(303)
    await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
    expect(
      (await stripe.events.list({ type: 'checkout.session.expired' })).data.map(
        ({ data }) => (data.object as { id: string }).id,
      ),
    ).toEqual([closed.id])
  })

  test('an event that is not taken comes again until it is', async () => {
    refusals = 3
    const from = heard.length
    const customer = await stripe.customers.create({})
    const session = await checkout(customer.id, prices.topup!, 'payment')
    await pageOf(session.url!, { card: 'works' })
    await expect
      .poll(() => heardTypes(from))
      .toEqual(['charge.succeeded', 'checkout.session.completed', 'payment_intent.succeeded'])
    expect(refusals).toBe(0)
  })

  test('everything is still there after a restart', async () => {
    const { customer, subscription } = await subscriber()
    const again = createApp({ stripe: { file } })
    const other = clientOf(await again.listen({ host: '127.0.0.1', port: 0 }))
    expect(await other.subscriptions.retrieve(subscription.id)).toMatchObject({ customer, status: 'active' })
    await again.close()
  })
})

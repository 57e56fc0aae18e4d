import { readFileSync } from 'node:fs'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createApp } from '../src/app.ts'
import { REQUESTS } from '../src/stripe/requests.ts'

/*
 * `stripe-contract.json` holds facts of Stripe's published API: of the requests (specification of 2023-08-16) each
 * parameter that Printroom needs, with its kind or its values; of the answers (example objects of 2026-07-29) each
 * field that the sandbox gives, with its kind. `newer` names the few that stand in neither and are in the types of
 * Stripe's own client. What is in none of the three is no part of Stripe.
 */
type Contract = {
  requests: Record<string, { schema: keyof typeof REQUESTS; required: string[]; parameters: Record<string, string> }>
  answers: Record<string, Record<string, string>>
  newer: string[]
}
const contract = JSON.parse(readFileSync(new URL('stripe-contract.json', import.meta.url), 'utf8')) as Contract
const isNewer = (place: string, path: string) => contract.newer.includes(`${place} ${path}`)

type Shape = { type?: string; enum?: unknown[]; properties?: Record<string, Shape>; items?: Shape; required?: string[] }

/** The parameters a schema takes, `line_items[].price` and the like, with their kind or their values. */
function parametersOf(shape: Shape, path = ''): [string, string][] {
  if (shape.items) return parametersOf(shape.items, `${path}[]`)
  const below = Object.entries(shape.properties ?? {}).flatMap(([name, each]) =>
    parametersOf(each, path ? `${path}.${name}` : name),
  )
  if (below.length || !path) return below
  return [[path, shape.enum ? shape.enum.join('|') : (shape.type ?? 'any')]]
}
const schemaOf = (name: keyof typeof REQUESTS) => z.toJSONSchema(REQUESTS[name], { unrepresentable: 'any' }) as Shape

describe('what the sandbox takes, Stripe takes', () => {
  test.each(Object.entries(contract.requests))('%s', (path, { schema, required, parameters }) => {
    const shape = schemaOf(schema)
    const unknown = parametersOf(shape).filter(([name, kind]) => {
      const stripes = parameters[name]
      if (!stripes) return !isNewer(path, name)
      const isFree = kind === 'any' || stripes === 'string' || kind === stripes
      return !isFree && !kind.split('|').every((value) => stripes.split('|').includes(value))
    })
    expect(unknown).toEqual([])
    expect(shape.required ?? []).toEqual(expect.arrayContaining(required))
  })
})

/** The fields of an answer with their kinds; what somebody chose (metadata, a portal's features) is theirs. */
function fieldsOf(value: unknown, path = ''): [string, string][] {
  const here: [string, string][] = path ? [[path, kindOf(value)]] : []
  if (Array.isArray(value)) return [...here, ...value.slice(0, 1).flatMap((item) => fieldsOf(item, `${path}[]`))]
  if (typeof value !== 'object' || value === null || /(^|\.)(metadata|features)$/.test(path)) return here
  return [...here, ...Object.entries(value).flatMap(([name, each]) => fieldsOf(each, path ? `${path}.${name}` : name))]
}
const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

describe('what the sandbox answers, Stripe answers', () => {
  const app = createApp()
  afterAll(() => app.close())
  type Answer = { object: string; payments?: { data: Answer[] }; latest_charge?: Answer | null }
  const answers: Answer[] = []

  beforeAll(async () => {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const { hostname, port } = new URL(origin)
    const stripe = new Stripe('sk_test_x', { host: hostname, port, protocol: 'http', telemetry: false })
    const page = (path: string, form: Record<string, string>) =>
      fetch(path.startsWith('http') ? path : origin + path, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      })
    const priced = async (name: string, unit_amount: number, recurring?: { interval: 'month' }) =>
      (
        await stripe.prices.create({
          product: (await stripe.products.create({ name })).id,
          currency: 'usd',
          unit_amount,
          recurring,
        })
      ).id
    const [starter, pro, topUp] = [
      await priced('Starter', 999, { interval: 'month' }),
      await priced('Pro', 2999, { interval: 'month' }),
      await priced('Credits', 499),
    ]
    const { id: customer } = await stripe.customers.create({ email: 'maya@example.com' })
    const buy = async (price: string, mode: 'subscription' | 'payment', card: string) => {
      const session = await stripe.checkout.sessions.create({
        mode,
        customer,
        line_items: [{ price, quantity: 1 }],
        success_url: 'http://shop.example',
        cancel_url: 'http://shop.example',
      })
      await page(session.url!, { card })
    }
    await buy(starter, 'subscription', 'works')
    await buy(topUp, 'payment', 'works')
    const { id: gone } = await stripe.customers.create({})
    await stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } })
    const [subscription] = (await stripe.subscriptions.list({ customer })).data
    await stripe.subscriptions.update(subscription!.id, {
      items: [{ id: subscription!.items.data[0]!.id, price: pro }],
    })
    await page('/stripe/clock', { act: 'cycle' })
    const paid = (await stripe.paymentIntents.list({ customer })).data[0]!.id
    await stripe.refunds.create({ payment_intent: paid, amount: 100 })
    await page('/stripe/clock', { act: 'dispute', intent: paid, outcome: 'open' })
    const get = async <Answer>(path: string) =>
      (await (await fetch(origin + path, { headers: { authorization: 'Bearer sk_test_x' } })).json()) as Answer
    const list = async (path: string) => (await get<{ data: Answer[] }>(path)).data
    answers.push(
      ...(await list('/v1/products')),
      ...(await list('/v1/prices')),
      await get(`/v1/customers/${customer}`),
      { ...(await stripe.customers.del(gone)), object: 'deleted_customer' },
      ...(await list('/v1/checkout/sessions')),
      ...(await list('/v1/billing_portal/configurations')),
      { ...(await stripe.billingPortal.sessions.create({ customer, return_url: 'http://shop.example' })) },
      ...(await list('/v1/subscriptions?status=all')),
      ...(await list('/v1/invoices')),
      ...(await list('/v1/invoices?expand[]=data.payments')).flatMap(({ payments }) => payments?.data ?? []),
      ...(await list('/v1/payment_intents')),
      ...(await list('/v1/payment_intents?expand[]=data.latest_charge')).flatMap(
        ({ latest_charge: charge }) => charge ?? [],
      ),
      ...(await list('/v1/refunds')),
      ...(await list('/v1/disputes')),
      ...(await list('/v1/events')).map(({ object, ...event }) => Object.assign(event, { object, data: {} })),
    )
  })

  test('of every kind of object', () => {
    expect(Object.keys(contract.answers).toSorted()).toEqual(
      [...new Set(answers.map(({ object }) => object))].toSorted(),
    )
  })

  test.each(Object.entries(contract.answers))('%s', (object, fields) => {
    const foreign = answers
      .filter((answer) => answer.object === object)
      .flatMap((answer) => fieldsOf(answer))
      // Either side's null leaves the kind open.
      .filter(([path, kind]) =>
        fields[path] ? ![kind, 'null'].includes(fields[path]) && kind !== 'null' : !isNewer(object, path),
      )
    expect(foreign).toEqual([])
  })
})

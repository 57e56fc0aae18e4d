import { expect } from 'vitest'
import { Visitor, openHouse } from './harness.ts'
import { WEBHOOK_SECRET, openSandbox, sign, untilWorkedOn, type StripeEvent } from './sandbox.ts'

export const sandbox = await openSandbox()
export const house = await openHouse({ SANDBOX_URL: sandbox.url, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
export const { db } = house.context
await house.startWorker()

export const deliver = (event: StripeEvent, signature?: string) => {
  const body = JSON.stringify(event)
  return fetch(`${house.url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? sign(body) },
  })
}
/** Brings what has happened at the stand-in since the last time, and lets the worker work on it. */
export async function bring(): Promise<StripeEvent[]> {
  const events = await sandbox.news()
  for (const event of events) expect([event.type, (await deliver(event)).status]).toEqual([event.type, 200])
  await untilWorkedOn(house.context)
  return events
}
export const account = async (visitor: Visitor) => (await visitor.fetch('/api/user')).json()
export const urlOf = async (visitor: Visitor, plan: string) =>
  (
    await (
      await visitor.fetch('/api/create-checkout-session', { json: { plan, userId: visitor.userId } })
    ).json<{ url: string }>()
  ).url
export const buy = async (visitor: Visitor, plan: string, card = 'works') =>
  sandbox.page(await urlOf(visitor, plan), { card })
export const nextCycle = () => sandbox.page('/stripe/clock', { act: 'cycle' })
export const ledger = async (visitor: Visitor) =>
  (await db.creditEntry.findMany({ where: { userId: visitor.userId }, orderBy: { seq: 'asc' } })).map(
    ({ reason, bucket, amount }) => `${reason} ${bucket} ${amount}`,
  )
export const lastPayment = async (visitor: Visitor) => {
  const { stripeCustomerId } = await db.user.findUniqueOrThrow({ where: { id: visitor.userId } })
  const { data } = await sandbox.get<{ data: { id: string }[] }>(
    `/v1/payment_intents?customer=${stripeCustomerId}&limit=1`,
  )
  return data[0]!.id
}
export let count = 0
export const newSeller = () => new Visitor(house).register(`seller${count++}@example.com`)

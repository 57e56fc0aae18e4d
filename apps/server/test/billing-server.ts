import { expect } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { WEBHOOK_SECRET, openSandbox, sign, untilWorkedOn, type StripeEvent } from './sandbox.ts'

export const sandbox = await openSandbox()
export const testServer = await openTestServer({ SANDBOX_URL: sandbox.url, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
export const { db } = testServer.context
await testServer.startWorker()

export const deliver = (event: StripeEvent, signature?: string) => {
  const body = JSON.stringify(event)
  return fetch(`${testServer.url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? sign(body) },
  })
}
/** Brings what has happened at the stand-in since the last time, and lets the worker work on it. */
export async function bring(): Promise<StripeEvent[]> {
  const events = await sandbox.news()
  for (const event of events) expect([event.type, (await deliver(event)).status]).toEqual([event.type, 200])
  await untilWorkedOn(testServer.context)
  return events
}
export const account = async (client: Client) => (await client.fetch('/api/user')).json()
export const urlOf = async (client: Client, plan: string) =>
  (
    await (
      await client.fetch('/api/create-checkout-session', { json: { plan, userId: client.userId } })
    ).json<{ url: string }>()
  ).url
export const buy = async (client: Client, plan: string, card = 'works') =>
  sandbox.page(await urlOf(client, plan), { card })
export const nextCycle = () => sandbox.page('/stripe/clock', { act: 'cycle' })
export const ledger = async (client: Client) =>
  (await db.creditEntry.findMany({ where: { userId: client.userId }, orderBy: { seq: 'asc' } })).map(
    ({ reason, bucket, amount }) => `${reason} ${bucket} ${amount}`,
  )
export const lastPayment = async (client: Client) => {
  const { stripeCustomerId } = await db.user.findUniqueOrThrow({ where: { id: client.userId } })
  const { data } = await sandbox.get<{ data: { id: string }[] }>(
    `/v1/payment_intents?customer=${stripeCustomerId}&limit=1`,
  )
  return data[0]!.id
}
export let count = 0
export const newSeller = () => new Client(testServer).register(`seller${count++}@example.com`)

import { startReceiver } from '@printroom/config/src/webhook-receiver.ts'
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@printroom/contract/webhooks'
import { beforeEach } from 'vitest'
import { createPost } from '../src/adapters/webhooks/post.ts'
import type { UserId } from '../src/context.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import type { Mail } from '../src/domain/mail/mailer.ts'
import { announceBatch } from '../src/domain/webhooks/batch.ts'
import { createEndpoint } from '../src/domain/webhooks/endpoints.ts'
import { createDesign, createFixture, createSeller } from './fixture.ts'

/* Sellers with an endpoint of their own, whose orders are made when a test says so. */

/** The time as these tests have it. */
export const clock = {
  time: new Date(),
  now: () => clock.time,
  later: (seconds: number) => (clock.time = new Date(clock.time.getTime() + seconds * 1000)),
}
/** Colours that cannot be made. */
export const broken = new Set<string>()
const made = { image: Buffer.from('jpeg'), thumbnail: Buffer.from('webp'), card: Buffer.from('card'), details: {} }
export const mails: Mail[] = []
const fixture = await createFixture({
  engine: {
    identityOf: async ({ settings, ...rest }) => JSON.stringify({ ...rest, ...settings, model_gender: null }),
    make: async ({ settings }) => {
      if (broken.has(settings.colour)) throw new Error('the lamp broke')
      return made
    },
  },
  storage: { get: async () => Buffer.from('png') },
})
export const { db } = fixture
export const context = {
  ...fixture.context,
  clock,
  mailer: { send: async (mail: Mail) => void mails.push(mail), close: () => {} },
}
export const { url, received, answer } = await startReceiver()
export const post = createPost({ isPrivateAllowed: true })
beforeEach(() => {
  received.length = 0
  mails.length = 0
  broken.clear()
  Object.assign(answer, { status: 200, body: 'thanks', headers: {} })
})

export async function seller(topup = 50, events: readonly WebhookEvent[] = WEBHOOK_EVENT_NAMES) {
  const user = await createSeller(db, { topup })
  const endpoint = await createEndpoint(context, user, { url, events: [...events] })
  return { user, endpoint, design: await createDesign(db, user) }
}
const MUG = { product: 'mug', model_style: 'studio-product', background: 'off-white', design_size: 'medium' } as const
export const order = (user: UserId, design_id: string, colour = 'mug-white') =>
  requestGeneration(context, user, { ...MUG, design_id, colour, debug: false, is_color_change: false } as never)
export const batch = (user: UserId, designIds: [string, ...string[]], colours: string[]) =>
  orderBatch(context, user, {
    designIds,
    products: [{ product: 'mug', colours, scenes: [{ style: 'studio-product', background: 'off-white' }] }],
  })
/** What is queued of a seller's, made or failed for good. */
export async function makeAll(user: UserId) {
  for (const { id } of await db.generation.findMany({
    where: { userId: user, status: 'queued' },
    orderBy: { id: 'asc' },
  }))
    await renderGeneration(context, id, true)
}
export const eventsOf = async (user: UserId) =>
  (await db.webhookEvent.findMany({ where: { userId: user }, orderBy: { id: 'asc' } })).map(({ type }) => type)
export const waiting = (user: UserId) =>
  db.webhookDelivery.findMany({ where: { userId: user, status: 'waiting' }, orderBy: { id: 'asc' } })
export const jobOf = async (deliveryId: string) =>
  (
    await db.$queryRaw<{ due: number }[]>`
      SELECT extract(epoch FROM run_at - now())::int AS due FROM graphile_worker.jobs WHERE key = ${`webhook:${deliveryId}`}`
  )[0]
/** A message that waits. */
export async function message(user: UserId, design: string) {
  await order(user, design)
  await makeAll(user)
  return (await waiting(user))[0]!
}
/** Every look at batches that was asked for. */
export async function lookAtBatches() {
  const looks = await db.$queryRaw<{ id: string; batch: string }[]>`
    SELECT j.id::text, p.payload ->> 'batchId' AS batch FROM graphile_worker.jobs j
    JOIN graphile_worker._private_jobs p ON p.id = j.id WHERE j.task_identifier = 'announce-batch'`
  for (const { id, batch: batchId } of looks) {
    await db.$executeRaw`SELECT graphile_worker.complete_jobs(ARRAY[${id}::bigint])`
    await announceBatch(context, batchId)
  }
  return looks.length
}

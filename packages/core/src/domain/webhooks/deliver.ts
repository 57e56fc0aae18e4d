import { TEST_EVENT, WEBHOOK, shownAnswer } from '@printroom/contract/webhooks'
import type { Transaction } from '@printroom/db/client'
import type { Context } from '../../context.ts'
import { removeJob } from '../../jobs/jobs.ts'
import { tellEnded } from '../../jobs/steps.ts'
import { addDelivery, addOffMail, deliveryKey } from './jobs.ts'
import type { Post, PostResult } from './post.ts'
import { ENDPOINT_PAUSE_SECONDS, OFF_AFTER_SECONDS, pauseAfter } from './schedule.ts'
import { signedHeaders } from './sign.ts'

/**
 * Tries once to deliver a message, writes down what was answered, and sees to the next try if it was not taken: taken is
 * what is answered with 200 to 299. While an endpoint takes nothing its other messages wait, and after a day it is switched
 * off and its owner told by mail. A message may arrive twice, when the process dies between the answer and its being
 * written down; its `webhook-id` is the same.
 * @throws Error when the database does not answer; the job is tried again
 */
export async function deliver(context: Pick<Context, 'db' | 'clock'>, deliveryId: string, post: Post): Promise<void> {
  const { db, clock } = context
  const delivery = await db.webhookDelivery.findUnique({
    where: { id: deliveryId },
    include: { endpoint: true, event: true },
  })
  if (delivery?.status !== 'waiting') return
  const { endpoint, event } = delivery
  const now = clock.now()
  const isTest = event.type === TEST_EVENT
  if (!isTest && endpoint.pausedUntil && endpoint.pausedUntil > now) {
    const afterSeconds = Math.ceil((endpoint.pausedUntil.getTime() - now.getTime()) / 1000)
    await db.$transaction((tx) => postpone(tx, delivery, now, afterSeconds))
    return
  }
  const body = JSON.stringify(event.payload)
  const secrets = [endpoint.secret]
  if (endpoint.oldSecret && endpoint.oldSecretUntil && endpoint.oldSecretUntil > now) secrets.push(endpoint.oldSecret)
  const result = await post({
    url: endpoint.url,
    headers: signedHeaders(secrets, { id: event.id, sentAt: now, body }),
    body,
  })
  await db.$transaction(async (tx) => {
    // Endpoint before delivery, as whoever removes one holds them.
    const [held] = await tx.$queryRaw<{ failingSince: Date | null; disabledAt: Date | null }[]>`
      SELECT failing_since AS "failingSince", disabled_at AS "disabledAt" FROM webhook_endpoints
      WHERE id = ${endpoint.id}::uuid FOR NO KEY UPDATE`
    if (!held) return
    await note(tx, deliveryId, result)
    if (isTaken(result)) await end(tx, endpoint.id, deliveryId)
    else await fail(tx, { ...delivery, isTest }, held, clock.now())
    await tellEnded(tx, deliveryId)
  })
}

const isTaken = ({ status }: PostResult): boolean => status !== null && status >= 200 && status < 300

const note = (tx: Transaction, deliveryId: string, { status, latencyMs, answer, error }: PostResult) =>
  tx.webhookAttempt.create({
    // Postgres' text holds no NUL.
    data: { deliveryId, status, latencyMs, error, answer: answer && shownAnswer(answer.replaceAll('\0', '')) },
  })

async function end(tx: Transaction, endpointId: string, id: string): Promise<void> {
  await tx.webhookDelivery.update({
    where: { id },
    data: { status: 'delivered', tries: { increment: 1 }, nextAttemptAt: null },
  })
  await tx.webhookEndpoint.update({ where: { id: endpointId }, data: { failingSince: null, pausedUntil: null } })
}

type Failed = { id: string; endpointId: string; tries: number; isTest: boolean }

async function fail(
  tx: Transaction,
  { id, endpointId, tries, isTest }: Failed,
  { failingSince, disabledAt }: { failingSince: Date | null; disabledAt: Date | null },
  now: Date,
): Promise<void> {
  // Somebody waits for a test's answer: it is one try, and says nothing of the endpoint's day.
  const pause = isTest || disabledAt ? null : pauseAfter(tries + 1)
  await tx.webhookDelivery.update({
    where: { id },
    data: {
      tries: { increment: 1 },
      ...(pause === null ? { status: 'failed', nextAttemptAt: null } : { nextAttemptAt: after(now, pause) }),
    },
  })
  if (pause !== null) await addDelivery(tx, { id, endpointId }, { afterSeconds: pause })
  if (isTest || disabledAt) return
  const since = failingSince ?? now
  await tx.webhookEndpoint.update({
    where: { id: endpointId },
    data: { failingSince: since, pausedUntil: after(now, Math.min(pause ?? Infinity, ENDPOINT_PAUSE_SECONDS)) },
  })
  if (now.getTime() - since.getTime() >= OFF_AFTER_SECONDS * 1000) await switchOff(tx, endpointId, now)
}

async function switchOff(tx: Transaction, endpointId: string, now: Date): Promise<void> {
  await tx.webhookEndpoint.update({
    where: { id: endpointId },
    data: { disabledAt: now, disabledReason: WEBHOOK.wasOff, pausedUntil: null },
  })
  await giveUpWaiting(tx, endpointId)
  await addOffMail(tx, endpointId)
}

/** Ends what waits for an endpoint that is off; it can be sent again when it is on. */
export async function giveUpWaiting(tx: Transaction, endpointId: string): Promise<void> {
  const ended = await tx.webhookDelivery.updateManyAndReturn({
    where: { endpointId, status: 'waiting' },
    data: { status: 'failed', nextAttemptAt: null },
    select: { id: true },
  })
  if (ended.length > 0) await removeJob(tx, ...ended.map(({ id }) => deliveryKey(id)))
}

async function postpone(
  tx: Transaction,
  { id, endpointId }: { id: string; endpointId: string },
  now: Date,
  afterSeconds: number,
): Promise<void> {
  const { count } = await tx.webhookDelivery.updateMany({
    where: { id, status: 'waiting' },
    data: { nextAttemptAt: after(now, afterSeconds) },
  })
  if (count > 0) await addDelivery(tx, { id, endpointId }, { afterSeconds })
}

const after = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000)

import { randomUUID } from 'node:crypto'
import { WEBHOOK_REPLAY_MAX } from '@printroom/contract/limits'
import type { Page } from '@printroom/contract/paging'
import { type DeliveryWire, TEST_EVENT } from '@printroom/contract/webhooks'
import type { PageWire } from '@printroom/contract/wire'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { waitUntil } from '../../jobs/wait.ts'
import { NEWEST_FIRST, behind, pageOf } from '../../paging.ts'
import type { Events } from '../generation/events.ts'
import { hold } from './endpoints.ts'
import { addDelivery } from './jobs.ts'
import { toDeliveryWire } from './wire.ts'

/** A try takes 5 s at most, and a worker may be busy. */
const TEST_WAIT_SECONDS = 15
const WITH_ATTEMPTS = {
  event: { select: { type: true } },
  attempts: { orderBy: { at: 'desc' as const }, take: 12 },
}

/** An endpoint's messages with their tries, newest first, a page at a time. @throws AppError not_found, bad_input (cursor) */
export async function listDeliveries(
  { db }: Context,
  userId: UserId,
  { id, cursor, limit }: Page & { id: string },
): Promise<PageWire<DeliveryWire>> {
  if (!(await db.webhookEndpoint.count({ where: { id, userId } }))) throw new AppError('not_found')
  const rows = await db.webhookDelivery.findMany({
    where: { endpointId: id, userId, ...behind(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
    include: WITH_ATTEMPTS,
  })
  return pageOf(rows, limit, toDeliveryWire)
}

/**
 * Sends a test message to an endpoint, on or off, and waits for what it answers, 15 s at most: then it is still `waiting`.
 * @throws AppError not_found
 */
export async function testEndpoint(
  { context, events }: { context: Context; events: Events },
  userId: UserId,
  endpointId: string,
  signal?: AbortSignal,
): Promise<DeliveryWire> {
  const { db, clock } = context
  const delivery = await db.$transaction(async (tx) => {
    await hold(tx, userId, endpointId)
    const payload = {
      type: TEST_EVENT,
      timestamp: clock.now().toISOString(),
      data: { message: 'A test, sent from the account page. Nothing happened.' },
    }
    const event = await tx.webhookEvent.create({ data: { userId, type: TEST_EVENT, key: randomUUID(), payload } })
    const made = await tx.webhookDelivery.create({ data: { userId, endpointId, eventId: event.id } })
    await addDelivery(tx, made, { isAskedFor: true })
    return made
  })
  const read = () => db.webhookDelivery.findUnique({ where: { id: delivery.id }, include: WITH_ATTEMPTS })
  const subscribe = (news: () => void) =>
    events.subscribeEnded((ended) => {
      if (ended === null || ended === delivery.id) news()
    })
  const look = async () => {
    const row = await read()
    return row?.status === 'waiting' ? undefined : { row }
  }
  const tried = await waitUntil(subscribe, look, { seconds: TEST_WAIT_SECONDS, signal })
  const row = tried ? tried.row : await read()
  if (!row) throw new AppError('not_found') // removed meanwhile
  return toDeliveryWire(row)
}

/** Sends a message again that has ended: the same message, tried as often as a new one. @throws AppError not_found */
export async function replayDelivery({ db }: Context, userId: UserId, id: string): Promise<DeliveryWire> {
  const row = await db.$transaction(async (tx) => {
    const found = await tx.webhookDelivery.findFirst({ where: { id, userId }, select: { endpointId: true } })
    if (!found) throw new AppError('not_found')
    await assertOn(tx, userId, found.endpointId)
    await sendAgain(tx, [id])
    return tx.webhookDelivery.findUniqueOrThrow({ where: { id }, include: WITH_ATTEMPTS })
  })
  return toDeliveryWire(row)
}

/** The same with what failed of an endpoint, the latest 400. @returns how many. @throws AppError not_found, bad_input (it is off) */
export async function replayFailed({ db }: Context, userId: UserId, endpointId: string): Promise<number> {
  return db.$transaction(async (tx) => {
    await assertOn(tx, userId, endpointId)
    const failed = await tx.webhookDelivery.findMany({
      where: { endpointId, userId, status: 'failed', event: { type: { not: TEST_EVENT } } },
      orderBy: [...NEWEST_FIRST],
      take: WEBHOOK_REPLAY_MAX,
      select: { id: true },
    })
    return sendAgain(tx, failed.map(({ id }) => id).toReversed())
  })
}

async function assertOn(tx: Transaction, userId: UserId, endpointId: string): Promise<void> {
  const { disabledAt } = await hold(tx, userId, endpointId)
  if (disabledAt)
    throw new AppError('bad_input', { error: 'This endpoint is switched off. Switch it on, then send again.' })
}

async function sendAgain(tx: Transaction, ids: readonly string[]): Promise<number> {
  const again = await tx.webhookDelivery.updateManyAndReturn({
    where: { id: { in: [...ids] }, status: { not: 'waiting' } },
    data: { status: 'waiting', tries: 0, nextAttemptAt: new Date() },
    select: { id: true, endpointId: true },
  })
  for (const delivery of again) await addDelivery(tx, delivery, { isAskedFor: true })
  return again.length
}

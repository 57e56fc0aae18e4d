import type { WebhookEvent } from '@printroom/contract/webhooks'
import type { Transaction } from '@printroom/db/client'
import { addDelivery } from './jobs.ts'

/** An endpoint that is on. */
type Listener = { id: string; events: string[] }

/**
 * A user's endpoints that are on; most users have none, so that everything else asks this first. They are held: one that
 * its owner removes meanwhile goes when the transaction is over, and does not take it along.
 */
export const listenersOf = (tx: Transaction, userId: string): Promise<Listener[]> =>
  tx.$queryRaw<Listener[]>`
    SELECT id, events FROM webhook_endpoints WHERE user_id = ${userId}::uuid AND disabled_at IS NULL ORDER BY id FOR KEY SHARE`

/** Something that happened: `key` names it among all that happen to its user, `data` is what the message says of it. */
export type Happening = { type: WebhookEvent; key: string; data: object }

/**
 * Writes a message down for every endpoint that listens to its type, and has it delivered, in the transaction of what
 * happened: it is told if and only if it happened. What has been told is not told again.
 */
export async function tell(
  tx: Transaction,
  userId: string,
  { type, key, data }: Happening,
  listeners?: readonly Listener[],
): Promise<void> {
  const listening = (listeners ?? (await listenersOf(tx, userId))).filter(({ events }) => events.includes(type))
  if (listening.length === 0) return
  const payload = { type, timestamp: new Date().toISOString(), data }
  const [event] = await tx.webhookEvent.createManyAndReturn({
    data: [{ userId, type, key, payload }],
    skipDuplicates: true,
    select: { id: true },
  })
  if (!event) return
  const deliveries = await tx.webhookDelivery.createManyAndReturn({
    data: listening.map(({ id }) => ({ userId, endpointId: id, eventId: event.id })),
    select: { id: true, endpointId: true },
  })
  for (const delivery of deliveries) await addDelivery(tx, delivery)
}

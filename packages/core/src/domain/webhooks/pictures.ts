import type { Transaction } from '@printroom/db/client'
import { addBatchLook } from './jobs.ts'
import { listenersOf, tell } from './tell.ts'

/** How an order ended: with what its picture is, or why there is none. */
type End = { type: 'mockup.completed' | 'mockup.failed'; data: object }

/**
 * Tells that an order's picture has ended, and so of every order that is answered with it; and has their batches looked at,
 * which may be over now.
 */
export async function tellPictureEnded(
  tx: Transaction,
  userId: string,
  generationId: string,
  { type, data }: End,
): Promise<void> {
  const listeners = await listenersOf(tx, userId)
  if (listeners.length === 0) return
  const orders = await ordersAnsweredBy(tx, userId, [generationId])
  for (const { id, batchId } of orders)
    await tell(
      tx,
      userId,
      { type, key: `${type}:${id}`, data: { generation_id: id, batch_id: batchId, ...data } },
      listeners,
    )
  await lookAtBatches(tx, orders)
}

/** Has the batches of orders looked at that their seller gave up, and of those that waited for the same pictures. */
export async function tellCancelled(tx: Transaction, userId: string, generationIds: readonly string[]): Promise<void> {
  if ((await listenersOf(tx, userId)).length === 0) return
  await lookAtBatches(tx, await ordersAnsweredBy(tx, userId, generationIds))
}

/** The same of a batch that was ordered just now: all its pictures may have been there already. */
export async function tellOrdered(tx: Transaction, userId: string, batchId: string): Promise<void> {
  if ((await listenersOf(tx, userId)).length > 0) await addBatchLook(tx, batchId)
}

const ordersAnsweredBy = (tx: Transaction, userId: string, generationIds: readonly string[]) =>
  tx.generation.findMany({
    where: { userId, OR: [{ id: { in: [...generationIds] } }, { sameAsId: { in: [...generationIds] } }] },
    select: { id: true, batchId: true },
    orderBy: { id: 'asc' },
  })

async function lookAtBatches(tx: Transaction, orders: readonly { batchId: string | null }[]): Promise<void> {
  for (const batchId of new Set(orders.map((order) => order.batchId))) if (batchId) await addBatchLook(tx, batchId)
}

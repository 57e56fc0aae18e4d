import type { Context, UserId } from '../../context.ts'
import { getBatch } from '../batches/read.ts'
import { tell } from './tell.ts'

/**
 * Tells that a batch is over, when it is: none of its pictures waits or is being made. One that is tried again ends once
 * more and is told of once more.
 */
export async function announceBatch(context: Pick<Context, 'db'>, batchId: string): Promise<void> {
  const { db } = context
  const batch = await db.batch.findUnique({ where: { id: batchId }, select: { userId: true } })
  if (!batch) return
  const userId = batch.userId as UserId
  const { failures, ...summary } = await getBatch(context, userId, batchId)
  const { waiting, under_way } = summary.counts
  if (waiting + under_way > 0) return
  await db.$transaction(async (tx) => {
    // Each round of trying again adds orders to the batch: their number names the round.
    const orders = await tx.generation.count({ where: { batchId } })
    await tell(tx, userId, {
      type: 'batch.completed',
      key: `batch.completed:${batchId}:${orders}`,
      data: { batch: summary, failed: failures.length },
    })
  })
}

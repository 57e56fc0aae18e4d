import type { BatchWire } from '@printroom/contract/batches'
import type { Context, UserId } from '../../context.ts'
import { sellerTransaction } from '../credits/seller-transaction.ts'
import { AppError } from '../../errors.ts'
import { cancelQueued } from '../generation/cancel.ts'
import { getBatch } from './read.ts'

/**
 * Gives up what nobody has begun of a batch: those jobs go and their credits come back, in one transaction. What is under
 * way is made. Once more does nothing more. @throws AppError not_found
 */
export async function cancelBatch(context: Context, userId: UserId, id: string): Promise<BatchWire> {
  const { clock } = context
  await sellerTransaction(context, userId, async (tx) => {
    // Held, so that two who cancel do not take its orders in different turns. New orders need only its key.
    const [batch] = await tx.$queryRaw<
      unknown[]
    >`SELECT 1 FROM batches WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR NO KEY UPDATE`
    if (!batch) throw new AppError('not_found')
    if ((await cancelQueued(tx, context, userId, { batchId: id })) > 0)
      await tx.batch.updateMany({ where: { id, cancelledAt: null }, data: { cancelledAt: clock.now() } })
  })
  return getBatch(context, userId, id)
}

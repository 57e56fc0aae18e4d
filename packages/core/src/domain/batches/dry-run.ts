import type { BatchEstimateWire, BatchOrder } from '@printroom/contract/batches'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import type { Context, UserId } from '../../context.ts'
import { creditsIn, dryRun } from '../credits/dry-run.ts'
import { secondsUntilMade } from '../generation/line.ts'
import { estimateBatch } from './estimate.ts'
import { readOrder } from './order.ts'

/**
 * What a batch would cost if it were ordered now: it is placed as it would be, and undone. Under a key that was used before
 * nothing. @throws AppError the refusal that the order would get
 */
export async function dryRunBatch(context: Context, userId: UserId, order: BatchOrder): Promise<BatchEstimateWire> {
  const place = await readOrder(context, userId, order)
  const { available, credits } = await dryRun(context, userId, async (tx) => {
    const before = await creditsIn(tx, userId)
    await place(tx)
    return { available: before, credits: before - (await creditsIn(tx, userId)) }
  })
  const { pictures, refused, left_out } = await estimateBatch(context, userId, order)
  const free = pictures - credits / CREDITS_PER_MOCKUP
  const minutes = Math.ceil((await secondsUntilMade(context, userId, pictures - free)) / 60)
  return { pictures, free, credits, available, missing: 0, minutes, refused, left_out }
}

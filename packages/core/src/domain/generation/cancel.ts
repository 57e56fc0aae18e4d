import { GENERATION } from '@printroom/contract/messages'
import type { Prisma, Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { release } from '../credits/ledger.ts'
import { sellerTransaction } from '../credits/seller-transaction.ts'
import { AppError } from '../../errors.ts'
import { removeJob } from '../../jobs/jobs.ts'
import { tellCancelled } from '../webhooks/pictures.ts'
import { notify } from './steps.ts'

/** What there is to say of an order that has ended by itself. */
const ENDED: Partial<Record<string, string>> = { done: GENERATION.doneAlready, failed: GENERATION.failedAlready }

/**
 * Gives an order up that nobody has begun: its job goes, its credit comes back, in one transaction. One that was given up
 * already stays so, and that is no error: the answer to the first call may have been lost.
 * @throws AppError not_found; already_begun when a worker was quicker, or is through with it
 */
export async function cancelGeneration(context: Context, userId: UserId, id: string): Promise<void> {
  await sellerTransaction(context, userId, async (tx) => {
    if ((await cancelQueued(tx, context, userId, { id })) > 0) return
    const order = await tx.generation.findFirst({ where: { id, userId }, select: { cancelledAt: true, status: true } })
    if (!order) throw new AppError('not_found')
    if (order.cancelledAt) return
    const error = ENDED[order.status]
    throw new AppError('already_begun', error ? { error } : {})
  })
}

/** The same with all of a user's orders that `where` names and nobody has begun. @returns how many */
export async function cancelQueued(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  userId: UserId,
  where: Prisma.GenerationWhereInput,
): Promise<number> {
  const now = clock.now()
  const ended = await tx.generation.updateManyAndReturn({
    where: { ...where, userId, status: 'queued' },
    data: {
      status: 'failed',
      error: GENERATION.cancelled,
      errorDetail: 'cancelled by the seller',
      cancelledAt: now,
      finishedAt: now,
    },
    select: { id: true },
  })
  const ids = ended.map(({ id }) => id)
  if (ids.length === 0) return 0
  await release(tx, userId, ids)
  await removeJob(tx, ...ids)
  await tellCancelled(tx, userId, ids)
  await notify(tx, ...ids.map((id) => ({ id, userId, status: 'failed' as const, progress: 0 })))
  return ids.length
}

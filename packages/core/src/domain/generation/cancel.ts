import { GENERATION } from '@printroom/contract/messages'
import type { Prisma, Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { release } from '../credits/ledger.ts'
import { AppError } from '../../errors.ts'
import { removeJob } from '../../jobs/jobs.ts'
import { tellCancelled } from '../webhooks/pictures.ts'
import { notify } from './steps.ts'

/**
 * Gives an order up that nobody has begun: its job goes, its credit comes back, in one transaction.
 * @throws AppError not_found; already_begun when a worker was quicker
 */
export async function cancelGeneration(context: Context, userId: UserId, id: string): Promise<void> {
  await context.db.$transaction(async (tx) => {
    if ((await cancelQueued(tx, context, userId, { id })) > 0) return
    const isThere = await tx.generation.count({ where: { id, userId } })
    throw new AppError(isThere ? 'already_begun' : 'not_found')
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

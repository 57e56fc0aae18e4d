import { GENERATION } from '@printroom/contract/messages'
import type { Context, UserId } from '../../context.ts'
import { release } from '../credits/ledger.ts'
import { AppError } from '../../errors.ts'
import { removeJob } from '../../jobs/jobs.ts'
import { notify } from './steps.ts'

/**
 * Gives an order up that nobody has begun: its job goes, its credit comes back, in one transaction.
 * @throws AppError not_found; already_begun when a worker was quicker
 */
export async function cancelGeneration({ db }: Context, userId: UserId, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const [ended] = await tx.generation.updateManyAndReturn({
      where: { id, userId, status: 'queued' },
      data: {
        status: 'failed',
        error: GENERATION.cancelled,
        errorDetail: 'cancelled by the seller',
        finishedAt: new Date(),
      },
    })
    if (!ended) {
      const isThere = await tx.generation.count({ where: { id, userId } })
      throw new AppError(isThere ? 'already_begun' : 'not_found')
    }
    await release(tx, userId, id)
    await removeJob(tx, id)
    await notify(tx, { id, userId, status: 'failed', progress: 0 })
  })
}

import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { lockBalance } from './ledger.ts'
import { sellerTransaction } from './seller-transaction.ts'

const UNDONE = new Error('undone on purpose')

/** Credits that a seller has within a transaction, which holds them from then on. @throws AppError unauthorized */
export async function creditsIn(tx: Transaction, userId: UserId): Promise<number> {
  const { plan, topup } = await lockBalance(tx, userId)
  return plan + topup
}

/**
 * Does something of a seller's as it would be done, and undoes it: rows, credits, jobs and what would have been told are
 * gone with their transaction. What it costs and refuses is then what it will cost and refuse, by the same code.
 * @returns what `work` answers, which names rows that are not there
 */
export async function dryRun<Result>(
  context: Pick<Context, 'db'>,
  userId: UserId,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let done: { result: Result } | undefined
  try {
    await sellerTransaction(context, userId, async (tx) => {
      done = { result: await work(tx) }
      throw UNDONE
    })
  } catch (error) {
    if (error === UNDONE && done) return done.result
    throw error
  }
  throw new Error('a transaction that was undone ended well')
}

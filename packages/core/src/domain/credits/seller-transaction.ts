import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { createTurnsByKey } from '../../limits/turns.ts'

const inTurnOf = createTurnsByKey(1)

/**
 * A transaction that begins with `lockBalance`, or waits for that row: one seller's pass one by one, so that those which
 * wait hold none of the few connections. Forty batches of one seller at once kept everybody's answers waiting until the
 * last of them was ordered.
 */
export const sellerTransaction = <Result>(
  { db }: Pick<Context, 'db'>,
  userId: UserId,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => inTurnOf(userId, () => db.$transaction(work))

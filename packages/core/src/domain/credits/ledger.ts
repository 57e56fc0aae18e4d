import type { Transaction } from '@printroom/db/client'
import { AppError } from '../../errors.ts'

type Bucket = 'plan' | 'topup'
type Grant = {
  amount: number
  bucket: Bucket
  reason: 'signup' | 'topup' | 'plan_cycle' | 'plan_upgrade' | 'support'
  idempotencyKey: string
  reference?: string
}

/*
 * The database moves the balances: a trigger on credit_entries adds each entry to its bucket, checks keep the buckets
 * at or above zero, and nothing else may touch them. Each function below only decides which entry is the right one.
 */

/** Locks a user's row until the transaction ends, so that one user's money moves one step at a time. */
export async function lockBalance(
  tx: Transaction,
  userId: string,
): Promise<{ plan: number; topup: number; cycle: number }> {
  const [row] = await tx.$queryRaw<{ plan: number; topup: number; cycle: number }[]>`
    SELECT plan_credits AS plan, topup_credits AS topup, plan_cycle AS cycle FROM users WHERE id = ${userId}::uuid FOR UPDATE`
  if (!row) throw new AppError('unauthorized')
  return row
}

/** Adds credits to a bucket, once per idempotency key. */
export async function grant(tx: Transaction, userId: string, entry: Grant): Promise<void> {
  if (entry.amount > 0) await tx.creditEntry.create({ data: { userId, ...entry } })
}

/**
 * Takes one credit for a generation, the plan's first. The caller holds `lockBalance`.
 * @throws AppError insufficient_credits with `needed` and `available`
 */
export async function reserve(
  tx: Transaction,
  userId: string,
  generationId: string,
  balance: { plan: number; topup: number; cycle: number },
): Promise<void> {
  const available = balance.plan + balance.topup
  if (available < 1) throw new AppError('insufficient_credits', { needed: 1, available })
  await tx.creditEntry.create({
    data: {
      userId,
      amount: -1,
      bucket: balance.plan > 0 ? 'plan' : 'topup',
      reason: 'reserve',
      reference: generationId,
      planCycle: balance.cycle,
      idempotencyKey: `reserve:${generationId}`,
    },
  })
}

/** Says that a reserved credit was earned. One resolution a reservation: a second one is a unique violation. */
export async function capture(tx: Transaction, userId: string, generationId: string): Promise<void> {
  const { bucket, planCycle } = await reservation(tx, generationId)
  await tx.creditEntry.create({
    data: {
      userId,
      amount: 0,
      bucket,
      reason: 'capture',
      reference: generationId,
      planCycle,
      idempotencyKey: `resolve:${generationId}`,
    },
  })
}

/** Gives a reserved credit back: to the bucket it came from while that plan cycle runs, else to the top-up bucket. */
export async function release(tx: Transaction, userId: string, generationId: string): Promise<void> {
  const { cycle } = await lockBalance(tx, userId)
  const { bucket, planCycle } = await reservation(tx, generationId)
  const home: Bucket = bucket === 'plan' && planCycle !== cycle ? 'topup' : bucket
  await tx.creditEntry.create({
    data: {
      userId,
      amount: 1,
      bucket: home,
      reason: 'release',
      reference: generationId,
      planCycle: cycle,
      idempotencyKey: `resolve:${generationId}`,
    },
  })
}

const reservation = (tx: Transaction, generationId: string) =>
  tx.creditEntry.findUniqueOrThrow({ where: { idempotencyKey: `reserve:${generationId}` } })

import { LOW_CREDITS_BELOW } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import type { Transaction } from '@printroom/db/client'
import { AppError } from '../../errors.ts'
import { tell } from '../webhooks/tell.ts'
import { assertWithinCap } from './key-cap.ts'

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

/** An entry that takes a credit. `at`: when, where an API key's month counts it; else the transaction's own time. */
export type Reservation = {
  amount: -1
  bucket: Bucket
  reason: 'reserve'
  reference: string
  planCycle: number
  idempotencyKey: string
  apiKeyId?: string
  createdAt?: Date
}

/**
 * The entries that take one credit for each of these generations, the plan's first: for all of them or none. Whoever asks
 * writes them in the same transaction, and holds `lockBalance`.
 * @param key the API key that orders, and when: it counts towards the cap of that month
 * @throws AppError insufficient_credits, key_cap_reached, each with `needed`, `available` and `missing`, in credits
 */
export async function reservationsFor(
  tx: Transaction,
  userId: string,
  generationIds: readonly string[],
  { plan, topup, cycle }: { plan: number; topup: number; cycle: number },
  key?: { apiKeyId: string; at: Date },
): Promise<Reservation[]> {
  const [needed, available] = [generationIds.length, plan + topup]
  if (key) await assertWithinCap(tx, userId, key.apiKeyId, needed, key.at)
  if (available < needed) throw insufficientCredits(needed, available)
  const left = available - needed
  if (left < LOW_CREDITS_BELOW && available >= LOW_CREDITS_BELOW)
    await tell(tx, userId, { type: 'credits.low', key: `credits.low:${generationIds[0]}`, data: { credits: left } })
  return generationIds.map((generationId, index) => ({
    amount: -1,
    bucket: index < plan ? 'plan' : 'topup',
    reason: 'reserve',
    reference: generationId,
    planCycle: cycle,
    idempotencyKey: `reserve:${generationId}`,
    ...(key && { apiKeyId: key.apiKeyId, createdAt: key.at }),
  }))
}

function insufficientCredits(needed: number, available: number): AppError {
  const numbers = { needed, available, missing: needed - available }
  if (needed === 1) return new AppError('insufficient_credits', numbers)
  return new AppError('insufficient_credits', { ...numbers, error: GENERATION.missing(needed, available) })
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

/**
 * Gives the reserved credit of each of these generations back: to the bucket it came from while that plan cycle runs, else
 * to the top-up bucket. @throws Error when one of them has no reservation, or is resolved already
 */
export async function release(tx: Transaction, userId: string, generationIds: readonly string[]): Promise<void> {
  const { cycle } = await lockBalance(tx, userId)
  const reserved = await tx.creditEntry.findMany({
    where: { idempotencyKey: { in: generationIds.map((id) => `reserve:${id}`) } },
  })
  if (reserved.length !== generationIds.length) throw new Error('a release needs the reservation it resolves')
  await tx.creditEntry.createMany({
    data: reserved.map(({ bucket, planCycle, reference }) => ({
      userId,
      amount: 1,
      bucket: bucket === 'plan' && planCycle !== cycle ? 'topup' : bucket,
      reason: 'release',
      reference,
      planCycle: cycle,
      idempotencyKey: `resolve:${reference}`,
    })),
  })
}

const reservation = (tx: Transaction, generationId: string) =>
  tx.creditEntry.findUniqueOrThrow({ where: { idempotencyKey: `reserve:${generationId}` } })

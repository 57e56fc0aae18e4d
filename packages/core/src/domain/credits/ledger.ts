import { LOW_CREDITS_BELOW } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import { Prisma, type Transaction } from '@printroom/db/client'
import { AppError } from '../../errors.ts'
import { tell } from '../webhooks/tell.ts'
import { type KeyFunds, monthOf, type OrderingKey, refusalOfCap } from './key-cap.ts'

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

/** A seller's credits by bucket and the plan's cycle, as they stay while the row is locked; `key`: where an API key orders. */
export type Balance = { plan: number; topup: number; cycle: number; key: KeyFunds | null }

/** A row of `sellerLocked`. */
export type LockedRow = { plan: number; topup: number; cycle: number; keyCap: number | null; keySpent: number | null }
/** The columns of such a row, in SQL. */
export const LOCKED_COLUMNS = Prisma.sql`seller.plan, seller.topup, seller.cycle, seller.key_cap AS "keyCap", seller.key_spent AS "keySpent"`

/** A seller's row, locked until the transaction ends, as a part of a statement; `balanceOf` reads it. */
export const sellerLocked = (userId: string, key: OrderingKey | null): Prisma.Sql => {
  const month = key && monthOf(key.at).toISOString().slice(0, 10)
  return Prisma.sql`lock_seller(${userId}::uuid, ${key?.apiKeyId ?? null}::uuid, ${month}::date) AS seller`
}

/** @throws AppError unauthorized: the account is gone, or the key was revoked */
export function balanceOf(row: LockedRow | undefined, key: OrderingKey | null): Balance {
  if (!row) throw new AppError('unauthorized')
  const { plan, topup, cycle, keyCap: cap, keySpent: spent } = row
  if (key && spent === null) throw new AppError('unauthorized')
  return { plan, topup, cycle, key: key && { ...key, cap, spent: spent ?? 0 } }
}

/**
 * Locks a user's row until the transaction ends, so that one user's money moves one step at a time.
 * @throws AppError unauthorized
 */
export async function lockBalance(tx: Transaction, userId: string, key: OrderingKey | null = null): Promise<Balance> {
  const [row] = await tx.$queryRaw<LockedRow[]>`SELECT ${LOCKED_COLUMNS} FROM ${sellerLocked(userId, key)}`
  return balanceOf(row, key)
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

/** What refuses to take so many credits: insufficient_credits or key_cap_reached; null where they are there. */
export function refusalOfFunds({ plan, topup, key }: Balance, needed: number): AppError | null {
  const available = plan + topup
  return (key && refusalOfCap(key, needed)) ?? (available < needed ? insufficientCredits(needed, available) : null)
}

/**
 * The entries that take one credit for each of these generations, the plan's first: for all of them or none. Whoever asks
 * writes them in the same transaction, and holds `lockBalance`.
 * @throws AppError insufficient_credits, key_cap_reached, each with `needed`, `available` and `missing`, in credits
 */
export function reservationsFor(generationIds: readonly string[], balance: Balance): Reservation[] {
  const { plan, cycle, key } = balance
  const refusal = refusalOfFunds(balance, generationIds.length)
  if (refusal) throw refusal
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

/** Tells a seller's endpoints when the credits that were taken for these generations, of so many before, leave few. */
export async function tellIfLow(
  tx: Transaction,
  userId: string,
  generationIds: readonly string[],
  { plan, topup }: Balance,
): Promise<void> {
  const before = plan + topup
  const left = before - generationIds.length
  if (left < LOW_CREDITS_BELOW && before >= LOW_CREDITS_BELOW)
    await tell(tx, userId, { type: 'credits.low', key: `credits.low:${generationIds[0]}`, data: { credits: left } })
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

import { API_KEY } from '@printroom/contract/messages'
import type { Transaction } from '@printroom/db/client'
import { AppError } from '../../errors.ts'

/** The first day of a moment's calendar month, in UTC. */
export const monthOf = (moment: Date): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()))
const nextMonth = (moment: Date): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1))

/**
 * Refuses what would take an API key beyond its cap of this month. The caller holds the seller's row, so that of many orders
 * at once each sees what those before it have spent; the database, which counts the entries, refuses one beyond it too.
 * @param needed credits
 * @throws AppError key_cap_reached with `needed`, `available` and `missing` in credits; unauthorized where the key was revoked
 */
export async function assertWithinCap(
  tx: Transaction,
  userId: string,
  apiKeyId: string,
  needed: number,
  at: Date,
): Promise<void> {
  // It stays until the order is through: its entries name it.
  const [key] = await tx.$queryRaw<{ cap: number | null; spent: number }[]>`
    SELECT monthly_cap AS cap,
      coalesce((SELECT spent FROM api_key_months m WHERE m.api_key_id = k.id AND m.month = ${monthOf(at).toISOString().slice(0, 10)}::date), 0) AS spent
    FROM api_keys k WHERE k.id = ${apiKeyId}::uuid AND k.user_id = ${userId}::uuid FOR KEY SHARE OF k`
  if (!key) throw new AppError('unauthorized')
  if (key.cap === null) return
  const available = Math.max(0, key.cap - key.spent)
  if (available >= needed) return
  throw new AppError('key_cap_reached', {
    needed,
    available,
    missing: needed - available,
    error: API_KEY.capReached(needed, key.cap, available, nextMonth(at)),
  })
}

import { API_KEY } from '@printroom/contract/messages'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** The first day of a moment's calendar month, in UTC. */
export const monthOf = (moment: Date): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()))
const nextMonth = (moment: Date): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1))

/** An API key that orders, and when: that month's cap counts it. */
export type OrderingKey = { apiKeyId: string; at: Date }
/** The same with its cap of credits a month, null where there is none, and what it has spent of that month. */
export type KeyFunds = OrderingKey & { cap: number | null; spent: number }

/** The key that an order comes with, if it comes with one. */
export const orderingKey = ({ apiKeyId, clock }: Pick<Context, 'apiKeyId' | 'clock'>): OrderingKey | null =>
  apiKeyId === undefined ? null : { apiKeyId, at: clock.now() }

/**
 * What refuses to take an API key beyond its cap of a month; null within it. What it has spent was read with the seller's row
 * locked, so that of many orders at once each sees what those before it have spent; the database, which counts the entries,
 * refuses one beyond it too.
 * @param needed credits
 * @returns key_cap_reached with `needed`, `available` and `missing` in credits
 */
export function refusalOfCap({ cap, spent, at }: KeyFunds, needed: number): AppError | null {
  if (cap === null) return null
  const available = Math.max(0, cap - spent)
  if (available >= needed) return null
  return new AppError('key_cap_reached', {
    needed,
    available,
    missing: needed - available,
    error: API_KEY.capReached(needed, cap, available, nextMonth(at)),
  })
}

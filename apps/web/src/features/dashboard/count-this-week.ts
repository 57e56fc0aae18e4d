import { THIS_WEEK_DAYS } from '@printroom/contract/limits'

const DAY_MS = 24 * 60 * 60 * 1000

/** How many were made in the last seven days. */
export function countThisWeek(made: readonly { created_at: string }[], now = Date.now()): number {
  const since = now - THIS_WEEK_DAYS * DAY_MS
  return made.filter(({ created_at }) => Date.parse(created_at) >= since).length
}

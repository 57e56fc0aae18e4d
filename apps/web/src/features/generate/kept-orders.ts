import type { Run, Variation } from '~/features/generate/run.ts'

/** What a click ordered, as this tab keeps it over a reload. */
export type Kept = Pick<Run, 'id' | 'kind' | 'startedAt'> & {
  userId: string
  orders: Pick<Variation, 'key' | 'order'>[]
}

const KEY = 'orders'
/** No order lives longer: the server ends it then. What a tab opened again tomorrow would tell of is no news. */
const LONGEST_MS = 60 * 60 * 1000

function read(): Kept[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as Kept[]) : []
  } catch {
    return []
  }
}

function write(kept: readonly Kept[]): void {
  if (kept.length > 0) sessionStorage.setItem(KEY, JSON.stringify(kept))
  else sessionStorage.removeItem(KEY)
}

export const hasKeptOrders = (): boolean => sessionStorage.getItem(KEY) !== null

export const keepOrders = (run: Kept): void => write([...read(), run])

export const forgetOrders = (id: string): void => write(read().filter((run) => run.id !== id))

/** What this tab waits for, of a person's; another's, and what is long over, is forgotten. */
export function keptOrders(userId: string | undefined, now = Date.now()): Kept[] {
  const kept = read().filter((run) => run.userId === userId && now - Date.parse(run.startedAt) < LONGEST_MS)
  write(kept)
  return kept
}

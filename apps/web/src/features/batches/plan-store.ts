import { useSyncExternalStore } from 'react'
import { NO_PLAN, type Plan } from '~/features/batches/plan.ts'
import { HAS_WINDOW } from '~/lib/has-window.ts'
import { randomId } from '~/lib/random-id.ts'
import { getSession, onSessionChange } from '~/lib/session.ts'

/**
 * The plan of this tab, which outlives a reload. `key` is the order's: as long as nothing of the plan changes the same order is
 * sent again, and charged once.
 */
type Kept = { plan: Plan; key: string; userId: string }

const STORED = 'batch-plan'
const NONE: Kept = { plan: NO_PLAN, key: '', userId: '' }

let kept: Kept | undefined
const listeners = new Set<() => void>()

function read(): Kept {
  try {
    const found = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Kept | null
    // What one person planned is not shown to the next.
    if (found && found.userId === getSession().user?.id) return { ...found, plan: { ...NO_PLAN, ...found.plan } }
  } catch {
    // Storage may be closed to us, or hold what an older page wrote.
  }
  return NONE
}

const get = (): Kept => (kept ??= read())

function set(next: Kept): void {
  kept = next
  try {
    if (next === NONE) sessionStorage.removeItem(STORED)
    else sessionStorage.setItem(STORED, JSON.stringify(next))
  } catch {
    // A CSV may be larger than what is left of the storage: the plan lives as long as the page, then.
  }
  for (const listener of listeners) listener()
}

/** Changes the plan; whatever is ordered then is another order. */
export function changePlan(change: Partial<Plan> | ((plan: Plan) => Partial<Plan>)): void {
  const { plan } = get()
  const changed = { ...plan, ...(typeof change === 'function' ? change(plan) : change) }
  set({ plan: changed, key: randomId(), userId: getSession().user?.id ?? '' })
}

/** It was ordered, or is not wanted any more. */
export const forgetPlan = (): void => set(NONE)

/** The plan, and the key that its order is sent with. */
export const usePlan = (): Pick<Kept, 'plan' | 'key'> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get,
    () => NONE,
  )

if (HAS_WINDOW)
  onSessionChange(() => {
    if (getSession().status === 'anonymous') forgetPlan()
  })

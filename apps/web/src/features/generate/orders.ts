import { useSyncExternalStore } from 'react'
import { GENERATION } from '@printroom/contract/messages'
import type { GenerationAnswer } from '@printroom/contract/wire'
import { forgetOrders, keepOrders, keptOrders } from '~/features/generate/kept-orders.ts'
import type { Run, RunKind, Variation } from '~/features/generate/run.ts'
import type { Order } from '~/features/generate/same-order.ts'
import { errorBody, errorSentence } from '~/lib/api-error.ts'
import { isPageLeft } from '~/lib/leaving.ts'
import { randomId } from '~/lib/random-id.ts'
import { getSession, onSessionChange } from '~/lib/session.ts'
import { api } from '~/lib/trpc.ts'

let runs: readonly Run[] = []
const listeners = new Set<() => void>()

function set(next: readonly Run[]): void {
  runs = next
  for (const listener of listeners) listener()
}

const change = (id: string, make: (run: Run) => Run): void => set(runs.map((run) => (run.id === id ? make(run) : run)))

/** What this tab has ordered and waits for, and the last that is over; it outlives the screen that ordered it. */
export const useRuns = (): readonly Run[] => useSyncExternalStore(listen, getRuns, getRuns)

const getRuns = (): readonly Run[] => runs

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Orders all at once, each with its own key, so that none is ever paid for twice, and waits for the pictures. `onStart` is told of the run's id. */
export function startRun(
  kind: RunKind,
  orders: readonly Order[],
  onStart?: (id: string) => void,
): Promise<Variation[]> {
  const run = {
    id: randomId(),
    kind,
    startedAt: new Date().toISOString(),
    orders: orders.map((order) => ({ key: randomId(), order })),
  }
  keepOrders({ ...run, userId: getSession().user?.id ?? '' })
  onStart?.(run.id)
  return follow({ ...run, isResumed: false }, ({ key, order }) =>
    api.generation.request.mutate({ ...order, idempotency_key: key, debug: true }),
  )
}

/** Waits again for what an earlier page of this tab has ordered; told when each click's orders are over. */
export async function resumeRuns(onOver: (kind: RunKind, variations: Variation[]) => Promise<void>): Promise<void> {
  const kept = keptOrders(getSession().user?.id).filter(({ id }) => !runs.some((run) => run.id === id))
  await Promise.all(
    kept.map(async (run) => {
      const variations = await follow({ ...run, isResumed: true }, ({ key }) =>
        api.generation.outcome.query({ idempotency_key: key }),
      )
      await onOver(run.kind, variations)
    }),
  )
}

type Placed = Pick<Run, 'id' | 'kind' | 'startedAt' | 'isResumed'> & {
  orders: readonly Pick<Variation, 'key' | 'order'>[]
}

async function follow(
  { orders, ...run }: Placed,
  wait: (placed: Pick<Variation, 'key' | 'order'>) => Promise<GenerationAnswer>,
): Promise<Variation[]> {
  const waiting = orders.map((placed): Variation => ({ ...placed, state: 'working', answer: null, error: null }))
  set([...runs.filter(({ isOver }) => !isOver), { ...run, variations: waiting, isOver: false }])
  const settled = await Promise.all(
    waiting.map(async (variation) => {
      const end = await settle(variation, wait(variation))
      change(run.id, (now) => ({
        ...now,
        variations: now.variations.map((each) => (each.key === end.key ? end : each)),
      }))
      return end
    }),
  )
  change(run.id, (now) => ({ ...now, isOver: true }))
  forgetOrders(run.id)
  return settled
}

const ENDS: Record<string, Variation['state']> = {
  [GENERATION.cancelled]: 'cancelled',
  [GENERATION.notOrdered]: 'lost',
}

async function settle(variation: Variation, answering: Promise<GenerationAnswer>): Promise<Variation> {
  try {
    const answer = await answering
    return { ...variation, answer, state: 'file_url' in answer ? 'done' : 'late' }
  } catch (error) {
    // Cut off with the page: the next one waits for it.
    if (isPageLeft() && !errorBody(error)) return new Promise(() => {})
    return { ...variation, error, state: ENDS[errorSentence(error, '')] ?? 'failed' }
  }
}

// What one person ordered is not told to the next.
onSessionChange(() => {
  if (getSession().status === 'anonymous') set([])
})

import { pause } from './retry.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { Watch } from './watch.ts'
import type { Generation, Mockup, OrderAnswer } from './wire.ts'

/** How far a picture is: `position` in the line (0 = being made), `progress` in percent. */
export type Progress = Pick<Generation, 'status' | 'position' | 'progress'>
/** There is no limit to a wait but the signal's. */
export type WaitOptions = Pick<CallOptions, 'signal'> & { onProgress?: (progress: Progress) => void }

/** While the stream says nothing of an order, it is asked for so often. */
const LOOK_AGAIN_MS = 15_000
/** While there is no stream, the server is asked to keep the question so long. */
const HELD_SECONDS = 25

/** Between questions that are not kept. */
const ASK_GAP_MS = 1_000
/** A browser has six connections to a server: so many of them may wait in questions. */
const HELD_AT_ONCE = 3

/** Waits for what was ordered under a key. */
export type AwaitPicture = (
  idempotencyKey: string,
  generationId: string | null,
  options?: WaitOptions,
) => Promise<Mockup>

/**
 * Each wait asks for its order, and the server keeps the question until the picture is there, which is the quickest way to
 * hear of it. Only a few questions are kept at a time: of all others the stream of events says when they are over, and of
 * all, how far they are. Where there is no stream, every question is kept.
 */
export function createWaiter(transport: Transport, watch: Watch): AwaitPicture {
  let held = 0
  return (key, generationId, options) =>
    awaitPicture(transport, watch, key, generationId, options, async (isAlone, ask) => {
      const isHeld = isAlone || held < HELD_AT_ONCE
      if (!isHeld) return ask(0)
      held += 1
      try {
        return await ask(HELD_SECONDS)
      } finally {
        held -= 1
      }
    })
}

/** Asks for an order, and lets the server keep the question where nothing else would tell, or where it may. */
type Ask = (isAlone: boolean, ask: (seconds: number) => Promise<OrderAnswer>) => Promise<OrderAnswer>

async function awaitPicture(
  transport: Transport,
  watch: Watch,
  idempotencyKey: string,
  generationId: string | null,
  { signal, onProgress }: WaitOptions = {},
  ask: Ask,
): Promise<Mockup> {
  signal?.throwIfAborted()
  let [id, wasSeen, isOver, hasStream] = [generationId, false, false, true]
  let wake = () => {}
  const unwatch = watch((orders) => {
    const order = orders?.find((each) => each.id === id)
    hasStream = orders !== null
    if (order) {
      ;[wasSeen, isOver] = [true, false]
      onProgress?.({ status: order.status, position: order.position, progress: order.progress })
    } else {
      isOver ||= hasStream && (wasSeen || id !== null)
      wake()
    }
  })
  const look = async (seconds: number) => {
    const query = { input: JSON.stringify({ idempotency_key: idempotencyKey, wait_seconds: seconds }) }
    const call = { path: '/api/trpc/generation.outcome', query, signal, heldMs: seconds * 1000 }
    return (await transport.json<{ result: { data: OrderAnswer } }>(call)).result.data
  }
  try {
    for (;;) {
      // Of more orders than the stream tells of, the last are not in it.
      const askedAt = Date.now()
      const answer = await ask(isOver || !hasStream, look)
      if (!('generation_id' in answer)) return answer
      id = answer.generation_id
      // A question that was kept is asked anew. A server may keep none, and is not to be asked without end.
      if (Date.now() - askedAt > ASK_GAP_MS) continue
      await heard((tell) => (wake = tell), isOver || !hasStream ? ASK_GAP_MS : LOOK_AGAIN_MS, signal)
    }
  } finally {
    unwatch()
  }
}

/** Until somebody tells, or it is time to look again. */
async function heard(listen: (tell: () => void) => void, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const enough = new AbortController()
  listen(() => enough.abort())
  const either = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal
  await pause(ms, either).catch(() => signal?.throwIfAborted())
}

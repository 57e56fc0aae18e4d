import { pause } from './retry.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { Watch } from './watch.ts'
import type { Generation, Mockup, OrderAnswer } from './wire.ts'

/** How far a picture is: `position` in the line (0 = being made), `progress` in percent. */
export type Progress = Pick<Generation, 'status' | 'position' | 'progress'>
/** Without a `timeoutMs` there is no limit to a wait but the signal's. */
export type WaitOptions = Pick<CallOptions, 'signal'> & { onProgress?: (progress: Progress) => void }

/** While the stream says nothing of an order, it is asked for so often. */
const LOOK_AGAIN_MS = 15_000
/** While there is no stream, the server is asked to keep the question so long. */
const HELD_SECONDS = 25

/**
 * Waits for what was ordered under a key. The stream of events says how far it is and when it is over; the order itself is
 * asked for at first, when it has left the stream, now and then, and all the time while there is no stream.
 */
export async function awaitPicture(
  transport: Transport,
  watch: Watch,
  idempotencyKey: string,
  generationId: string | null,
  { signal, onProgress }: WaitOptions = {},
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
    const call = { path: '/api/trpc/generation.outcome', query, signal }
    return (await transport.json<{ result: { data: OrderAnswer } }>(call)).result.data
  }
  try {
    for (;;) {
      // Of more orders than the stream tells of, the last are not in it: then the question itself waits.
      const answer = await look(isOver || !hasStream ? HELD_SECONDS : 0)
      if (!('generation_id' in answer)) return answer
      id = answer.generation_id
      if (!isOver && hasStream) await heard((tell) => (wake = tell), signal)
    }
  } finally {
    unwatch()
  }
}

/** Until somebody tells, or it is time to look again. */
async function heard(listen: (tell: () => void) => void, signal: AbortSignal | undefined): Promise<void> {
  const enough = new AbortController()
  listen(() => enough.abort())
  const either = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal
  await pause(LOOK_AGAIN_MS, either).catch(() => signal?.throwIfAborted())
}

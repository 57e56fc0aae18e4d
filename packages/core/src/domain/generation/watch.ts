import type { GenerationWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { activeGenerations } from './active.ts'
import type { Events } from './events.ts'

/** A render tells of itself several times a second, and eight may run: they are looked at together. An end is told at once. */
const LOOK_GAP_MS = 100
/** Others' places in line move this user's own: look again at least this often while something is queued. */
const LOOK_AGAIN_MS = 2_000

/** A user's generations under way, now and whenever something of theirs moves; ends with the signal. */
export async function* watchGenerations(
  context: Context,
  events: Events,
  userId: UserId,
  signal: AbortSignal | undefined,
): AsyncGenerator<GenerationWire[]> {
  let hasNews = true
  let wake = () => {}
  let hurry = () => {}
  let isUrgent = false
  const tell = () => {
    hasNews = true
    wake()
  }
  const unsubscribe = events.subscribe((event) => {
    if (event && event.userId !== userId) return
    tell()
    if (event?.status !== 'done' && event?.status !== 'failed') return
    isUrgent = true // while the list is being read, too
    hurry()
  })
  signal?.addEventListener('abort', tell, { once: true })
  try {
    while (!signal?.aborted) {
      hasNews = false
      isUrgent = false
      const list = await activeGenerations(context, userId)
      yield list
      const isQueued = list.some((generation) => generation.status === 'queued')
      const timer = isQueued ? setTimeout(tell, LOOK_AGAIN_MS) : undefined
      if (!hasNews) await new Promise<void>((resolve) => (wake = resolve))
      clearTimeout(timer)
      if (isUrgent) continue
      await new Promise<void>((resolve) => {
        const gap = setTimeout(resolve, LOOK_GAP_MS)
        hurry = () => {
          clearTimeout(gap)
          resolve()
        }
      })
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', tell)
  }
}

import type { GenerationAnswer, MockupWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { toMockupWire } from '../mockups/wire.ts'
import type { Events } from './listener.ts'

/**
 * Waits for a generation's end, at most GENERATION_WAIT_SECONDS.
 * @returns the mockup, or the generation's id and status when it takes longer
 * @throws AppError generation_failed with the reason as its sentence; the credit is back by then
 */
export async function awaitOutcome(context: Context, events: Events, userId: UserId, id: string, signal?: AbortSignal): Promise<GenerationAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      unsubscribe()
      signal?.removeEventListener('abort', lookOnce)
      act()
    }
    const look = (isLast = false) =>
      readOutcome(context, userId, id).then(
        (outcome) => {
          if ('generation_id' in outcome && !isLast && !signal?.aborted) return
          settle(() => resolve(outcome))
        },
        (error) => settle(() => reject(error)),
      )
    const lookOnce = () => void look(true)
    const timer = setTimeout(lookOnce, context.env.GENERATION_WAIT_SECONDS * 1000)
    // Subscribed before the first look, so that an end between the two cannot be missed.
    const unsubscribe = events.subscribe((event) => {
      if (!event || (event.id === id && (event.status === 'done' || event.status === 'failed'))) void look()
    })
    signal?.addEventListener('abort', lookOnce, { once: true })
    void look()
  })
}

async function readOutcome({ db }: Context, userId: UserId, id: string): Promise<GenerationAnswer> {
  const generation = await db.generation.findFirst({ where: { id, userId }, include: { mockup: true } })
  if (!generation) throw new AppError('not_found')
  if (generation.status === 'failed') throw new AppError('generation_failed', generation.error ? { error: generation.error } : {})
  if (generation.status !== 'done') return { generation_id: id, status: generation.status }
  if (!generation.mockup) throw new AppError('not_found', { error: 'This mockup was deleted.' })
  return withDebug(toMockupWire(generation.mockup))
}

/** The documented `_debug` of an answer, from what the mockup keeps. */
function withDebug(mockup: MockupWire): GenerationAnswer {
  if (!mockup.debug_info) return mockup
  const { prompt, designInfo } = JSON.parse(mockup.debug_info) as { prompt: string; designInfo: { id: string; fileSize: number } }
  return { ...mockup, _debug: { prompt, designInfo: { fileSize: designInfo.fileSize, fileUrl: `/api/designs/${designInfo.id}/file` } } }
}

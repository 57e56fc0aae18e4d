import { GENERATION } from '@printroom/contract/messages'
import type { GenerationAnswer, MockupWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toMockupWire } from '../mockups/wire.ts'
import { type Subscribe, waitUntil } from '../../jobs/wait.ts'
import type { Events } from './events.ts'

/** `seconds`: to wait at most, where that is less than GENERATION_WAIT_SECONDS. */
type Patience = { seconds?: number | undefined; signal?: AbortSignal | undefined }

/**
 * Waits for an order's end, at most GENERATION_WAIT_SECONDS. One that is answered with the picture of another order waits
 * for that one, and says so.
 * @returns the mockup, or the id and status of the generation that makes it when it takes longer
 * @throws AppError not_found; generation_failed with the reason as its sentence; the credit is back by then
 */
export async function awaitOutcome(
  context: Context,
  events: Events,
  userId: UserId,
  id: string,
  patience: Patience = {},
): Promise<GenerationAnswer> {
  const order = await context.db.generation.findFirst({ where: { id, userId }, select: { sameAsId: true } })
  if (!order) throw new AppError('not_found')
  const answer = await awaitPicture(context, events, userId, order.sameAsId ?? id, patience)
  return order.sameAsId ? { ...answer, already_made: true, charged: 0 } : answer
}

/** Waits for the order that an idempotency key was sent with, as whoever sent it does; orders nothing. @throws AppError as above */
export async function awaitOrder(
  context: Context,
  events: Events,
  userId: UserId,
  idempotencyKey: string,
  patience: Patience = {},
): Promise<GenerationAnswer> {
  const order = await context.db.generation.findUnique({
    where: { userId_idempotencyKey: { userId, idempotencyKey } },
    select: { id: true },
  })
  if (!order) throw new AppError('not_found', { error: GENERATION.notOrdered })
  return awaitOutcome(context, events, userId, order.id, patience)
}

async function awaitPicture(
  context: Context,
  events: Events,
  userId: UserId,
  id: string,
  { seconds = Infinity, signal }: Patience,
): Promise<GenerationAnswer> {
  const subscribe: Subscribe = (news) =>
    events.subscribe((event) => {
      if (!event || (event.id === id && (event.status === 'done' || event.status === 'failed'))) news()
    })
  let last: GenerationAnswer | undefined
  const look = async () => {
    last = await readOutcome(context, userId, id)
    return 'generation_id' in last ? undefined : last
  }
  const outcome = await waitUntil(subscribe, look, {
    seconds: Math.min(seconds, context.env.GENERATION_WAIT_SECONDS),
    signal,
  })
  return outcome ?? last ?? readOutcome(context, userId, id)
}

async function readOutcome({ db }: Context, userId: UserId, id: string): Promise<GenerationAnswer> {
  const generation = await db.generation.findFirst({ where: { id, userId }, include: { mockup: true } })
  if (!generation) throw new AppError('not_found')
  if (generation.status === 'failed')
    throw new AppError('generation_failed', generation.error ? { error: generation.error } : {})
  if (generation.status !== 'done') return { generation_id: id, status: generation.status }
  if (!generation.mockup) throw new AppError('not_found', { error: 'This mockup was deleted.' })
  return withDebug(toMockupWire(generation.mockup))
}

/** The documented `_debug` of an answer, from what the mockup keeps. */
function withDebug(mockup: MockupWire): GenerationAnswer {
  if (!mockup.debug_info) return mockup
  const { prompt, designInfo } = JSON.parse(mockup.debug_info) as {
    prompt: string
    designInfo: { id: string; fileSize: number }
  }
  return {
    ...mockup,
    _debug: { prompt, designInfo: { fileSize: designInfo.fileSize, fileUrl: `/api/designs/${designInfo.id}/file` } },
  }
}

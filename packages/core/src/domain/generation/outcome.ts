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
  const order = await readOrder(context, userId, id)
  if (!order.sameAsId) return awaitPicture(context, events, userId, order, patience)
  const picture = await readOrder(context, userId, order.sameAsId)
  return { ...(await awaitPicture(context, events, userId, picture, patience)), already_made: true, charged: 0 }
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
  order: Order,
  { seconds = Infinity, signal }: Patience,
): Promise<GenerationAnswer> {
  const most = Math.min(seconds, context.env.GENERATION_WAIT_SECONDS)
  // What is asked for again and again is read once.
  if (most <= 0 || order.status === 'done' || order.status === 'failed') return toAnswer(order)
  const { id } = order
  const subscribe: Subscribe = (news) =>
    events.subscribe((event) => {
      if (!event || (event.id === id && (event.status === 'done' || event.status === 'failed'))) news()
    })
  let last: GenerationAnswer | undefined
  const look = async () => {
    last = toAnswer(await readOrder(context, userId, id))
    return 'generation_id' in last ? undefined : last
  }
  const outcome = await waitUntil(subscribe, look, { seconds: most, signal })
  return outcome ?? last ?? toAnswer(await readOrder(context, userId, id))
}

type Order = Awaited<ReturnType<typeof readOrder>>

/** @throws AppError not_found */
async function readOrder({ db }: Context, userId: UserId, id: string) {
  const order = await db.generation.findFirst({ where: { id, userId }, include: { mockup: true } })
  if (!order) throw new AppError('not_found')
  return order
}

/** @throws AppError generation_failed, not_found where the mockup was deleted */
function toAnswer({ id, status, error, mockup }: Order): GenerationAnswer {
  if (status === 'failed') throw new AppError('generation_failed', error ? { error } : {})
  if (status !== 'done') return { generation_id: id, status }
  if (!mockup) throw new AppError('not_found', { error: 'This mockup was deleted.' })
  return withDebug(toMockupWire(mockup))
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

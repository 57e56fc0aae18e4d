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
  if (most <= 0 || order.status === 'done' || order.status === 'failed') return toAnswer(context, userId, order)
  const { id } = order
  let isMade = false
  const subscribe: Subscribe = (news) =>
    events.subscribe((event) => {
      if (event && (event.id !== id || (event.status !== 'done' && event.status !== 'failed'))) return
      isMade = event?.status === 'done'
      news()
    })
  let last: GenerationAnswer | undefined
  const read = async () => toAnswer(context, userId, await readOrder(context, userId, id))
  const look = async () => {
    // One that is told to be made is read at once: a single statement between its commit and the answer.
    last = (isMade ? await readPicture(context, userId, id) : null) ?? (await read())
    return 'generation_id' in last ? undefined : last
  }
  const outcome = await waitUntil(subscribe, look, { seconds: most, signal })
  return outcome ?? last ?? (await read())
}

type Order = Awaited<ReturnType<typeof readOrder>>

/** @throws AppError not_found */
async function readOrder({ db }: Context, userId: UserId, id: string) {
  const order = await db.generation.findFirst({
    where: { id, userId },
    select: { id: true, status: true, error: true, sameAsId: true },
  })
  if (!order) throw new AppError('not_found')
  return order
}

/** The mockup of a generation; null where there is none yet, or none any more. */
async function readPicture({ db }: Context, userId: UserId, generationId: string): Promise<GenerationAnswer | null> {
  const mockup = await db.mockup.findFirst({ where: { generationId, userId } })
  return mockup && withDebug(toMockupWire(mockup))
}

/** @throws AppError generation_failed, not_found where the mockup was deleted */
async function toAnswer(context: Context, userId: UserId, { id, status, error }: Order): Promise<GenerationAnswer> {
  if (status === 'failed') throw new AppError('generation_failed', error ? { error } : {})
  if (status !== 'done') return { generation_id: id, status }
  const picture = await readPicture(context, userId, id)
  if (!picture) throw new AppError('not_found', { error: 'This mockup was deleted.' })
  return picture
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

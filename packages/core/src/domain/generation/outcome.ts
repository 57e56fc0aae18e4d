import { GENERATION } from '@printroom/contract/messages'
import type { GenerationAnswer, MockupWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toMockupWire } from '../mockups/wire.ts'
import { type Subscribe, waitUntil } from '../../jobs/wait.ts'
import type { Events, GenerationEvent } from './events.ts'

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
  { seconds = Infinity, signal }: Patience = {},
): Promise<GenerationAnswer> {
  let order: Order | undefined
  let ended: GenerationEvent | null = null
  let last: GenerationAnswer | undefined
  const read = async () => {
    order = await readOrder(context, userId, id)
    return (last = await toAnswer(context, userId, order))
  }
  // What is asked for again and again is read once.
  const most = Math.min(seconds, context.env.GENERATION_WAIT_SECONDS)
  if (most <= 0) return read()
  const subscribe: Subscribe = (news) =>
    events.subscribe((event) => {
      if (event && (event.userId !== userId || (event.status !== 'done' && event.status !== 'failed'))) return
      if (event && order && event.id !== order.makerId) return
      ended = event
      news()
    })
  const look = async () => {
    // Of one that is told to be made nothing is read again, but for the mockup where it does not come with the news.
    const mockup =
      order && ended?.status === 'done' && ended.id === order.makerId
        ? (ended.mockup ?? (await readMockup(context, userId, order.makerId)))
        : null
    if (order && mockup) return answerOf(order, mockup)
    const answer = await read()
    return 'generation_id' in answer ? undefined : answer
  }
  const outcome = await waitUntil(subscribe, look, { seconds: most, signal })
  return outcome ?? last ?? read()
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

/** An order, and of the one that makes its picture, itself or an earlier one, how far it is. */
type Order = { makerId: string; isRepeat: boolean; status: GenerationEvent['status']; error: string | null }

/** One statement, and none that Prisma has to plan: whoever has ordered asks it first. @throws AppError not_found */
async function readOrder({ db }: Context, userId: UserId, id: string): Promise<Order> {
  const [order] = await db.$queryRaw<Order[]>`
    SELECT maker.id AS "makerId", o.same_as_id IS NOT NULL AS "isRepeat", maker.status::text AS status, maker.error
    FROM generations o JOIN generations maker ON maker.id = coalesce(o.same_as_id, o.id)
    WHERE o.id = ${id}::uuid AND o.user_id = ${userId}::uuid AND maker.user_id = o.user_id`
  if (!order) throw new AppError('not_found')
  return order
}

/** The mockup of a generation; null where there is none yet, or none any more. */
async function readMockup({ db }: Context, userId: UserId, generationId: string): Promise<MockupWire | null> {
  const mockup = await db.mockup.findFirst({ where: { generationId, userId } })
  return mockup && toMockupWire(mockup)
}

/** @throws AppError generation_failed, not_found where the mockup was deleted */
async function toAnswer(context: Context, userId: UserId, order: Order): Promise<GenerationAnswer> {
  const { makerId, status, error, isRepeat } = order
  if (status === 'failed') throw new AppError('generation_failed', error ? { error } : {})
  if (status !== 'done') return { generation_id: makerId, status, ...(isRepeat && REPEAT) }
  const mockup = await readMockup(context, userId, makerId)
  if (!mockup) throw new AppError('not_found', { error: 'This mockup was deleted.' })
  return answerOf(order, mockup)
}

/** What an order is told beside that is answered with the picture of another. */
const REPEAT = { already_made: true, charged: 0 } as const

const answerOf = ({ isRepeat }: Order, mockup: MockupWire): GenerationAnswer => ({
  ...withDebug(mockup),
  ...(isRepeat && REPEAT),
})

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

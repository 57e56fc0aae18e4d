import type { BatchWire } from '@printroom/contract/batches'
import type { Context, UserId } from '../../context.ts'
import { type Subscribe, waitUntil } from '../../jobs/wait.ts'
import type { Events } from '../generation/events.ts'
import { getBatch } from './read.ts'

/**
 * A batch when nothing of it is waited for or made any more, or as it stands when the time is over or nobody waits.
 * @throws AppError not_found
 */
export async function awaitBatch(
  context: Context,
  events: Events,
  userId: UserId,
  id: string,
  { seconds, signal }: { seconds: number; signal?: AbortSignal },
): Promise<BatchWire> {
  const subscribe: Subscribe = (news) =>
    events.subscribe((event) => {
      if (!event || (event.userId === userId && (event.status === 'done' || event.status === 'failed'))) news()
    })
  let last: BatchWire | undefined
  const look = async () => {
    last = await getBatch(context, userId, id)
    return last.counts.waiting + last.counts.under_way === 0 ? last : undefined
  }
  const most = Math.min(seconds, context.env.GENERATION_WAIT_SECONDS)
  return (await waitUntil(subscribe, look, { seconds: most, signal })) ?? last ?? getBatch(context, userId, id)
}

import { WEBHOOK_KEPT_DAYS } from '@printroom/contract/limits'
import type { Context } from '../../context.ts'
import { hasJob } from '../../jobs/steps.ts'
import { addDelivery, deliveryKey } from './jobs.ts'

/** A message that was to be tried so long ago and has no job has lost it. */
const LOST_AFTER_SECONDS = 300
const AT_ONCE = 500

/** Keeps the promises that every message is tried, and that none is kept for more than 30 days. */
export async function sweepWebhooks({ db, log }: Context): Promise<{ requeued: number; forgotten: number }> {
  const late = await db.$queryRaw<{ id: string; endpointId: string }[]>`
    SELECT id, endpoint_id AS "endpointId" FROM webhook_deliveries
    WHERE status = 'waiting' AND next_attempt_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS}::int) LIMIT ${AT_ONCE}::int`
  let requeued = 0
  for (const delivery of late)
    await db.$transaction(async (tx) => {
      if (await hasJob(tx, deliveryKey(delivery.id))) return
      await addDelivery(tx, delivery)
      requeued++
    })
  const forgotten = await db.$executeRaw`
    DELETE FROM webhook_events WHERE id IN (
      SELECT id FROM webhook_events WHERE created_at < now() - make_interval(days => ${WEBHOOK_KEPT_DAYS}::int) LIMIT ${AT_ONCE}::int)`
  if (requeued > 0) log.warn({ requeued }, 'the sweeper mended webhooks')
  return { requeued, forgotten }
}

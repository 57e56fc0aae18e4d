import type { Context } from '../../context.ts'
import { DEAD_AFTER_SECONDS } from '../../jobs/heartbeat.ts'

/** What an operator needs to see of the queue. Ages and durations in seconds; rates over the minutes in their names. */
export type QueueState = {
  queued: number
  rendering: number
  oldestQueuedSeconds: number
  doneLast5Minutes: number
  failedLast5Minutes: number
  doneLastHour: number
  failedLastHour: number
  /** From order to picture, over the last hour; 0 when there was none. */
  medianSeconds: number
  p95Seconds: number
  /** Jobs that failed and wait for their next try. */
  retrying: number
  liveWorkers: number
}

export type Failure = { id: string; attempt: number; reason: string | null; finishedAt: Date | null }

/**
 * The state of the queue, in one query. Nothing is counted by reading all history: an order ends within an hour, so
 * what ended in the last hour was made in the last two, and those are read through the index on status and time.
 */
export async function queueState({ db }: Context): Promise<QueueState> {
  const [state] = await db.$queryRaw<[QueueState]>`
    WITH recent AS (
      SELECT status, finished_at, extract(epoch FROM finished_at - created_at)::float8 AS seconds FROM generations
      WHERE status IN ('done', 'failed') AND same_as_id IS NULL AND created_at > now() - interval '2 hours' AND finished_at > now() - interval '1 hour'
    )
    SELECT
      (SELECT count(*)::int FROM generations WHERE status = 'queued') AS queued,
      (SELECT count(*)::int FROM generations WHERE status = 'rendering') AS rendering,
      (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM generations WHERE status = 'queued') AS "oldestQueuedSeconds",
      (SELECT count(*)::int FROM recent WHERE status = 'done' AND finished_at > now() - interval '5 minutes') AS "doneLast5Minutes",
      (SELECT count(*)::int FROM recent WHERE status = 'failed' AND finished_at > now() - interval '5 minutes') AS "failedLast5Minutes",
      (SELECT count(*)::int FROM recent WHERE status = 'done') AS "doneLastHour",
      (SELECT count(*)::int FROM recent WHERE status = 'failed') AS "failedLastHour",
      (SELECT coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds), 0)::float8 FROM recent WHERE status = 'done') AS "medianSeconds",
      (SELECT coalesce(percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds), 0)::float8 FROM recent WHERE status = 'done') AS "p95Seconds",
      (SELECT count(*)::int FROM graphile_worker.jobs WHERE attempts > 0 AND locked_at IS NULL AND attempts < max_attempts) AS retrying,
      (SELECT count(DISTINCT (host, pid))::int FROM worker_heartbeats
        WHERE seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int)) AS "liveWorkers"`
  return state
}

/** The last orders that ended in a refund, newest first, with what support staff read in Prisma Studio. */
export async function lastFailures({ db }: Context, count: number): Promise<Failure[]> {
  const rows = await db.generation.findMany({
    where: { status: 'failed' },
    orderBy: { createdAt: 'desc' },
    take: count,
  })
  return rows.map(({ id, attempt, errorDetail, finishedAt }) => ({ id, attempt, reason: errorDetail, finishedAt }))
}

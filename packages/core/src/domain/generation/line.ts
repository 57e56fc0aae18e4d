import type { Context, UserId } from '../../context.ts'
import { DEAD_AFTER_SECONDS } from '../../jobs/heartbeat.ts'

/** Seconds of one place of a worker for a picture, where none was made lately. */
const USUAL_SECONDS = 1
/** So many of the last pictures tell how long one takes. */
const LAST_PICTURES = 50

/**
 * Seconds until so many new pictures are made, 0 for none: those of the seller that are on the way come first, and of every
 * other seller's as many as take turns with them. A picture takes what the last ones took, at each place of each live worker.
 */
export async function secondsUntilMade({ db, env }: Context, userId: UserId, pictures: number): Promise<number> {
  if (pictures === 0) return 0
  const [line] = await db.$queryRaw<{ ahead: number; seconds: number | null; workers: number }[]>`
    WITH unfinished AS (
      SELECT user_id, count(*) AS count FROM generations WHERE status IN ('queued', 'rendering') GROUP BY user_id
    ), own AS (
      SELECT coalesce((SELECT count FROM unfinished WHERE user_id = ${userId}::uuid), 0) AS count
    ), lately AS (
      SELECT extract(epoch FROM finished_at - started_at) AS seconds FROM generations
      WHERE status = 'done' AND same_as_id IS NULL ORDER BY created_at DESC LIMIT ${LAST_PICTURES}::int
    )
    SELECT (own.count + coalesce((SELECT sum(least(u.count, own.count + ${pictures}::int)) FROM unfinished u WHERE u.user_id <> ${userId}::uuid), 0))::int AS ahead,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM lately)::float8 AS seconds,
      (SELECT count(DISTINCT (host, pid)) FROM worker_heartbeats WHERE seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int))::int AS workers
    FROM own`
  const places = Math.max(1, line?.workers ?? 0) * Math.max(1, env.WORKER_CONCURRENCY)
  return (((line?.ahead ?? 0) + pictures) * (line?.seconds ?? USUAL_SECONDS)) / places
}

import type { BatchEstimateWire, BatchRequest } from '@printroom/contract/batches'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import type { Context, UserId } from '../../context.ts'
import { DEAD_AFTER_SECONDS } from '../../jobs/heartbeat.ts'
import { holdersOf } from '../generation/same-picture.ts'
import { draftOrders } from './drafts.ts'
import type { BatchPicture } from './picture.ts'
import { readWanted } from './wanted.ts'

/** Seconds of one place of a worker for a picture, where none was made lately. */
const USUAL_SECONDS = 1
/** So many of the last pictures tell how long one takes. */
const LAST_PICTURES = 50

/**
 * What a batch would cost and how long it would take if it were ordered now; orders nothing.
 * @throws AppError not_found (a design, its pack)
 */
export async function estimateBatch(
  context: Context,
  userId: UserId,
  request: BatchRequest,
): Promise<BatchEstimateWire> {
  const { db } = context
  const { asked, pictures, refused, leftOut } = await readWanted(context, userId, request)
  const charged = asked - (await freeAmong(context, userId, pictures))
  const credits = charged * CREDITS_PER_MOCKUP
  const { planCredits, topupCredits } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const available = planCredits + topupCredits
  return {
    pictures: asked,
    free: asked - charged,
    credits,
    available,
    missing: Math.max(0, credits - available),
    minutes: charged === 0 ? 0 : await minutesFor(context, userId, charged),
    refused,
    left_out: leftOut,
  }
}

/** How many of these would be to the pixel one that the seller has, has on the way, or that stands before it. */
async function freeAmong(context: Context, userId: UserId, pictures: readonly BatchPicture[]): Promise<number> {
  const { db } = context
  const drafts = await draftOrders(db, context, userId, pictures)
  const alike = drafts.flatMap(({ pictureIdentity }) => pictureIdentity ?? [])
  const identities = [...new Set(alike)]
  const there = (await holdersOf(db, userId, identities)).filter(({ isGone }) => !isGone)
  return alike.length - identities.length + there.length
}

/**
 * Minutes, rounded up, until so many new pictures are made: those of the seller that are on the way come first, and of every
 * other seller's as many as take turns with them. A picture takes what the last ones took, at each place of each live worker.
 */
async function minutesFor({ db, env }: Context, userId: UserId, pictures: number): Promise<number> {
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
  return Math.ceil((((line?.ahead ?? 0) + pictures) * (line?.seconds ?? USUAL_SECONDS)) / places / 60)
}

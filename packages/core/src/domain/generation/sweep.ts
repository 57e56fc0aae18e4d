import type { Context } from '../../context.ts'
import { addJob } from '../../jobs/jobs.ts'
import { giveUp } from './steps.ts'

/** A generation without a job and without a sign of life for this long is put back in line. */
const LOST_AFTER_SECONDS = 60
/** One that is not done by then is ended and its credit given back: nobody waits an hour for a picture. */
const HOPELESS_AFTER_SECONDS = 3600
/** An order that took its worker down with it this often is not put back again: three tries of the job, twice. */
const POISON_AFTER_ATTEMPTS = 6
const TOO_LATE = 'We could not make this mockup in time. Your credit is back.'
const TOO_OFTEN = 'We could not make this mockup after several tries. Your credit is back.'

/**
 * Keeps the promise that every order ends: lost ones are put back in line, hopeless ones refunded.
 * @returns how many of each
 */
export async function sweepGenerations({ db, log }: Context): Promise<{ requeued: number; refunded: number }> {
  const hopeless = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM generations WHERE status IN ('queued', 'rendering')
      AND created_at < now() - make_interval(secs => ${HOPELESS_AFTER_SECONDS}::int) LIMIT 100`
  let refunded = 0
  for (const { id } of hopeless)
    if (
      await giveUp(
        db,
        { id, attempt: null },
        { sentence: TOO_LATE, detail: `not done after ${HOPELESS_AFTER_SECONDS} s` },
      )
    )
      refunded++

  const lost = await db.$queryRaw<{ id: string; attempt: number }[]>`
    SELECT g.id, g.attempt FROM generations g WHERE g.status IN ('queued', 'rendering')
      AND greatest(g.created_at, g.heartbeat_at) < now() - make_interval(secs => ${LOST_AFTER_SECONDS}::int)
      AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j WHERE j.key = g.id::text AND j.attempts < j.max_attempts) LIMIT 100`
  let requeued = 0
  for (const { id, attempt } of lost) {
    if (attempt < POISON_AFTER_ATTEMPTS) {
      await db.$transaction((tx) => addJob(tx, 'render-mockup', { generationId: id }, id))
      requeued++
    } else if (await giveUp(db, { id, attempt }, { sentence: TOO_OFTEN, detail: `lost its worker ${attempt} times` }))
      refunded++
  }

  if (refunded || requeued) log.warn({ refunded, requeued }, 'the sweeper mended generations')
  return { requeued, refunded }
}

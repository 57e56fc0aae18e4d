import type { Context } from '../../context.ts'
import { addJob } from '../../jobs/jobs.ts'
import { hasJob, unfinishedWork } from '../../jobs/steps.ts'
import { failExport } from './make-export.ts'

/** One without a job for this long is put back in line. */
const LOST_AFTER_SECONDS = 60
/** Nobody waits for it any more. */
const HOPELESS_AFTER_SECONDS = 900
/** An export is kept for a day: long enough for a second download, and for a zip that was cut off. */
const KEPT_SECONDS = 86_400
/** A job's payload is a row in the database: files are forgotten by the hundred. */
const FILES_A_JOB = 200

/** Keeps the promises that every export ends, and that none is kept for more than a day. */
export async function sweepExports({
  db,
  log,
}: Context): Promise<{ requeued: number; failed: number; forgotten: number }> {
  const hopeless = await unfinishedWork(db, 'mockup_exports', HOPELESS_AFTER_SECONDS)
  for (const { id } of hopeless) await failExport({ db }, id, 'internal', `not done after ${HOPELESS_AFTER_SECONDS} s`)

  let requeued = 0
  for (const { id } of await unfinishedWork(db, 'mockup_exports', LOST_AFTER_SECONDS))
    await db.$transaction(async (tx) => {
      if (await hasJob(tx, id)) return
      await addJob(tx, 'export-mockup', { exportId: id }, id)
      requeued++
    })

  const forgotten = await db.$transaction(async (tx) => {
    const gone = await tx.$queryRaw<{ id: string; fileKey: string | null }[]>`
      DELETE FROM mockup_exports WHERE id IN (
        SELECT id FROM mockup_exports WHERE status IN ('done', 'failed')
          AND finished_at < now() - make_interval(secs => ${KEPT_SECONDS}::int) LIMIT ${FILES_A_JOB}::int)
      RETURNING id, file_key AS "fileKey"`
    const keys = gone.flatMap(({ fileKey }) => fileKey ?? [])
    if (keys.length) await addJob(tx, 'delete-files', { keys }, `delete-export:${keys[0]}`)
    return gone.length
  })
  if (hopeless.length || requeued) log.warn({ failed: hopeless.length, requeued }, 'the sweeper mended exports')
  return { requeued, failed: hopeless.length, forgotten }
}

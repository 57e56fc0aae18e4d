import type { Context } from '../../context.ts'
import { holdAccount, unfinishedWork } from '../../jobs/steps.ts'
import { queueNextUpload } from './upload-queue.ts'
import { failUpload } from './withdraw.ts'

/** A seller whose oldest upload has waited so long for its job is given it again. */
const LOST_AFTER_SECONDS = 60
/** Nobody waits for it any more, and whatever holds it up will not go away. */
const HOPELESS_AFTER_SECONDS = 900
/** What is kept of an upload that has ended: long enough for the one who waits, and for support staff. */
const FORGOTTEN_AFTER_SECONDS = 86_400

/** Keeps the promise that every upload ends and leaves nothing but its design. @returns how many were mended */
export async function sweepUploads({ db, log }: Context): Promise<number> {
  const failure = { errorCode: 'internal', errorDetail: `not done after ${HOPELESS_AFTER_SECONDS} s` } as const
  const hopeless = await unfinishedWork(db, 'uploads', HOPELESS_AFTER_SECONDS)
  for (const { id, userId } of hopeless) await db.$transaction((tx) => failUpload(tx, userId, id, failure))

  const lost = await db.$queryRaw<{ userId: string }[]>`
    SELECT DISTINCT user_id AS "userId" FROM uploads WHERE status IN ('waiting', 'running')
      AND created_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS}::int) LIMIT 100`
  for (const { userId } of lost)
    await db.$transaction(async (tx) => void ((await holdAccount(tx, userId)) && (await queueNextUpload(tx, userId))))

  await db.$executeRaw`DELETE FROM uploads WHERE file_key IS NULL AND finished_at < now() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS}::int)`
  if (hopeless.length) log.warn({ uploads: hopeless.length }, 'the sweeper ended uploads')
  return hopeless.length
}

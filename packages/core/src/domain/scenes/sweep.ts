import { SCENE } from '@printroom/contract/scenes'
import type { Context } from '../../context.ts'
import { queueScene } from './create.ts'
import { queueMend } from './mend.ts'
import { endMend } from './remake.ts'
import { endScene } from './steps.ts'

/** A photograph without a job and without a sign of life for this long is put back in line. */
const LOST_AFTER_SECONDS = 60
/** Whatever holds it up for so long will not go away. */
const HOPELESS_AFTER_SECONDS = 3600

/** Keeps the promise that every photograph is measured or refused with a sentence, and every mask worked in or given up. @returns how many of each were mended */
export async function sweepScenes({ db, log }: Context): Promise<{ requeued: number; ended: number }> {
  const hopeless = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM scenes WHERE status = 'measuring'
      AND created_at < now() - make_interval(secs => ${HOPELESS_AFTER_SECONDS}::int) LIMIT 100`
  let ended = 0
  const tooLate = { status: 'failed', code: 'internal', sentence: SCENE.failed } as const
  for (const { id } of hopeless) {
    const detail = `not measured after ${HOPELESS_AFTER_SECONDS} s`
    if (await endScene(db, { id, attempt: null }, { ...tooLate, detail })) ended++
  }

  const lost = await db.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM scenes s WHERE s.status = 'measuring'
      AND greatest(s.created_at, s.heartbeat_at) < now() - make_interval(secs => ${LOST_AFTER_SECONDS}::int)
      AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j WHERE j.key = s.id::text AND j.attempts < j.max_attempts) LIMIT 100`
  for (const { id } of lost) await db.$transaction((tx) => queueScene(tx, id))

  const masks = await db.$queryRaw<{ id: string; userId: string; nextMaskKey: string; isHopeless: boolean }[]>`
    SELECT s.id, s.user_id AS "userId", s.next_mask_key AS "nextMaskKey",
      s.next_mask_at < now() - make_interval(secs => ${HOPELESS_AFTER_SECONDS}::int) AS "isHopeless"
    FROM scenes s WHERE s.next_mask_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS}::int)
      AND (s.next_mask_at < now() - make_interval(secs => ${HOPELESS_AFTER_SECONDS}::int) OR NOT EXISTS (
        SELECT 1 FROM graphile_worker.jobs j WHERE j.key = 'mend:' || s.id AND j.attempts < j.max_attempts)) LIMIT 100`
  for (const mask of masks) {
    if (!mask.isHopeless) {
      await db.$transaction((tx) => queueMend(tx, mask.id))
      lost.push(mask)
    } else if (await endMend(db, mask)) ended++
  }

  if (ended || lost.length) log.warn({ ended, requeued: lost.length }, 'the sweeper mended scenes')
  return { requeued: lost.length, ended }
}

import type { SceneStage } from '@printroom/contract/scenes'
import type { Db, Transaction } from '@printroom/db/client'
import { addJob, removeJob } from '../../jobs/jobs.ts'

/** What travels on the database's `scene` channel: whose scenes have moved. */
export const SCENE_CHANNEL = 'scene'

/** How far a photograph is when a stage begins, in percent. */
const PROGRESS: Record<SceneStage, number> = { waiting: 0, markers: 5, map: 30, light: 50, plate: 75, saving: 95 }

/** What an attempt holds: its number is the fencing token that only it may finish with. */
export type SceneClaim = { id: string; userId: string; attempt: number }

/** Tells whoever watches; inside a transaction it is heard when the transaction commits. */
export async function tellScene(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${SCENE_CHANNEL}, ${userId})`
}

/** Takes a photograph up with a higher attempt number, or null when its scene has ended, or is gone. */
export async function claimScene(
  db: Db,
  id: string,
): Promise<(SceneClaim & { product: string; side: string; photoKey: string }) | null> {
  const [scene] = await db.$queryRaw<(SceneClaim & { product: string; side: string; photoKey: string })[]>`
    UPDATE scenes SET attempt = attempt + 1, started_at = coalesce(started_at, now()), heartbeat_at = now()
    WHERE id = ${id}::uuid AND status = 'measuring'
    RETURNING id, user_id AS "userId", attempt, product, side, photo_key AS "photoKey"`
  return scene ?? null
}

/** Records what an attempt is doing, and that it lives. False when another has taken over, or the scene is gone. */
export async function reportScene(db: Db, { id, userId, attempt }: SceneClaim, stage: SceneStage): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.scene.updateMany({
      where: { id, attempt, status: 'measuring' },
      data: { stage, progress: PROGRESS[stage], heartbeatAt: new Date() },
    })
    if (count > 0) await tellScene(tx, userId)
    return count > 0
  })
}

/** What the seller is told, for programs and in a sentence, and beside it what staff need to know. */
export type SceneFailure = { status: 'refused' | 'failed'; code: string; sentence: string; detail: string }

/**
 * Ends a scene that is not measured, and forgets its photograph with a job of the same transaction. `attempt` null ends it
 * whoever holds it (the sweeper's way). False when it had ended already.
 */
export async function endScene(
  db: Db,
  { id, attempt }: { id: string; attempt: number | null },
  { status, code, sentence, detail }: SceneFailure,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const [held] = await tx.$queryRaw<{ photoKey: string | null }[]>`
      SELECT photo_key AS "photoKey" FROM scenes WHERE id = ${id}::uuid AND status = 'measuring' FOR UPDATE`
    const [ended] = await tx.scene.updateManyAndReturn({
      where: { id, status: 'measuring', ...(attempt === null ? {} : { attempt }) },
      data: {
        status,
        refusalCode: code,
        refusal: sentence,
        errorDetail: detail.slice(0, 2000),
        photoKey: null,
        bytes: 0,
        finishedAt: new Date(),
      },
    })
    if (!ended) return false
    await removeJob(tx, id)
    await forgetPhotograph(tx, held?.photoKey)
    await tellScene(tx, ended.userId)
    return true
  })
}

/** The key of the job that makes a scene's plate anew. */
export const mendJob = (id: string): string => `mend:${id}`

/** Takes a photograph away, with a job of the same transaction. */
export async function forgetPhotograph(tx: Transaction, photoKey: string | null | undefined): Promise<void> {
  if (photoKey) await addJob(tx, 'delete-files', { keys: [photoKey] }, `delete:${photoKey}`)
}

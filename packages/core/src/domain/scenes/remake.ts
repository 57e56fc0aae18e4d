import { SCENE } from '@printroom/contract/scenes'
import type { Db, Prisma } from '@printroom/db/client'
import type { WorkerContext } from '../../context.ts'
import { addJob, removeJob } from '../../jobs/jobs.ts'
import { holdAccount } from '../../jobs/steps.ts'
import { storeOwned } from '../files/owned-files.ts'
import { StorageMissing } from '../files/storage.ts'
import { plateFiles, sizeOf } from './measure.ts'
import { MeasuringOverdue, type Plated } from './measurer.ts'
import { forgetMask } from './mend.ts'
import { mendJob, tellScene } from './steps.ts'

/** A mask that takes its worker down with it this often is given up. */
const MOST_ATTEMPTS = 3
/** Whoever draws with the plate of before has so long to end. */
const OLD_PLATE_SECONDS = 600

type Claim = {
  id: string
  userId: string
  attempt: number
  product: string
  side: string
  nextMaskKey: string
  keptKey: string
}

/**
 * Makes a scene's plate anew with the mask that its seller has mended, in a process of its own, and in one transaction puts it in
 * place of the one before. Where another mask was sent meanwhile, or another attempt was quicker, nothing is kept.
 * @throws Error when the attempt failed and the job should be tried again; on the last try the scene stays as it was
 */
export async function remakeScene(context: WorkerContext, id: string, isLastTry: boolean): Promise<void> {
  const { db, storage, measurer, log } = context
  const [held] = await db.$queryRaw<Claim[]>`
    UPDATE scenes SET mend_attempt = mend_attempt + 1 WHERE id = ${id}::uuid AND next_mask_key IS NOT NULL
    RETURNING id, user_id AS "userId", mend_attempt AS attempt, product, side, next_mask_key AS "nextMaskKey", mend_keys[1] AS "keptKey"`
  if (!held) return
  if (held.attempt > MOST_ATTEMPTS) return void (await endMend(db, held))
  try {
    const kept = await storage.get(held.keptKey)
    const mask = await storage.get(held.nextMaskKey)
    await keep(context, held, mask.length, await measurer.mend({ kept, mask, product: held.product, side: held.side }))
    log.info({ scene: id }, 'a scene has the mask of its seller')
  } catch (error) {
    log.error({ err: error, scene: id, attempt: held.attempt, isLastTry }, 'an attempt at a mask failed')
    const isHopeless = error instanceof MeasuringOverdue || error instanceof StorageMissing
    if (!isLastTry && !isHopeless) throw error
    await endMend(db, held)
  }
}

async function keep(context: WorkerContext, held: Claim, maskBytes: number, plated: Plated): Promise<void> {
  const { files, columns } = await plateFiles(context, plated)
  await storeOwned(context, files, async (tx) => {
    if (!(await holdAccount(tx, held.userId))) return null
    await tx.$queryRaw`SELECT 1 FROM scenes WHERE id = ${held.id}::uuid FOR UPDATE`
    const before = await tx.scene.findFirst({ where: { id: held.id, nextMaskKey: held.nextMaskKey } })
    if (!before) return null
    await tx.scene.update({
      where: { id: held.id },
      data: {
        ...columns,
        report: { ...(before.report as Prisma.JsonObject), recolours: true },
        maskKey: held.nextMaskKey,
        nextMaskKey: null,
        nextMaskAt: null,
        mendFailure: null,
        revision: { increment: 1 },
        bytes: sizeOf(files) + maskBytes,
      },
    })
    const old = [before.fileKey, before.thumbnailKey, before.cardKey, before.maskKey, ...before.previewKeys]
    const keys = old.filter((key) => key !== null)
    const later = { afterSeconds: OLD_PLATE_SECONDS }
    await addJob(tx, 'delete-files', { keys }, `delete:${before.fileKey}`, later)
    await tellScene(tx, held.userId)
    return held.id
  })
}

/** Gives a mended mask up: the scene stays as it was, and says so. False where it stands no more. */
export async function endMend(
  db: Db,
  { id, userId, nextMaskKey }: Pick<Claim, 'id' | 'userId' | 'nextMaskKey'>,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.scene.updateMany({
      where: { id, nextMaskKey },
      data: { nextMaskKey: null, nextMaskAt: null, mendFailure: SCENE.maskFailed },
    })
    if (count === 0) return false
    await removeJob(tx, mendJob(id))
    await forgetMask(tx, nextMaskKey)
    await tellScene(tx, userId)
    return true
  })
}

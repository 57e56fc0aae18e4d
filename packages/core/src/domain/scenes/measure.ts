import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { MASK_PARTS, PREVIEW_PARTS, SCENE, type SceneStage } from '@printroom/contract/scenes'
import type { Prisma } from '@printroom/db/client'
import type { WorkerContext } from '../../context.ts'
import { holdAccount } from '../../jobs/steps.ts'
import { BINARY, ZIP } from '../files/keys.ts'
import { type NewFile, storeOwned } from '../files/owned-files.ts'
import { StorageMissing } from '../files/storage.ts'
import { zipStream } from '../files/zip-stream.ts'
import { type Measured, MeasuringOverdue, type Plated } from './measurer.ts'
import { type SceneClaim, claimScene, endScene, forgetPhotograph, reportScene, tellScene } from './steps.ts'

/** A photograph that takes its worker down with it this often is given up. */
const MOST_ATTEMPTS = 3

/**
 * Measures a scene's photograph in a process of its own, stores the plate and its pictures, and in one transaction makes the
 * scene ready and forgets the photograph. Of two attempts the second keeps nothing.
 * @throws Error when the attempt failed and the job should be tried again; on the last try the scene ends instead
 */
export async function measureScene(context: WorkerContext, id: string, isLastTry: boolean): Promise<void> {
  const { db, storage, measurer, log } = context
  const held = await claimScene(db, id)
  if (!held) return
  const end = (failure: Parameters<typeof endScene>[2]) => endScene(db, held, failure)
  const fail = (sentence: string, detail: string) => end({ status: 'failed', code: 'internal', sentence, detail })
  if (held.attempt > MOST_ATTEMPTS) return void (await fail(SCENE.failed, `lost its worker ${MOST_ATTEMPTS} times`))
  let reporting: Promise<unknown> = Promise.resolve()
  const onStage = (stage: SceneStage) => {
    reporting = reporting
      .then(() => reportScene(db, held, stage))
      .catch((error: Error) => log.warn({ scene: id, reason: error.message }, 'a stage was not reported'))
  }
  const startedAt = Date.now()
  try {
    const bytes = await storage.get(held.photoKey)
    const measured = await measurer.measure({ bytes, product: held.product, side: held.side }, onStage)
    await reporting
    if (!measured.ok) {
      const { code, sentence } = measured.refusal
      return void (await end({ status: 'refused', code, sentence, detail: code }))
    }
    if (!(await reportScene(db, held, 'saving'))) return
    await keep(context, held, measured)
    log.info({ scene: id, ms: Date.now() - startedAt }, 'a scene is ready')
  } catch (error) {
    log.error({ err: error, scene: id, attempt: held.attempt, isLastTry }, 'an attempt at a scene failed')
    if (error instanceof MeasuringOverdue) return void (await fail(SCENE.takesTooLong, error.message))
    if (!isLastTry && !(error instanceof StorageMissing)) throw error
    await fail(SCENE.failed, String(error))
  }
}

async function keep(context: WorkerContext, held: SceneClaim, measured: Measured): Promise<void> {
  const { clock } = context
  const { files: plated, columns } = await plateFiles(context, measured)
  const kept = measured.kept.length === 0 ? [] : await keptFiles(context, measured)
  const files = [...plated, ...kept]
  await storeOwned(context, files, async (tx) => {
    if (!(await holdAccount(tx, held.userId))) return null
    const [before] = await tx.$queryRaw<{ photoKey: string | null }[]>`
      SELECT photo_key AS "photoKey" FROM scenes WHERE id = ${held.id}::uuid FOR UPDATE`
    const { count } = await tx.scene.updateMany({
      where: { id: held.id, attempt: held.attempt, status: 'measuring' },
      data: {
        status: 'ready',
        progress: 100,
        finishedAt: clock.now(),
        report: measured.report as Prisma.InputJsonObject,
        photoKey: null,
        ...columns,
        mendKeys: kept.map(({ key }) => key),
        bytes: sizeOf(files),
      },
    })
    if (count === 0) return null
    await forgetPhotograph(tx, before?.photoKey)
    await tellScene(tx, held.userId)
    return held.id
  })
}

/** What a mask is mended on and a plate made of again, as they are stored. */
async function keptFiles(context: WorkerContext, { kept, mask }: Measured): Promise<NewFile[]> {
  const name = randomBytes(16).toString('hex')
  return [
    { key: `scene-kept-${name}.zip`, bytes: await zipOf(context, kept), contentType: ZIP },
    ...MASK_PARTS.map((part, at) => {
      const ending = part === 'picture' ? 'webp' : 'png'
      const bytes = mask[at] ?? new Uint8Array()
      return { key: `scene-${part}-${name}.${ending}`, bytes, contentType: `image/${ending}` }
    }),
  ]
}

/** In bytes. */
export const sizeOf = (files: readonly NewFile[]): number => files.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** A plate's files as they are stored, and what its row says of them. */
export async function plateFiles(context: WorkerContext, plated: Plated) {
  const name = randomBytes(16).toString('hex')
  const plate = { key: `scene-${name}.zip`, bytes: await zipOf(context, plated.files), contentType: ZIP }
  const thumbnail = { key: `scene-thumb-${name}.webp`, bytes: plated.thumbnail, contentType: 'image/webp' }
  const card = { key: `scene-card-${name}.webp`, bytes: plated.card, contentType: 'image/webp' }
  const previews = PREVIEW_PARTS.map((part, at) => ({
    key: `scene-${part}-${name}.${part === 'map' ? 'bin' : 'webp'}`,
    bytes: plated.preview[at] ?? new Uint8Array(),
    contentType: part === 'map' ? BINARY : 'image/webp',
  }))
  const columns = {
    manifests: plated.manifests as unknown as Prisma.InputJsonObject,
    fileKey: plate.key,
    thumbnailKey: thumbnail.key,
    cardKey: card.key,
    previewKeys: previews.map(({ key }) => key),
  }
  return { files: [plate, thumbnail, card, ...previews], columns }
}

async function zipOf({ clock, log }: WorkerContext, files: Measured['files']): Promise<Buffer> {
  const date = clock.now()
  const entries = files.map(({ path, bytes }) => ({ name: path, date, open: async () => Readable.from([bytes]) }))
  return buffer(zipStream(entries, log))
}

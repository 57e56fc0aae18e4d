import { randomBytes } from 'node:crypto'
import type { Product, Side } from '@printroom/contract/catalogue'
import { SCENES_IN_LINE_MAX, SCENES_MAX } from '@printroom/contract/limits'
import { SCENE, type SceneWire, sceneNameOf } from '@printroom/contract/scenes'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addJob } from '../../jobs/jobs.ts'
import { holdAccount } from '../../jobs/steps.ts'
import { storeOwned } from '../files/owned-files.ts'
import { tellScene } from './steps.ts'
import { EXTENSIONS, stripPhotograph } from './strip-photograph.ts'
import { toSceneWire } from './wire.ts'

/** A seller's photographs wait at least so long for the first of them, where several are sent at once. */
const LINE_SECONDS = 60

export type Photograph = { filename: string; bytes: Buffer; product: Product; side: Side }

/**
 * Takes a photograph of the calibration print in, to be measured by a worker: judged by its header, and stored without what
 * its file says of place, camera and whatever lies behind the picture. The scene is answered at once, while it is measured.
 * @throws AppError not_a_photograph, unreadable_photograph, too_large, bad_input (too many scenes), rate_limited (too many in line)
 */
export async function createScene(
  context: Context,
  userId: UserId,
  { filename, bytes, product, side }: Photograph,
): Promise<SceneWire> {
  const { bytes: stripped, type } = stripPhotograph(bytes)
  await refuseBeyondLimits(context.db, userId) // before the bytes are stored, and again where nobody can come between
  const photoKey = `scene-photo-${randomBytes(16).toString('hex')}.${EXTENSIONS[type]}`
  let refusal: AppError | undefined
  const scene = await storeOwned(context, [{ key: photoKey, bytes: stripped, contentType: type }], async (tx) => {
    if (!(await holdAccount(tx, userId))) refusal = new AppError('unauthorized')
    else refusal = await refuseBeyondLimits(tx, userId).then(() => undefined, asRefusal)
    if (refusal) return null
    const made = await tx.scene.create({
      data: { userId, name: sceneNameOf(filename), product, side, photoKey, bytes: stripped.length },
    })
    await queueScene(tx, made.id)
    await tellScene(tx, userId)
    return made
  })
  if (!scene) throw refusal ?? new AppError('internal')
  return toSceneWire(scene)
}

/** Gives a photograph its place in line. */
export const queueScene = (tx: Transaction, id: string): Promise<void> =>
  addJob(tx, 'measure-scene', { sceneId: id }, id)

/** @throws AppError bad_input, rate_limited */
async function refuseBeyondLimits(db: Pick<Transaction, 'scene'>, userId: string): Promise<void> {
  if ((await db.scene.count({ where: { userId } })) >= SCENES_MAX)
    throw new AppError('bad_input', { error: SCENE.tooMany })
  if ((await db.scene.count({ where: { userId, status: 'measuring' } })) >= SCENES_IN_LINE_MAX)
    throw new AppError('rate_limited', { retryAfterSeconds: LINE_SECONDS })
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

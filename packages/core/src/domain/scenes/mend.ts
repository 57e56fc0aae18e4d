import { randomBytes } from 'node:crypto'
import { SCENE, type SceneReportWire, type SceneWire, maskSideOf } from '@printroom/contract/scenes'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addJob } from '../../jobs/jobs.ts'
import { holdAccount } from '../../jobs/steps.ts'
import { storeOwned } from '../files/owned-files.ts'
import { readGreyPng } from './grey-png.ts'
import { mendJob, tellScene } from './steps.ts'
import { toSceneWire } from './wire.ts'

/** Codes from which a pixel counts as garment, and as printable. */
const HALF = 128
/** Of the picture, the least that is left out and taken in; of the printable area, the least that is garment. */
const LEAST = 0.002
const LEAST_PRINTABLE = 0.75

/**
 * Takes a mended mask of a scene in: its plate is made anew by a worker, and is as it was until then. Of several the last one stands.
 * @throws AppError not_found, bad_input (nothing was kept to mend; no grey PNG, another shape, empty, full, off the print)
 */
export async function sendMask(context: Context, userId: UserId, id: string, bytes: Buffer): Promise<SceneWire> {
  const { db, storage, clock } = context
  const scene = await db.scene.findFirst({ where: { id, userId, status: 'ready' } })
  if (!scene) throw new AppError('not_found')
  const printableKey = scene.mendKeys[3]
  if (!printableKey) refuse(SCENE.noMask)
  const side = maskSideOf(scene.report as SceneReportWire)
  const printable = readGreyPng(await storage.get(printableKey), side * side)
  judge(bytes, side, printable?.pixels ?? new Uint8Array())
  const key = `scene-mask-${randomBytes(16).toString('hex')}.png`
  const sent = await storeOwned(context, [{ key, bytes, contentType: 'image/png' }], async (tx) => {
    if (!(await holdAccount(tx, userId))) return null
    const [before] = await tx.$queryRaw<{ nextMaskKey: string | null }[]>`
      SELECT next_mask_key AS "nextMaskKey" FROM scenes WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
    if (!before) return null
    if (before.nextMaskKey) await forgetMask(tx, before.nextMaskKey)
    await queueMend(tx, id)
    await tellScene(tx, userId)
    const data = { nextMaskKey: key, nextMaskAt: clock.now(), mendAttempt: 0, mendFailure: null }
    return tx.scene.update({ where: { id, userId }, data })
  })
  if (!sent) throw new AppError('not_found')
  return toSceneWire(sent)
}

/** Gives a scene whose mask was mended its place in line. */
export const queueMend = (tx: Transaction, id: string): Promise<void> =>
  addJob(tx, 'mend-scene', { sceneId: id }, mendJob(id))

/** Takes a mask that stands no more away, with a job of the same transaction. */
export const forgetMask = (tx: Transaction, key: string): Promise<void> =>
  addJob(tx, 'delete-files', { keys: [key] }, `delete:${key}`)

function judge(bytes: Buffer, side: number, printable: Uint8Array): void {
  const mask = readGreyPng(bytes, 4 * side * side)
  if (!mask) return refuse(SCENE.maskNotPng)
  if (mask.width !== side || mask.height !== side) refuse(SCENE.maskShape(side))
  const isGarment = (at: number): boolean => (mask.pixels[at] ?? 0) >= HALF
  let [garment, area, covered] = [0, 0, 0]
  for (let at = 0; at < mask.pixels.length; at++) {
    if (isGarment(at)) garment++
    if ((printable[at] ?? 0) < HALF) continue
    area++
    if (isGarment(at)) covered++
  }
  const share = garment / mask.pixels.length
  if (share < LEAST) refuse(SCENE.maskEmpty)
  if (share > 1 - LEAST) refuse(SCENE.maskFull)
  if (covered < LEAST_PRINTABLE * area) refuse(SCENE.maskOffPrint)
}

function refuse(error: string): never {
  throw new AppError('bad_input', { error, fields: { mask: error } })
}

import { SCENE } from '@printroom/contract/scenes'
import { expect, it } from 'vitest'
import { removeAccount } from '../src/domain/account/remove.ts'
import { ownedOf } from '../src/domain/files/owned-files.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { createScene } from '../src/domain/scenes/create.ts'
import { measureScene } from '../src/domain/scenes/measure.ts'
import { type Measured, MeasuringOverdue, type Unmeasured } from '../src/domain/scenes/measurer.ts'
import { removeScene } from '../src/domain/scenes/remove.ts'
import { sweepScenes } from '../src/domain/scenes/sweep.ts'
import { createDesign, createFixture, createSeller } from './fixture.ts'

/** The least that is a JPEG to whoever looks at its parts: 8 × 8 pixels, and no scan that anybody decodes. */
const PHOTO = Buffer.from('ffd8ffc0000b080008000801011100ffda0008010100003f000012ffd9', 'hex')
const measured: Measured = {
  ok: true,
  files: [{ path: 'mug/plates/own-1/plate.json', bytes: Buffer.from('{}') }],
  manifests: { plate: { product: 'mug', serves: [] }, backdrop: {} } as unknown as Measured['manifests'],
  report: { plate: { size: 64 } },
  kept: [{ path: 'white.jpg', bytes: Buffer.from('light') }],
  mask: ['picture', 'found', 'printable'].map((part) => Buffer.from(part)),
  thumbnail: Buffer.from('webp'),
  card: Buffer.from('card'),
  preview: ['map', 'light', 'shadow', 'backdrop'].map((part) => Buffer.from(part)),
}
let outcome: () => Promise<Measured | Unmeasured> = async () => measured
const { db, context } = await createFixture({ measurer: { measure: () => outcome() } })

const upload = async (of?: Awaited<ReturnType<typeof createSeller>>) => {
  const user = of ?? (await createSeller(db, { topup: 5 }))
  const { id } = await createScene(context, user, { filename: 'a.jpg', bytes: PHOTO, product: 'mug', side: 'front' })
  return { user, id, row: () => db.scene.findUniqueOrThrow({ where: { id } }) }
}
const ready = async () => {
  outcome = async () => measured
  const scene = await upload()
  await measureScene(context, scene.id, false)
  return scene
}
const order = async ({ user, id }: Awaited<ReturnType<typeof upload>>) =>
  requestGeneration(context, user, { id, design_id: await createDesign(db, user), design_size: 'small' })
const creditsOf = async (id: string) => (await db.user.findUniqueOrThrow({ where: { id } })).topupCredits

it('is ready with its files, and its photograph is on its way out', async () => {
  const { row } = await ready()
  const scene = await row()
  expect(scene).toMatchObject({ status: 'ready', photoKey: null, progress: 100 })
  const keys = [scene.fileKey!, scene.thumbnailKey!, scene.cardKey!, ...scene.previewKeys, ...scene.mendKeys]
  expect(await ownedOf(db, keys)).toEqual(new Set(keys))
  expect(keys).toHaveLength(11)
})

it('keeps nothing to mend of a PSD, which says itself which part is the garment', async () => {
  outcome = async () => ({ ...measured, kept: [], mask: [] })
  const { id, row } = await upload()
  await measureScene(context, id, false)
  const scene = await row()
  expect(scene).toMatchObject({ status: 'ready', mendKeys: [] })
  const keys = [scene.fileKey!, scene.thumbnailKey!, scene.cardKey!, ...scene.previewKeys]
  expect(await ownedOf(db, keys)).toEqual(new Set(keys))
})

it('ends with a sentence and no file when it is refused, takes too long, or fails at every try', async () => {
  const ends: [typeof outcome, boolean, object][] = [
    [
      async () => ({ ok: false, refusal: { code: 'no-markers', sentence: 'None.' } }),
      false,
      { status: 'refused', refusalCode: 'no-markers', refusal: 'None.' },
    ],
    [() => Promise.reject(new MeasuringOverdue('slow')), false, { status: 'failed', refusal: SCENE.takesTooLong }],
    [() => Promise.reject(new Error('lost')), true, { status: 'failed', refusal: SCENE.failed }],
  ]
  for (const [given, isLastTry, expected] of ends) {
    const { id, row } = await upload()
    outcome = given
    await measureScene(context, id, isLastTry)
    expect(await row()).toMatchObject({ ...expected, photoKey: null, fileKey: null, bytes: 0 })
  }
})

it('a photograph that loses its worker again and again is given up; one without a job is put back in line', async () => {
  const { id, row } = await upload()
  outcome = () => Promise.reject(new Error('lost'))
  for (let attempt = 0; attempt < 3; attempt++) await expect(measureScene(context, id, false)).rejects.toThrow('lost')
  await db.$executeRaw`SELECT graphile_worker.remove_job(${id})`
  await db.scene.update({
    where: { id },
    data: { createdAt: new Date(Date.now() - 600_000), heartbeatAt: new Date(Date.now() - 600_000) },
  })
  expect((await sweepScenes(context)).requeued).toBe(1)
  await measureScene(context, id, false)
  expect(await row()).toMatchObject({ status: 'failed', refusal: SCENE.failed })
  const late = await upload()
  await db.scene.update({ where: { id: late.id }, data: { createdAt: new Date(Date.now() - 7_200_000) } })
  expect((await sweepScenes(context)).ended).toBe(1)
  expect(await late.row()).toMatchObject({ status: 'failed', photoKey: null })
})

it('deleted while its photograph is measured, nothing is kept', async () => {
  const scene = await upload()
  outcome = async () => {
    await removeScene(context, scene.user, scene.id)
    return measured
  }
  await measureScene(context, scene.id, false)
  expect(await db.scene.count({ where: { id: scene.id } })).toBe(0)
})

it('deleted before the mockup that is ordered on it is made, the order ends and its credit is back', async () => {
  const scene = await ready()
  const id = await order(scene)
  expect(await creditsOf(scene.user)).toBe(4)
  await removeScene(context, scene.user, scene.id)
  await renderGeneration(context, id, false)
  expect(await db.generation.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: 'failed',
    error: SCENE.gone,
  })
  expect(await creditsOf(scene.user)).toBe(5)
})

it('the account takes its scenes and their files along', async () => {
  const scene = await ready()
  const { fileKey } = await scene.row()
  await upload(scene.user)
  const { email } = await db.user.findUniqueOrThrow({ where: { id: scene.user } })
  await removeAccount(context, scene.user, email)
  expect(await db.scene.count({ where: { userId: scene.user } })).toBe(0)
  expect((await ownedOf(db, [fileKey!])).size).toBe(0)
})

import { SCENE } from '@printroom/contract/scenes'
import { expect, it } from 'vitest'
import { crc32, deflateSync } from 'node:zlib'
import { ownedOf } from '../src/domain/files/owned-files.ts'
import { createScene } from '../src/domain/scenes/create.ts'
import { measureScene } from '../src/domain/scenes/measure.ts'
import type { Measured, Mending, Plated } from '../src/domain/scenes/measurer.ts'
import { sendMask } from '../src/domain/scenes/mend.ts'
import { remakeScene } from '../src/domain/scenes/remake.ts'
import { removeScene } from '../src/domain/scenes/remove.ts'
import { sweepScenes } from '../src/domain/scenes/sweep.ts'
import { createFixture, createSeller } from './fixture.ts'

const SIDE = 64
/** A mask whose garment is the columns between two. */
function mask(from: number, to: number, side = SIDE, colourType = 0): Buffer {
  const row = side + 1
  const rows = Buffer.alloc(row * side).map((_, at) => ((at % row) - 1 >= from && (at % row) - 1 < to ? 255 : 0))
  for (let at = 0; at < rows.length; at += row) rows[at] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  header[9] = colourType
  const parts = [part('IHDR', header), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}
function part(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
const PHOTO = Buffer.from('ffd8ffc0000b080008000801011100ffda0008010100003f000012ffd9', 'hex')
const plated = (word: string): Plated => ({
  files: [{ path: 'mug/plates/own-1/plate.json', bytes: Buffer.from(word) }],
  manifests: { plate: { product: 'mug', serves: [] }, backdrop: {} } as unknown as Measured['manifests'],
  thumbnail: Buffer.from('webp'),
  card: Buffer.from('card'),
  preview: ['map', 'light', 'shadow', 'backdrop'].map((part) => Buffer.from(part)),
})
const measured: Measured = {
  ok: true,
  report: {
    map: { median: 0.1, p95: 1, most: 2 },
    area: { printable: 1, folded: 0, uncertain: 0 },
    markers: { found: 9, of: 9 },
    plate: { size: SIDE, pixelsPerInch: 9 },
    recolours: false,
  },
  ...plated('found'),
  kept: [{ path: 'white.jpg', bytes: Buffer.from('light') }],
  mask: [Buffer.from('picture'), mask(20, 44), mask(16, 48)],
}
let mending: (asked: Mending) => Promise<Plated> = async () => plated('mended')
const { db, context } = await createFixture({
  measurer: { measure: async () => measured, mend: (asked) => mending(asked) },
})

async function ready() {
  mending = async () => plated('mended')
  const user = await createSeller(db, { topup: 5 })
  const { id } = await createScene(context, user, { filename: 'a.jpg', bytes: PHOTO, product: 'mug', side: 'front' })
  await measureScene(context, id, false)
  return { user, id, row: () => db.scene.findUniqueOrThrow({ where: { id } }) }
}

it('is the scene’s once its plate is made with it, and what it replaces is on its way out', async () => {
  const { user, id, row } = await ready()
  const before = await row()
  const sent = await sendMask(context, user, id, mask(10, 54))
  expect(sent.mask).toEqual({ url: `/api/scenes/${id}/mask`, side: SIDE, state: 'mending', failure: null })
  expect(await row()).toMatchObject({ status: 'ready', fileKey: before.fileKey, report: before.report })
  mending = async ({ kept, mask: given }) => {
    expect([kept.length > 0, Buffer.compare(Buffer.from(given), mask(10, 54))]).toEqual([true, 0])
    return plated('mended')
  }
  await remakeScene(context, id, false)
  const after = await row()
  expect(after).toMatchObject({ nextMaskKey: null, mendFailure: null, revision: 1, mendKeys: before.mendKeys })
  expect(after.report).toMatchObject({ recolours: true })
  expect(after.fileKey).not.toBe(before.fileKey)
  const keys = [
    after.fileKey!,
    after.maskKey!,
    after.thumbnailKey!,
    after.cardKey!,
    ...after.mendKeys,
    ...after.previewKeys,
  ]
  for (const key of keys) expect((await ownedOf(db, [key])).has(key), key).toBe(true)
  expect(await ownedOf(db, [before.fileKey!, ...before.previewKeys])).toEqual(new Set())
  await remakeScene(context, id, false)
  expect((await row()).revision).toBe(1)
})

it('of two the last one stands, whichever is being worked in', async () => {
  const { user, id, row } = await ready()
  await sendMask(context, user, id, mask(10, 54))
  const first = (await row()).nextMaskKey
  expect((await ownedOf(db, [first!])).size).toBeGreaterThan(0)
  mending = async () => {
    await sendMask(context, user, id, mask(8, 60))
    return plated('first')
  }
  await remakeScene(context, id, false)
  const between = await row()
  expect([between.revision, between.nextMaskKey === first]).toEqual([0, false])
  mending = async () => plated('second')
  await remakeScene(context, id, false)
  expect(await row()).toMatchObject({ revision: 1, maskKey: between.nextMaskKey, nextMaskKey: null })
})

it('that fails at every try, or loses its worker, leaves the scene as it was and says so', async () => {
  const { user, id, row } = await ready()
  const { fileKey } = await row()
  mending = () => Promise.reject(new Error('lost'))
  await sendMask(context, user, id, mask(10, 54))
  await expect(remakeScene(context, id, false)).rejects.toThrow('lost')
  await remakeScene(context, id, true)
  expect(await row()).toMatchObject({ fileKey, maskKey: null, nextMaskKey: null, mendFailure: SCENE.maskFailed })

  await sendMask(context, user, id, mask(10, 54))
  await db.scene.update({ where: { id }, data: { mendAttempt: 3 } })
  await remakeScene(context, id, false)
  expect(await row()).toMatchObject({ nextMaskKey: null, mendFailure: SCENE.maskFailed })
})

it('without a job is put back in line; after an hour it is given up', async () => {
  const { user, id, row } = await ready()
  await sendMask(context, user, id, mask(10, 54))
  const since = (seconds: number) =>
    db.scene.update({ where: { id }, data: { nextMaskAt: new Date(Date.now() - 1000 * seconds) } })
  await since(120)
  expect((await sweepScenes(context)).requeued).toBe(0)
  await db.$executeRaw`SELECT graphile_worker.remove_job(${`mend:${id}`})`
  expect((await sweepScenes(context)).requeued).toBe(1)
  await since(7200)
  expect((await sweepScenes(context)).ended).toBe(1)
  expect(await row()).toMatchObject({ nextMaskKey: null, mendFailure: SCENE.maskFailed })
})

it('is refused with a sentence where it cannot be one', async () => {
  const { user, id, row } = await ready()
  const good = mask(10, 54)
  const damaged = Buffer.from(good)
  damaged[50]! ^= 1
  for (const [bytes, sentence] of [
    [Buffer.alloc(0), SCENE.maskNotPng],
    [mask(10, 54, SIDE, 2), SCENE.maskNotPng],
    [damaged, SCENE.maskNotPng],
    [good.subarray(0, 60), SCENE.maskNotPng],
    [mask(10, 30, 32), SCENE.maskShape(SIDE)],
    [mask(0, 0), SCENE.maskEmpty],
    [mask(0, SIDE), SCENE.maskFull],
    [mask(40, 64), SCENE.maskOffPrint],
  ] as const)
    await expect(sendMask(context, user, id, bytes)).rejects.toMatchObject({ details: { error: sentence } })
  const stranger = await createSeller(db, { topup: 0 })
  await expect(sendMask(context, stranger, id, good)).rejects.toMatchObject({ code: 'not_found' })
  expect((await row()).nextMaskKey).toBeNull()
})

it('goes with its scene, and with a scene that is deleted while it is worked in', async () => {
  const { user, id, row } = await ready()
  await sendMask(context, user, id, mask(10, 54))
  const { nextMaskKey, mendKeys } = await row()
  mending = async () => {
    await removeScene(context, user, id)
    return plated('late')
  }
  await remakeScene(context, id, false)
  expect(await db.scene.count({ where: { id } })).toBe(0)
  expect((await ownedOf(db, [nextMaskKey!, ...mendKeys])).size).toBe(0)
})

it('belongs to a scene that kept what it is made of, says the database', async () => {
  const { id } = await ready()
  await expect(db.scene.update({ where: { id }, data: { mendKeys: [], maskKey: 'm.png' } })).rejects.toThrow(
    'scenes_mend_what_they_kept',
  )
})

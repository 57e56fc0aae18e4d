import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BatchEstimateWire, BatchPictureWire, BatchWire } from '@printroom/contract/batches'
import type { SceneWire } from '@printroom/contract/scenes'
import type { MockupWire } from '@printroom/contract/wire'
import { checkPicture } from '@printroom/imaging/check-picture'
import { openStudio } from '@printroom/imaging/studio'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestServer } from './harness.ts'
import { MAKER, drawMask, drawPrint, photographMug } from './scene-files.ts'
import { SCENE_WAIT, SceneSeller } from './scene-seller.ts'
import { copyScene } from './stub-scene.ts'

const testServer = await openTestServer()
const { db } = testServer.context
const [seller, stranger] = [new SceneSeller(testServer), new SceneSeller(testServer)]
const folder = await mkdtemp(path.join(tmpdir(), 'printroom-scenes-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let design: string
let photo: Buffer
/** A measured scene and a mockup on it, which no test changes: one that would takes a copy of the scene. */
let scene: SceneWire
let mockup: MockupWire
let worker: Awaited<ReturnType<typeof testServer.startWorker>>
const print = await drawPrint()

const read = (id: string) => seller.scene(id)
const order = (id: string, more: object = {}) =>
  seller.fetch(`/api/scenes/${id}/mockups`, { json: { design_id: design, design_size: 'large', ...more } })
const ended = (id: string) => seller.sceneWhen(id, ({ status }) => status !== 'measuring')
const mendedOf = (id: string) => seller.sceneWhen(id, ({ mask }) => mask?.state === 'mended')
const stored = async () => {
  const all = await readdir(path.join(testServer.env.DATA_DIR!, 'files'), { recursive: true, withFileTypes: true })
  return new Set(all.filter((each) => each.isFile()).map(({ name }) => name))
}
const credits = async () => (await (await seller.fetch('/api/user')).json()).credits
/** Waits until there are so many files more than before; jobs that have nothing to do any more are not looked at. */
const filesAdded = (before: Set<string>, count: number) =>
  vi.waitFor(
    async () => expect([...(await stored())].filter((name) => !before.has(name))).toHaveLength(count),
    SCENE_WAIT,
  )
/** Kills the worker with -9; another one lives once `meanwhile` has ended, however it does. */
const replaceWorker = async (meanwhile: () => Promise<void> = async () => {}) => {
  worker.kill('SIGKILL')
  await meanwhile().finally(async () => (worker = await testServer.startWorker()))
}
const copied = async (name = 'A copy') => read(await copyScene(testServer.context, scene.id, name))

beforeAll(async () => {
  await seller.register('scenes@example.com')
  await stranger.register('stranger-to-scenes@example.com')
  const grant = { amount: 50, bucket: 'topup', reason: 'topup', idempotencyKey: 'for-scenes' } as const
  await db.creditEntry.create({ data: { userId: seller.userId, ...grant } })
  design = (await (await seller.upload(print)).json()).id
  photo = await photographMug()
  worker = await testServer.needWorker()
  scene = await ended((await (await seller.sendPhotograph(photo)).json<SceneWire>()).id)
  mockup = await (await order(scene.id)).json<MockupWire>()
}, 900_000)

it('a photograph is kept without what its file says, and measured by whichever worker lives', async () => {
  expect(photo.includes(MAKER)).toBe(true)
  const before = await stored()
  const answer = await seller.sendPhotograph(photo)
  expect(answer.status).toBe(201)
  const { id, ...sent } = await answer.json<SceneWire>()
  expect(sent).toMatchObject({ name: 'On the desk', product: 'mug', side: 'front', status: 'measuring', report: null })
  const { photoKey } = await db.scene.findUniqueOrThrow({ where: { id } })
  const kept = await testServer.context.storage.get(photoKey!)
  expect([kept.includes(MAKER), kept.includes('<script>')]).toEqual([false, false])
  expect(Buffer.compare(await sharp(kept).raw().toBuffer(), await sharp(photo).raw().toBuffer())).toBe(0)
  expect((await order(id)).status).toBe(400)

  await vi.waitFor(async () => expect((await read(id)).progress).toBeGreaterThan(0), SCENE_WAIT)
  await replaceWorker()
  const { status, refusal, report } = await ended(id)
  expect([status, refusal]).toEqual(['ready', null])
  expect(report!.map!.p95).toBeLessThan(2)
  expect(report!.area.printable).toBeGreaterThan(0.8)
  const row = await db.scene.findUniqueOrThrow({ where: { id } })
  expect(row.attempt).toBe(2)
  // The plate, two thumbnails, four parts of the preview, four of the mask: the photograph is gone.
  await filesAdded(before, 11)
}, 900_000)

it('its plate is a zip that the studio opens, its thumbnail shows the blank garment', async () => {
  expect(await seller.unpack(scene, folder)).toContain('mug/plates/own-1/plate.json')
  const studio = await openStudio(folder)
  expect((await studio.loadPlate('mug', 'own-1')).manifest).toMatchObject({ product: 'mug', geometry: 'own-1' })
  const thumbnail = await (await seller.fetch(scene.thumbnail_url!)).arrayBuffer()
  expect(await sharp(Buffer.from(thumbnail)).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
})

it('what the live preview draws with is the owner’s, and nobody else keeps it', async () => {
  const asked = await seller.fetch(
    `/api/trpc/scene.preview?input=${encodeURIComponent(JSON.stringify({ id: scene.id }))}`,
  )
  const { plates, backdrops } = (
    await asked.json<{ result: { data: { plates: Record<string, string>[]; backdrops: Record<string, string>[] } } }>()
  ).result.data
  const addresses = [plates[0]!.map!, plates[0]!.light!, plates[0]!.shadow!, backdrops[0]!.light!]
  for (const address of addresses) {
    const answer = await seller.fetch(address)
    expect([address, answer.status]).toEqual([address, 200])
    expect(answer.headers.get('cache-control')).toMatch(/^private/)
    expect((await stranger.fetch(address)).status).toBe(404)
  }
  const light = Buffer.from(await (await seller.fetch(addresses[1]!)).arrayBuffer())
  expect(await sharp(light).metadata()).toMatchObject({ format: 'webp', width: 550, height: 6 * 550 })
})

it('a mockup on it shows the seller’s own print, and the same order costs nothing twice', async () => {
  const own = await copied()
  const before = await credits()
  const ordered = await order(own.id)
  expect(ordered.status).toBe(200)
  const made = await ordered.json<MockupWire>()
  expect(made).toMatchObject({
    product: 'mug',
    colour: 'mug-white',
    model_style: 'photograph',
    background: 'photograph',
    scene_id: own.id,
  })
  const picture = Buffer.from(await (await seller.fetch(made.file_url)).arrayBuffer())
  await seller.unpack(own, folder)
  const studio = await openStudio(folder)
  const request = {
    product: 'mug',
    baseModel: null,
    style: 'photograph',
    background: 'photograph',
    gender: null,
    colour: { hex: '#FFFFFF', heather: false },
    designSize: 'large',
    ordinal: 0,
  } as const
  expect(await checkPicture(studio, { ...request, design: print }, picture)).toMatchObject({ isFaithful: true })
  const other = await sharp(print).flop().flip().png().toBuffer()
  expect(await checkPicture(studio, { ...request, design: other }, picture)).toMatchObject({ isFaithful: false })
  expect(await (await order(own.id)).json()).toMatchObject({ id: made.id, already_made: true, charged: 0 })
  expect(await credits()).toBe(before - 1)
}, 450_000)

it('is told what a scene cannot be had with, in a sentence', async () => {
  for (const [more, field] of [
    [{ colour: 'mug-navy' }, 'colour'],
    [{ placement: { x: 99, y: 1, width: 2, rotation: 0 } }, 'placement'],
    [{ placement: { x: 0.5, y: 1, width: 3, rotation: 0 } }, 'placement'],
  ] as const) {
    const answer = await order(scene.id, more)
    expect([answer.status, Object.keys((await answer.json()).fields ?? {})]).toEqual([400, [field]])
  }
  const cutout = await seller.fetch(`${mockup.file_url}?preset=cutout`)
  expect([cutout.status, (await cutout.json()).error]).toEqual([400, expect.stringContaining('cut out')])
  const batch = await seller.fetch('/api/batches', {
    json: {
      items: [
        {
          product: 'mug',
          colour: 'mug-white',
          model_style: 'photograph',
          background: 'photograph',
          design_size: 'small',
          design_id: design,
        },
      ],
    },
  })
  expect(batch.status).toBe(400)
})

it('its mask is the owner’s alone; a mended one is worked in by whichever worker lives, and then it takes every color', async () => {
  const { id, mask } = await copied()
  const found = Buffer.from(await (await seller.fetch(`/api/scenes/${id}/mask`)).arrayBuffer())
  expect(await sharp(found).metadata()).toMatchObject({ format: 'png', width: mask!.side, channels: 1 })
  const [earlier, mended] = [await drawMask(mask!.side, 0.44), await drawMask(mask!.side, 0.48)]
  expect([(await stranger.sendMask(id, mended)).status, (await seller.sendMask(id, photo)).status]).toEqual([404, 400])
  const white = await (await order(id)).json<MockupWire>()
  // A worker is killed in the middle of the first; the second comes before anybody else has taken it up.
  expect((await seller.sendMask(id, earlier)).status).toBe(200)
  const rowOf = () => db.scene.findUniqueOrThrow({ where: { id } })
  await vi.waitFor(async () => expect((await rowOf()).mendAttempt).toBe(1), { ...SCENE_WAIT, interval: 5 })
  await replaceWorker(async () => {
    const sent = await seller.sendMask(id, mended)
    const body = await sent.json<SceneWire>()
    expect([sent.status, body.mask?.state]).toEqual([200, 'mending'])
    expect((await rowOf()).revision).toBe(0)
  })
  const again = await mendedOf(id)
  expect(again).toMatchObject({ status: 'ready', report: { recolours: true } })
  expect(again.mask!.url).not.toBe(mask!.url)
  const kept = Buffer.from(await (await seller.fetch(again.mask!.url)).arrayBuffer())
  expect(Buffer.compare(kept, mended)).toBe(0)
  const black = await order(id, { colour: 'mug-black' })
  expect(black.status).toBe(200)
  for (const { file_url: url } of [white, await black.json<MockupWire>()])
    expect((await seller.fetch(url)).status).toBe(200)
}, 900_000)

it('its mockups are exported as any other: in a shop’s shape, and in layers', async () => {
  const etsy = await seller.fetch(`${mockup.file_url}?preset=etsy`)
  expect(await sharp(Buffer.from(await etsy.arrayBuffer())).metadata()).toMatchObject({ width: 2000, height: 1500 })
  const layers = await seller.fetch(`${mockup.file_url}?preset=layers`)
  expect([layers.status, Buffer.from(await layers.arrayBuffer()).toString('latin1', 0, 4)]).toEqual([200, '8BPS'])
}, 450_000)

it('goes with the account’s own copy of everything, under its name', async () => {
  const files = unzipSync(new Uint8Array(await (await seller.fetch('/api/account/export')).arrayBuffer()))
  const { scenes } = JSON.parse(Buffer.from(files['account.json']!).toString())
  const file = `scenes/${scene.id}-on-the-desk.zip`
  expect(scenes).toContainEqual(expect.objectContaining({ id: scene.id, name: 'On the desk', file }))
  const own = await db.scene.findMany({ where: { userId: seller.userId }, select: { id: true } })
  expect(new Set(scenes.map(({ id }: SceneWire) => id))).toEqual(new Set(own.map(({ id }) => id)))
  expect(JSON.stringify(scenes)).not.toContain('scene-')
  expect(files[file]!.subarray(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
})

it('a batch is ordered on it beside other scenes, one by one, and by its name in a CSV, as which it is written', async () => {
  const { id: sceneId, mask } = await copied('By the door')
  expect((await seller.sendMask(sceneId, await drawMask(mask!.side, 0.48))).status).toBe(200)
  await mendedOf(sceneId)
  expect((await order(sceneId, { colour: 'mug-black' })).status).toBe(200)
  const [before, size] = [await credits(), 'large']
  const own = { scene: sceneId, size }
  const studioFront = { style: 'studio-product', background: 'off-white', size }
  const products = [{ product: 'mug', colours: ['mug-black', 'mug-white'], scenes: [studioFront, own] }]
  const items = [{ design_id: design, scene: sceneId, design_size: 'small', title: 'A small one' }]
  const estimate = async (json: object, client = seller) =>
    (await client.fetch('/api/batches/estimate', { json })).json<BatchEstimateWire>()
  // The black one is there already.
  expect(await estimate({ designIds: [design], products, items })).toMatchObject({ pictures: 5, free: 1, refused: [] })
  const ordered = await seller.fetch('/api/batches', { json: { designIds: [design], products, items } })
  const { id } = await ordered.json<BatchWire>()
  expect([ordered.status, await credits()]).toEqual([200, before - 4])
  await vi.waitFor(async () => {
    const { counts } = await (await seller.fetch(`/api/batches/${id}`)).json<BatchWire>()
    expect(counts.done).toBe(5)
  }, SCENE_WAIT)
  const pictures = await (await seller.fetch(`/api/batches/${id}/pictures`)).json<BatchPictureWire[]>()
  expect(pictures.map(({ colour, scene_id: on, title }) => [colour, on, title])).toEqual([
    ['mug-black', null, null],
    ['mug-black', sceneId, null],
    ['mug-white', null, null],
    ['mug-white', sceneId, null],
    ['mug-white', sceneId, 'A small one'],
  ])
  const csv = await (await seller.fetch(`/api/batches/${id}/csv`)).text()
  expect([...csv.matchAll(/By the door \/ (\w+)/g)].map(([, word]) => word)).toEqual(['Large', 'Large', 'Small'])
  expect(await estimate({ csv })).toMatchObject({ pictures: 5, free: 3, refused: [] })
  const { refused } = await estimate({ csv: csv.replaceAll('Black', 'Neon Pink') })
  expect(refused[1]?.error).toBe('Line 3: Mug does not come in “Neon Pink”.')
  const shirts = [{ ...products[0]!, product: 't-shirt', colours: ['black'], scenes: [own] }]
  expect((await estimate({ designIds: [design], products: shirts })).refused).toEqual([
    {
      where: 'products.0.colours.0.scenes.0',
      error: 'T-Shirt, Black, By the door: this scene shows another product: Mug.',
    },
  ])
  const theirs = (await (await stranger.upload(print)).json()).id
  expect((await estimate({ designIds: [theirs], products }, stranger)).refused).toEqual(
    ['Black', 'White'].map((colour, c) => ({
      where: `products.0.colours.${c}.scenes.1`,
      error: `Mug, ${colour}, a scene of your own: This scene is not here any more.`,
    })),
  )
}, 900_000)

it('a stranger finds neither scene nor file, nor makes anything on it', async () => {
  const theirs = (await (await stranger.upload(print)).json()).id
  for (const tail of ['', '/plate', '/thumbnail', '/preview/map', '/mask', '/mask?part=picture'])
    expect([tail, (await stranger.fetch(`/api/scenes/${scene.id}${tail}`)).status]).toEqual([tail, 404])
  const json = { design_id: theirs, design_size: 'large' }
  expect((await stranger.fetch(`/api/scenes/${scene.id}/mockups`, { json })).status).toBe(404)
  expect((await stranger.fetch(`/api/scenes/${scene.id}`, { method: 'DELETE' })).status).toBe(404)
  const [own] = await db.mockup.findMany({ where: { sceneId: scene.id } })
  await expect(db.mockup.update({ where: { id: own!.id }, data: { userId: stranger.userId } })).rejects.toThrow(
    'belongs to somebody else',
  )
})

it('refuses what is no photograph of the print, and keeps nothing of it', async () => {
  const before = await stored()
  const large = await sharp({ create: { width: 8000, height: 5200, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const refused: [Buffer, string, number][] = [
    [Buffer.alloc(0), 'not_a_photograph', 415],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_a_photograph', 415],
    [Buffer.concat([Buffer.from('GIF89a'), photo]), 'not_a_photograph', 415],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'unreadable_photograph', 422],
    [photo.subarray(0, 20_000), 'unreadable_photograph', 422],
    [large, 'too_large', 413],
  ]
  for (const [bytes, code, status] of refused) {
    const answer = await seller.sendPhotograph(bytes)
    const { code: told, error } = await answer.json()
    expect([told, answer.status]).toEqual([code, status])
    expect(error.length).toBeGreaterThan(20)
  }
  expect((await seller.sendPhotograph(photo, { product: 'mug', side: 'back' })).status).toBe(400)
  expect((await seller.sendPhotograph(photo, {})).status).toBe(400)
  const bare = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#cde' } })
    .jpeg()
    .toBuffer()
  const { id } = await (await seller.sendPhotograph(bare)).json<SceneWire>()
  expect(await ended(id)).toMatchObject({
    status: 'refused',
    refusal: { code: 'no-markers' },
    bytes: 0,
    plate_url: null,
  })
  await filesAdded(before, 0)
  expect((await order(id)).status).toBe(400)
}, 450_000)

it('deleted while something is ordered on it, the order ends and its credit is back; its mockups stay', async () => {
  const { id } = await copied()
  const stays = await (await order(id)).json<MockupWire>()
  const before = await credits()
  const placement = { x: 1.9, y: 1.6, width: 1, rotation: 0 }
  // Ordered and deleted at once: whichever is first, no credit is lost.
  const [ordered] = await Promise.all([
    order(id, { placement }),
    seller.fetch(`/api/scenes/${id}`, { method: 'DELETE' }),
  ])
  const spent = ordered.status === 200 ? 1 : 0
  expect([200, 404, 422]).toContain(ordered.status)
  await vi.waitFor(async () => expect(await credits()).toBe(before - spent), SCENE_WAIT)
  expect(await (await seller.fetch(`/api/scenes/${id}`)).json()).toMatchObject({ code: 'not_found' })
  const { items } = (
    await (await seller.fetch('/api/trpc/mockup.list')).json<{ result: { data: { items: MockupWire[] } } }>()
  ).result.data
  expect(items.find((each) => each.id === stays.id)).toMatchObject({ scene_id: null, model_style: 'photograph' })
  const layers = await seller.fetch(`${stays.file_url}?preset=layers`)
  expect([layers.status, (await layers.json()).error]).toEqual([400, expect.stringContaining('was deleted')])
  expect((await seller.fetch(`${stays.file_url}?preset=etsy`)).status).toBe(200)
}, 450_000)

import { unzipSync } from 'fflate'
import type { MockupWire } from '@printroom/contract/wire'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const seller = new Client(testServer)
const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: '#00a651' } })
  .png()
  .toBuffer()
let designId = ''

const mug = (colour = 'mug-white') => ({
  user_id: seller.userId,
  design_id: designId,
  product: 'mug',
  product_model: null,
  colour,
  model_style: 'studio-product',
  background: 'white-studio',
  model_gender: null,
  design_size: 'medium',
})
const credits = async () => (await (await seller.fetch('/api/user')).json()).credits
const order = (json: object, headers: Record<string, string> = {}) =>
  seller.fetch('/api/generate-mockup', { json, headers })
const pictureOf = async (url: string) => Buffer.from(await (await seller.fetch(url)).arrayBuffer())

beforeAll(async () => {
  await testServer.startWorker()
  await seller.register('seller@example.com')
  designId = (await (await seller.upload(png, 'My Sun! 2.png')).json()).id
})

describe('a mockup', () => {
  it('is made by the worker while the request waits, costs one credit, and bears the design', async () => {
    const before = await credits()
    const response = await order(mug(), { 'x-debug-mode': 'true' })
    expect(response.status).toBe(200)
    const mockup = await response.json()
    expect(mockup).toMatchObject({
      product: 'mug',
      colour: 'mug-white',
      design_id: designId,
      _debug: { designInfo: { fileSize: png.length } },
    })
    expect(mockup.folder_name).toMatch(/^my-sun-2-\d+$/)
    expect(JSON.parse(mockup.debug_info!)).toMatchObject({
      designInfo: { id: designId, filename: 'My Sun! 2.png' },
      prompt: expect.any(String),
    })
    expect(await credits()).toBe(before - 1)

    const picture = await pictureOf(mockup.file_url)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 2048, height: 2048 })
    const { data } = await sharp(picture).resize(64, 64).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let green = 0
    for (let i = 0; i < data.length; i += 3)
      if (data[i + 1]! > data[i]! + 50 && data[i + 1]! > data[i + 2]! + 20) green++
    expect(green).toBeGreaterThan(64 * 64 * 0.03)
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
    expect(await sharp(await pictureOf(mockup.thumbnail_url)).metadata()).toMatchObject({ format: 'webp', width: 512 })
    for (const noun of [`mockups/${mockup.id}`, `designs/${designId}`])
      expect(await sharp(await pictureOf(`/api/${noun}/thumbnail?side=352`)).metadata()).toMatchObject({
        format: 'webp',
        width: 352,
      })
    // Not any size: each would be made anew.
    for (const wish of ['thumbnail?side=33', 'thumbnail?side=x', 'file?side=352'])
      expect((await seller.fetch(`/api/mockups/${mockup.id}/${wish}`)).status).toBe(400)
  })

  it('comes in eight visibly different pictures when eight are asked for at once', async () => {
    await testServer.context.db.creditEntry.create({
      data: { userId: seller.userId, amount: 20, bucket: 'topup', reason: 'support', idempotencyKey: 'eight' },
    })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => order(mug('mug-navy')).then((response) => response.json())),
    )
    const tiny = await Promise.all(
      answers.map(async ({ file_url }) =>
        sharp(await pictureOf(file_url))
          .resize(96, 96)
          .greyscale()
          .raw()
          .toBuffer(),
      ),
    )
    for (let a = 0; a < tiny.length; a++)
      for (let b = 0; b < a; b++) {
        const difference = tiny[a]!.reduce((sum, value, i) => sum + Math.abs(value - tiny[b]![i]!), 0) / tiny[a]!.length
        expect(difference, `pictures ${a} and ${b}`).toBeGreaterThan(1)
      }
  })

  it('is listed, downloaded as a zip of its group, and deleted', async () => {
    const mockups = await (await seller.fetch('/api/mockups')).json<MockupWire[]>()
    const ids = mockups.slice(0, 3).map(({ id }) => id)
    const response = await seller.fetch('/api/mockups/download', { json: { mockupIds: ids } })
    expect(response.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(files).toSorted()).toEqual(
      // The newest three of the group, under their numbers in it.
      [2, 1, 0]
        .map((before) => String(mockups.length - before).padStart(2, '0'))
        .map((nth) => `${mockups[0]!.folder_name}/my-sun-2-navy-mug-studio-product-white-studio-${nth}.jpg`),
    )
    for (const bytes of Object.values(files)) expect((await sharp(bytes).metadata()).width).toBe(2048)

    expect((await seller.fetch(`/api/mockups/${ids[0]}`, { method: 'DELETE' })).status).toBe(200)
    const partlyGone = await seller.fetch('/api/mockups/download', { json: { mockupIds: ids } })
    expect(partlyGone.status).toBe(404)
    expect((await seller.fetch('/api/mockups/download', { json: { mockupIds: [] } })).status).toBe(400)
  })

  it('keeps the shot when only its colour changes', async () => {
    await order(mug('mug-red'))
    const original = await (await order(mug('mug-red'), { 'x-debug-mode': 'true' })).json()
    const recoloured = await (
      await order(
        { ...mug('mug-teal'), is_color_change: true, original_mockup_id: original.id },
        { 'x-debug-mode': 'true' },
      )
    ).json()
    const shotOf = (mockup: { debug_info: string | null }) => JSON.parse(mockup.debug_info!).mockupData.shot
    expect(shotOf(recoloured)).toEqual(shotOf(original))
    expect(recoloured.colour).toBe('mug-teal')
  })

  it('costs nothing where the same picture is there already: a square print is no larger on a hoodie than its pocket allows', async () => {
    await testServer.context.db.creditEntry.create({
      data: { userId: seller.userId, amount: 20, bucket: 'topup', reason: 'support', idempotencyKey: 'twice' },
    })
    const hoodie = (design_size: string) => ({
      ...mug('black'),
      product: 'hoodie',
      product_model: 'gildan-18500',
      model_style: 'studio-front',
      design_size,
    })
    const before = await credits()
    const medium = await (await order(hoodie('medium'))).json<MockupWire>()
    const answers = await Promise.all(
      Array.from({ length: 2 }, () =>
        order(hoodie('large')).then((response) => response.json<MockupWire & { already_made?: true; charged?: 0 }>()),
      ),
    )
    const repeated = answers.filter((answer) => answer.already_made)
    expect(repeated).toEqual([{ ...medium, already_made: true, charged: 0 }])
    expect(await credits()).toBe(before - 2)
    // The same file once more is the same design to whoever looks at the picture.
    const copy = await (await seller.upload(png, 'copy.png')).json()
    expect(await (await order({ ...hoodie('large'), design_id: copy.id })).json()).toMatchObject({
      id: medium.id,
      charged: 0,
    })
    // Made once more, it is another picture, and another credit.
    const again = await (await order({ ...hoodie('large'), original_mockup_id: medium.id })).json<MockupWire>()
    const pictures = await Promise.all(
      [medium, ...answers.filter((answer) => !answer.already_made), again].map(({ file_url }) => pictureOf(file_url)),
    )
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(3)
    expect(await credits()).toBe(before - 3)
  })

  it('for him and for her is one and costs one credit, or is two to look at and costs two', async () => {
    const before = await credits()
    const tote = (model_gender: string) => ({
      ...mug('black'),
      product: 'tote-bag',
      model_style: 'lifestyle-casual',
      model_gender,
    })
    const [his, hers] = [
      await (await order(tote('man'))).json<MockupWire>(),
      await (await order(tote('woman'))).json<MockupWire & { charged?: 0 }>(),
    ]
    const isOne = (await pictureOf(his.file_url)).equals(await pictureOf(hers.file_url))
    expect([hers.id === his.id, hers.charged, await credits()]).toEqual(
      isOne ? [true, 0, before - 1] : [false, undefined, before - 2],
    )
  })
})

describe('an order', () => {
  it('that is repeated with its key answers the first mockup and debits once', async () => {
    const before = await credits()
    const headers = { 'idempotency-key': 'order-1' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => order(mug(), headers).then((response) => response.json())),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await credits()).toBe(before - 1)
    expect((await order(mug('mug-red'), headers)).status).toBe(409)
  })

  it('is refused with 402 when credits run out, saying how many are there', async () => {
    const poor = await new Client(testServer).register('poor@example.com')
    const design = await (await poor.upload(png)).json()
    await testServer.context.db.creditEntry.create({
      data: { userId: poor.userId, amount: -10, bucket: 'topup', reason: 'support', idempotencyKey: 'poor' },
    })
    const response = await poor.fetch('/api/generate-mockup', {
      json: { ...mug(), user_id: poor.userId, design_id: design.id },
    })
    expect([response.status, await response.json()]).toEqual([
      402,
      { error: 'You do not have enough credits.', code: 'insufficient_credits', needed: 1, available: 0, missing: 1 },
    ])
  })

  it('of a combination without plates answers 503 with a sentence and costs nothing', async () => {
    const before = await credits()
    vi.spyOn(testServer.context.engine, 'canMake').mockReturnValueOnce(false)
    const response = await order(mug('mug-black'))
    expect([response.status, (await response.json()).code]).toEqual([503, 'not_available'])
    expect(await credits()).toBe(before)
  })
})

describe('over tRPC', () => {
  it('is the same procedure, with progress on the way as server-sent events', async () => {
    const stop = new AbortController()
    const watching = await seller.fetch('/api/trpc/generation.watch', {
      headers: { accept: 'text/event-stream' },
      signal: stop.signal,
    })
    const seen = new Set<string>()
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of watching.body!)
        for (const [, status] of decoder.decode(chunk).matchAll(/"status":"(\w+)"/g)) seen.add(status!)
    })().catch((error: Error) => expect(error.name).toBe('AbortError'))
    const response = await seller.fetch('/api/trpc/generation.request', { json: mug('mug-green') })
    expect((await response.json<{ result: { data: MockupWire } }>()).result.data).toMatchObject({ colour: 'mug-green' })
    stop.abort()
    await reading
    expect(seen).toContain('rendering')
  })
})

import type { BatchSummaryWire, BatchWire } from '@printroom/contract/batches'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const { db } = testServer.context
const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
  .png()
  .toBuffer()
const SCENE = { style: 'studio-product', background: 'off-white' }
const mugs = (designIds: string[], ...colours: string[]) => ({
  designIds,
  products: [{ product: 'mug', colours, scenes: [SCENE] }],
})

async function seller(email: string) {
  const client = await new Client(testServer).register(email)
  const design = await (await client.upload(png, 'sun.png')).json()
  const order = (body: object, key?: string) =>
    client.fetch('/api/batches', { json: body, headers: key ? { 'idempotency-key': key } : {} })
  return { client, design: design.id, order }
}
const creditsOf = async ({ client }: { client: Client }) => (await (await client.fetch('/api/user')).json()).credits

describe('batches over REST', { timeout: 300_000 }, () => {
  it('are ordered, followed, downloaded as they come, and listed', async () => {
    const owner = await seller('catalogue@example.com')
    const body = { ...mugs([owner.design], 'mug-white', 'mug-black'), name: 'Mugs' }
    const estimate = await owner.client.fetch('/api/batches/estimate', { json: body })
    expect(await estimate.json()).toMatchObject({
      pictures: 2,
      free: 0,
      credits: 2,
      available: 10,
      missing: 0,
      refused: [],
      left_out: [],
    })
    const ordered = await owner.order(body, 'once')
    expect(ordered.status).toBe(200)
    const { id } = await ordered.json<BatchWire>()
    expect(await creditsOf(owner)).toBe(8)
    expect(await (await owner.order(body, 'once')).json<BatchWire>()).toMatchObject({ id, name: 'Mugs', pictures: 2 })
    const other = await owner.order({ ...body, name: 'Cups' }, 'once')
    expect([other.status, (await other.json()).code]).toEqual([409, 'idempotency_conflict'])
    expect(await creditsOf(owner)).toBe(8)

    const path = `/api/batches/${id}`
    await vi.waitFor(
      async () => {
        const { counts } = await (await owner.client.fetch(path)).json<BatchWire>()
        expect(counts).toEqual({ waiting: 0, under_way: 0, done: 2, failed: 0, cancelled: 0 })
      },
      { timeout: 240_000, interval: 500 },
    )
    const first = await owner.client.fetch(`${path}/pictures?limit=1`)
    expect(await first.json()).toMatchObject([{ place: 0, state: 'done', filename: 'sun.png', colour: 'mug-white' }])
    const cursor = first.headers.get('x-next-cursor') ?? ''
    const second = await owner.client.fetch(`${path}/pictures?limit=1&cursor=${encodeURIComponent(cursor)}`)
    expect(await second.json()).toMatchObject([{ place: 1, state: 'done', colour: 'mug-black' }])
    expect(second.headers.get('x-next-cursor')).toBeNull()

    const zip = await owner.client.fetch(`${path}/zip`)
    expect(zip.headers.get('content-disposition')).toBe('attachment; filename="batch.zip"')
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    for (const file of Object.values(files)) expect((await sharp(file).metadata()).width).toBe(2048)
    const csv = await owner.client.fetch(`${path}/csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [heads = '', ...lines] = (await csv.text()).trim().split('\r\n')
    const picture = heads.replaceAll('"', '').split(',').indexOf('picture')
    expect(lines.map((line) => line.split('","')[picture]).toSorted()).toEqual(Object.keys(files).toSorted())

    const list = await owner.client.fetch('/api/batches?limit=1')
    expect(await list.json<BatchSummaryWire[]>()).toMatchObject([{ id, counts: { done: 2 } }])
    expect(list.headers.get('x-next-cursor')).toBeNull()
    expect((await owner.client.fetch(`${path}/retry`, { json: {} })).status).toBe(200)
    expect(await creditsOf(owner)).toBe(8)
  })

  it('say in a sentence what cannot be ordered: too little credit, a wrong cell, a wrong line', async () => {
    const owner = await seller('refused@example.com')
    const items = Array.from({ length: 12 }, () => ({
      design_id: owner.design,
      product: 'mug',
      colour: 'mug-white',
      model_style: SCENE.style,
      background: SCENE.background,
    }))
    const poor = await owner.order({ items })
    expect([poor.status, await poor.json()]).toEqual([
      402,
      expect.objectContaining({
        error: 'You need 12 credits and have 10: 2 more are missing.',
        needed: 12,
        available: 10,
        missing: 2,
      }),
    ])
    const cell = await owner.order(mugs([owner.design], 'sand'))
    expect([cell.status, (await cell.json()).fields]).toEqual([
      400,
      { 'products.0.colours.0.scenes.0': expect.stringMatching(/^Mug, Sand, .* not offered/) },
    ])
    const line = await owner.order({
      csv: 'file,product,colour,scene\nsun.png,Mug,White,Studio Product\nmoon.png,Mug,White,Studio Product',
    })
    expect([line.status, (await line.json()).error]).toEqual([
      400,
      'Line 3: you have no design called “moon.png”. Nothing was ordered.',
    ])
    expect((await owner.order({ items: Array.from({ length: 401 }, () => items[0]) })).status).toBe(400)
    expect([await creditsOf(owner), await db.batch.count({ where: { userId: owner.client.userId } })]).toEqual([10, 0])
  })

  it('are another seller’s 404, whatever is asked of them', async () => {
    const [owner, stranger] = [await seller('owner@example.com'), await seller('stranger@example.com')]
    const { id } = await (await owner.order(mugs([owner.design], 'mug-white'))).json<BatchWire>()
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/zip'],
      ['GET', '/csv'],
      ['POST', '/retry'],
      ['POST', '/cancel'],
    ] as const) {
      const init = method === 'GET' ? {} : { json: {} }
      const answer = await stranger.client.fetch(`/api/batches/${id}${path}`, { method, ...init })
      expect([path, answer.status]).toEqual([path, 404])
    }
    expect((await stranger.order(mugs([owner.design], 'mug-white'))).status).toBe(404)
    expect(await (await stranger.client.fetch('/api/batches')).json<object[]>()).toEqual([])
  })

  it('are in the record that a person takes along, and go with the account', async () => {
    const { client, order, design } = await seller('leaver@example.com')
    const { id } = await (await order({ ...mugs([design], 'mug-white'), name: 'Last mugs' })).json<BatchWire>()
    await client.fetch(`/api/batches/${id}/cancel`, { json: {} })
    const files = unzipSync(new Uint8Array(await (await client.fetch('/api/account/export')).arrayBuffer()))
    const account = JSON.parse(Buffer.from(files['account.json']!).toString())
    expect(account.batches).toEqual([expect.objectContaining({ id, name: 'Last mugs', pictures: 1 })])
    expect(account.generations).toEqual([expect.objectContaining({ batchId: id, batchPlace: 0 })])
    const left = await client.fetch('/api/trpc/account.remove', { json: { confirmation: 'leaver@example.com' } })
    expect([left.status, await db.batch.count({ where: { id } })]).toEqual([200, 0])
  })
})

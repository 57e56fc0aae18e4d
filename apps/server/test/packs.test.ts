import type { BatchListingsWire, BatchWire } from '@printroom/contract/batches'
import type { PackWire } from '@printroom/contract/pack-schemas'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
  .png()
  .toBuffer()
const FRONT = { style: 'studio-product', background: 'white-studio' }
const MINE = {
  name: 'Mine',
  pictures: [
    { scenes: [FRONT], crop: 'white', width: 1600, height: 1600, shop: 'amazon' },
    { scenes: [FRONT], crop: 'close', width: 1200, height: 900 },
    { scenes: [FRONT], crop: 'whole', width: 1200, height: 900 },
    { scenes: [{ style: 'flat-lay', background: 'wood-texture' }], crop: 'whole', width: 1600, height: 1200 },
  ],
}

it(
  'a pack of one’s own: kept, ordered from, and its listings as files of the shop’s size',
  { timeout: 300_000 },
  async () => {
    const client = await new Client(testServer).register('packs@example.com')
    const design = (await (await client.upload(png, 'sun.png')).json()).id
    const made = await client.fetch('/api/packs', { json: MINE })
    expect(made.status).toBe(200)
    const { id: packId, problems } = await made.json<PackWire>()
    expect(problems).toEqual([])
    expect((await client.fetch('/api/packs', { json: MINE })).status).toBe(400)
    const oblong = { ...MINE, name: 'Oblong', pictures: [{ ...MINE.pictures[0], height: 1200 }] }
    const refused = await client.fetch('/api/packs', { json: oblong })
    expect([refused.status, (await refused.json()).error]).toEqual([
      400,
      expect.stringContaining('A picture on pure white is square'),
    ])

    const body = { designIds: [design], products: [{ product: 'mug', colours: ['mug-white'] }], pack_id: packId }
    const estimate = await (await client.fetch('/api/batches/estimate', { json: body })).json()
    expect(estimate).toMatchObject({ pictures: 1, credits: 1, refused: [], left_out: [{ where: 'products.0.pack.3' }] })
    const { id, pack_id } = await (await client.fetch('/api/batches', { json: body })).json<BatchWire>()
    expect(pack_id).toBe(packId)
    const path = `/api/batches/${id}/listings`
    await vi.waitFor(
      async () => {
        const check = await (await client.fetch(path)).json<BatchListingsWire>()
        expect(check).toMatchObject({ name: 'Mine', listings: 1, pictures: 4, ready: 3 })
      },
      { timeout: 240_000, interval: 500 },
    )
    const zip = await client.fetch(`${path}.zip`)
    expect([zip.status, zip.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="listings.zip"'])
    const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())))
    expect(files.map(([name]) => name.split('/').at(-1))).toEqual([
      '01-sun-white-mug-studio-product-white-studio.jpg',
      '02-sun-white-mug-studio-product-white-studio.jpg',
      '03-sun-white-mug-studio-product-white-studio.jpg',
      'listing-check.txt',
    ])
    const [main, close, whole] = files.map(([, bytes]) => bytes)
    const { data, info } = await sharp(main).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([1600, 1600, 255, 255, 255])
    const near = await sharp(close).raw().toBuffer({ resolveWithObject: true })
    expect([near.info.width, near.info.height]).toEqual([1200, 900])
    // The green print is large in what is photographed from near.
    const greenOf = (pixels: Buffer) => {
      let count = 0
      for (let at = 0; at < pixels.length; at += 3) if (pixels[at + 1]! > pixels[at]! + 40) count++
      return (3 * count) / pixels.length
    }
    expect(greenOf(near.data)).toBeGreaterThan(1.2 * greenOf(await sharp(whole).raw().toBuffer()))

    expect((await client.fetch(`/api/packs/${packId}`, { method: 'DELETE' })).status).toBe(200)
    expect(await (await client.fetch(path)).json()).toMatchObject({ name: 'Mine', ready: 3 })
    const account = await client.fetch('/api/account/export')
    const json = unzipSync(new Uint8Array(await account.arrayBuffer()))['account.json']
    expect(JSON.parse(Buffer.from(json!).toString())).toMatchObject({ packs: [] })
  },
)

import { unzipSync } from 'fflate'
import type { MockupWire } from '@printroom/contract/wire'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const [seller, stranger] = [new Client(testServer), new Client(testServer)]
const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: '#e0218a' } })
  .png()
  .toBuffer()
const mugs: MockupWire[] = []
let inKitchen: MockupWire

const settings = {
  product: 'mug',
  product_model: null,
  colour: 'mug-navy',
  model_style: 'studio-product',
  background: 'off-white',
  model_gender: null,
  design_size: 'medium',
}
const download = (body: object, client = seller) => client.fetch('/api/mockups/download', { json: body })
const filesOf = async (response: { arrayBuffer(): Promise<ArrayBuffer> }) =>
  unzipSync(new Uint8Array(await response.arrayBuffer()))
const idsOf = (mockups: MockupWire[]) => mockups.map(({ id }) => id)

beforeAll(async () => {
  await testServer.startWorker()
  await seller.register('seller@example.com')
  await stranger.register('stranger@example.com')
  const { id: design_id } = await (await seller.upload(png, 'Café Crème №5.png')).json()
  const make = async (more: object) =>
    (await seller.fetch('/api/generate-mockup', { json: { ...settings, design_id, ...more } })).json<MockupWire>()
  mugs.push(await make({}), await make({}))
  inKitchen = await make({ model_style: 'lifestyle-use', background: 'kitchen-interior' })
}, 240_000)

it('a zip for a shop holds each mockup once, in its size, under a name that reads', async () => {
  const response = await download({ mockupIds: [...idsOf(mugs), mugs[0]!.id], preset: 'etsy' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = await filesOf(response)
  const folder = mugs[0]!.folder_name
  const name = 'cafe-creme-no5-navy-mug-studio-product-off-white'
  expect(Object.keys(files)).toEqual([`${folder}/${name}-01-etsy.jpg`, `${folder}/${name}-02-etsy.jpg`])
  for (const bytes of Object.values(files))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2000, height: 1500 })
  const [one, two] = Object.values(files)
  expect(Buffer.compare(one!, two!)).not.toBe(0)
})

it('a format alone is the original in another file, and a preset of its very size is the stored file', async () => {
  const webp = Object.entries(await filesOf(await download({ mockupIds: [mugs[0]!.id], format: 'webp' })))
  expect(webp[0]![0]).toMatch(/-off-white-01\.webp$/)
  expect(await sharp(webp[0]![1]).metadata()).toMatchObject({ format: 'webp', width: 2048, height: 2048 })
  const stored = Buffer.from(await (await seller.fetch(mugs[0]!.file_url)).arrayBuffer())
  const [shopify] = Object.values(await filesOf(await download({ mockupIds: [mugs[0]!.id], preset: 'shopify' })))
  expect(Buffer.compare(stored, shopify!)).toBe(0)
})

it('one picture is had as its file with a preset, on pure white for Amazon', async () => {
  const response = await seller.fetch(`${mugs[0]!.file_url}?preset=amazon&format=png&download`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(response.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''cafe-creme-no5-navy-mug-studio-product-off-white-01-amazon.png",
  )
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([2000, 2000])
  for (const corner of [0, 1999, 1999 * 2000, 2000 * 2000 - 1])
    expect([...data.subarray(corner * 3, corner * 3 + 3)]).toEqual([255, 255, 255])
})

it('a cut-out is transparent around the product: a PNG where nothing else is named, never a JPEG, and in a zip too', async () => {
  const response = await seller.fetch(`${inKitchen.file_url}?preset=cutout&download`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(response.headers.get('content-disposition')).toMatch(/-lifestyle-use-kitchen-interior-03-cutout\.png$/)
  const files = await filesOf(await download({ mockupIds: idsOf(mugs), preset: 'cutout', format: 'webp' }))
  expect(Object.keys(files)[0]).toMatch(/-01-cutout\.webp$/)
  for (const bytes of [Buffer.from(await response.arrayBuffer()), ...Object.values(files)]) {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 2048, height: 2048, channels: 4 })
    const alphaAt = (x: number, y: number) => data[(y * 2048 + x) * 4 + 3]
    expect([alphaAt(0, 0), alphaAt(2047, 2047), alphaAt(900, 1024)]).toEqual([0, 0, 255])
  }
  const jpeg = await download({ mockupIds: idsOf(mugs), preset: 'cutout', format: 'jpeg' })
  expect([jpeg.status, (await jpeg.json()).error]).toEqual([
    400,
    'A JPEG cannot be transparent. Choose PNG or WebP for a cut-out.',
  ])
})

it('in layers it is a PSD, which nothing else is', async () => {
  const response = await seller.fetch(`${mugs[0]!.file_url}?preset=layers&download`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/vnd.adobe.photoshop'])
  expect(response.headers.get('content-disposition')).toMatch(/-01-layers\.psd$/)
  const psd = Buffer.from(await response.arrayBuffer())
  expect([psd.toString('latin1', 0, 4), psd.readUInt32BE(14), psd.readUInt32BE(18)]).toEqual(['8BPS', 2048, 2048])
  for (const options of [
    { preset: 'layers', format: 'png' },
    { preset: 'etsy', format: 'psd' },
  ]) {
    const refused = await download({ mockupIds: idsOf(mugs), ...options })
    expect([refused.status, (await refused.json()).error]).toEqual([
      400,
      'Layers come as a PSD, and nothing else does.',
    ])
  }
})

it('what cannot be had is refused in a sentence, before anything is sent', async () => {
  const answer = async (body: object) => {
    const response = await download(body)
    return [response.status, (await response.json()).error]
  }
  expect(await answer({ mockupIds: [inKitchen.id], preset: 'amazon' })).toEqual([
    400,
    expect.stringMatching(/pure white.*surroundings/),
  ])
  expect(await answer({ mockupIds: idsOf(mugs), preset: 'ebay' })).toEqual([
    400,
    'Choose one of these presets: original, large, etsy, shopify, amazon, instagram, cutout, layers',
  ])
  expect(await answer({ mockupIds: idsOf(mugs), format: 'gif' })).toEqual([
    400,
    'Choose one of these formats: jpeg, png, webp, psd',
  ])
  expect((await seller.fetch(`${inKitchen.file_url}?preset=amazon`)).status).toBe(400)
  expect((await seller.fetch(`${inKitchen.file_url}?preset=`)).status).toBe(400)
  const many = Array.from({ length: 101 }, (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`)
  expect(await answer({ mockupIds: many, preset: 'etsy' })).toEqual([
    400,
    'Please select at most 100 mockups for a shop',
  ])
})

it('of a selection the pictures that do not fit are named in the zip with the reason, and the rest are in it', async () => {
  const files = await filesOf(await download({ mockupIds: [mugs[0]!.id, inKitchen.id], preset: 'amazon' }))
  const [fitting, leftOut] = Object.keys(files)
  expect(fitting).toMatch(/-studio-product-off-white-01-amazon\.jpg$/)
  expect(leftOut).toBe('left-out.txt')
  expect(Buffer.from(files[leftOut!]!).toString()).toMatch(
    /-lifestyle-use-kitchen-interior-03-amazon\.jpg\n {2}Amazon wants pure white.*surroundings/,
  )
})

it('another’s mockup is not there, whatever shape it is wanted in', async () => {
  expect((await download({ mockupIds: idsOf(mugs), preset: 'etsy' }, stranger)).status).toBe(404)
  expect((await stranger.fetch(`${mugs[0]!.file_url}?preset=etsy`)).status).toBe(404)
  expect((await new Client(testServer).fetch(`${mugs[0]!.file_url}?preset=etsy`)).status).toBe(401)
})

it('a picture of the image model is cut from its own file, and the zip says so; its white is nobody’s to promise', async () => {
  await testServer.context.db.mockup.update({
    where: { id: mugs[1]!.id },
    data: { printFidelity: 97, printPath: 'model' },
  })
  const files = await filesOf(await download({ mockupIds: idsOf(mugs), preset: 'instagram' }))
  const [ours, models, about] = Object.keys(files)
  expect(about).toBe('about-these-pictures.txt')
  const text = Buffer.from(files[about!]!).toString()
  expect(text).toContain(models!.split('/')[1])
  expect(text).not.toContain(`${ours!.split('/')[1]}\n`)
  expect(await sharp(files[models!]!).metadata()).toMatchObject({ width: 1080, height: 1350 })
  expect((await (await download({ mockupIds: [mugs[1]!.id], preset: 'amazon' })).json()).error).toContain('image model')
  expect((await (await download({ mockupIds: [mugs[1]!.id], preset: 'cutout' })).json()).error).toContain('image model')
  expect((await (await download({ mockupIds: [mugs[1]!.id], preset: 'layers' })).json()).error).toContain('image model')
})

it('a mockup whose design was deleted is cut too, and cannot be set on white', async () => {
  await seller.fetch(`/api/designs/${mugs[0]!.design_id}`, { method: 'DELETE' })
  const files = await filesOf(await download({ mockupIds: [mugs[0]!.id], preset: 'etsy', format: 'png' }))
  expect(Object.keys(files)).toHaveLength(2)
  expect((await (await download({ mockupIds: [mugs[0]!.id], preset: 'amazon' })).json()).error).toContain('was deleted')
  expect((await (await download({ mockupIds: [mugs[0]!.id], preset: 'cutout' })).json()).error).toContain('was deleted')
  expect((await (await download({ mockupIds: [mugs[0]!.id], preset: 'layers' })).json()).error).toContain('was deleted')
})

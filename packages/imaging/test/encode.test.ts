import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodeDesign, encodeJpeg, reencodePng, thumbnails } from '../src/encode.ts'
import { type Origin, originOf } from '../src/origin.ts'
import { readChunks } from '../src/png-chunks.ts'
import { chunk, png } from './png-files.ts'

const rawOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()

describe('our own PNG', () => {
  test('has the same pixels, whatever the kind', async () => {
    for (const kind of [{ type: 6 }, { type: 2 }, { type: 4 }, { type: 0 }]) {
      const from = png({ width: 31, height: 17, ...kind })
      expect(await rawOf(await reencodePng(from))).toEqual(await rawOf(from))
    }
  })

  test('keeps 16 bits', async () => {
    const from = png({ width: 31, height: 17, type: 6, depth: 16 })
    const to = await reencodePng(from)
    const deep = (bytes: Uint8Array) => sharp(bytes).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
    expect((await sharp(to).metadata()).depth).toBe('ushort')
    expect(await deep(to)).toEqual(await deep(from))
  })

  test('keeps colours hidden under full transparency apart from their alpha', async () => {
    const from = await sharp(Buffer.from([200, 10, 30, 0, 1, 2, 3, 255]), { raw: { width: 2, height: 1, channels: 4 } })
      .png()
      .toBuffer()
    expect([...(await rawOf(await reencodePng(from)))].slice(3)).toEqual([0, 1, 2, 3, 255])
  })

  test('has nothing but what the pixels need: no text, no trailer, no second file', async () => {
    const text = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))
    const from = Buffer.concat([png({ width: 9, height: 9 }, [text]), Buffer.from('PK\u0003\u0004<html>')])
    const to = await reencodePng(from)
    expect(readChunks(to).every(({ name }) => ['IHDR', 'IDAT', 'IEND'].includes(name))).toBe(true)
    expect(Buffer.from(to).includes('script') || Buffer.from(to).includes('<html>')).toBe(false)
    expect(readChunks(to).at(-1)!.to + 4).toBe(to.length)
  })

  test('keeps what a profile means: the same colour, now in sRGB', async () => {
    const srgb = Buffer.from([180, 60, 60, 60, 140, 90])
    const wide = await sharp(srgb, { raw: { width: 2, height: 1, channels: 3 } })
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const stored = await sharp(wide, { unlimited: false }).metadata()
    expect(stored.icc).toBeDefined()
    const to = await reencodePng(wide)
    expect((await sharp(to).metadata()).icc).toBeUndefined()
    const [back, design] = [await rawOf(to), (await decodeDesign(wide)).data]
    srgb.forEach((value, i) => expect(Math.abs(back[i]! - value)).toBeLessThanOrEqual(2))
    expect(Math.abs(design[0]! - 180)).toBeLessThanOrEqual(2)
  })
})

test('a design is straight RGBA of 8 bits, from every kind of PNG', async () => {
  for (const kind of [
    { type: 0, depth: 1 },
    { type: 2, depth: 16 },
    { type: 4, depth: 8 },
    { type: 6, depth: 16 },
  ]) {
    const design = await decodeDesign(png({ width: 5, height: 7, ...kind }))
    expect(design).toMatchObject({ width: 5, height: 7 })
    expect(design.data.length).toBe(5 * 7 * 4)
  }
  const grey = await decodeDesign(png({ width: 5, height: 1, type: 0, depth: 8 }))
  expect([...grey.data.subarray(0, 4)]).toEqual([7, 7, 7, 255])
})

test('a thumbnail fits 512 pixels, a card’s 352, and both keep transparency', async () => {
  const from = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#ff000040' } })
    .png()
    .toBuffer()
  const made = await thumbnails(await decodeDesign(from))
  expect(await sharp(made.thumbnail).metadata()).toMatchObject({
    width: 512,
    height: 171,
    format: 'webp',
    hasAlpha: true,
  })
  expect(await sharp(made.card).metadata()).toMatchObject({ width: 352, height: 118, format: 'webp', hasAlpha: true })
})

test('a JPEG is 4:4:4 and tagged sRGB', async () => {
  const data = new Uint8Array(64 * 64 * 3).fill(255)
  const jpeg = await encodeJpeg({ width: 64, height: 64, data }, 'studio')
  const { chromaSubsampling, icc, space } = await sharp(jpeg).metadata()
  expect(chromaSubsampling).toBe('4:4:4')
  expect(icc).toBeDefined()
  expect(space).toBe('srgb')
  expect((await rawOf(jpeg)).every((value) => value === 255)).toBe(true)
})

test.each([
  ['studio', 'digitalCreation', 'No generative AI'],
  ['model', 'trainedAlgorithmicMedia', 'generative AI model'],
  ['model-and-studio', 'compositeWithTrainedAlgorithmicMedia', 'generative AI model'],
] as const)('a picture of the %s says so, to machines and to people', async (origin, sourceType, words) => {
  const white = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(255) }
  const jpeg = await encodeJpeg(white, origin)
  const { xmpAsString } = await sharp(jpeg).metadata()
  expect(xmpAsString).toContain(
    `Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}"`,
  )
  expect(xmpAsString).toContain(words)
  expect(await originOf(jpeg)).toBe(origin satisfies Origin)
  expect((await rawOf(jpeg)).every((value) => value === 255)).toBe(true)
})

test('a picture without a mark is nobody’s', async () => {
  const white = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(255) }
  expect(await originOf(await encodeJpeg(white, null))).toBeNull()
})

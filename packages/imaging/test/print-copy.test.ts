import { shrinkDesign } from '@printroom/studio/design/shrink-design'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { photo } from '../src/made-designs.ts'
import { decodeDesign } from '../src/encode.ts'
import { ingestPng, printCopyOf } from '../src/ingest.ts'
import { PRINT_SIDE, encodePrintCopy } from '../src/print-copy.ts'
import { studio } from './studio.ts'
import { png } from './png-files.ts'
import { printFidelity } from '../src/print-fidelity.ts'

const blank = (width: number, height: number) => ({ width, height, data: new Uint8Array(width * height * 4).fill(255) })

describe('what a picture is printed from', () => {
  test('is the design’s own file up to 4096 pixels a side, to the byte', async () => {
    expect(await encodePrintCopy(blank(PRINT_SIDE, 3), false)).toBeNull()
    expect(await ingestPng(png({ width: 31, height: 17 }))).toMatchObject({ print: null })
  })

  test('is a whole fraction of a larger one, two thousand pixels at least', async () => {
    for (const [width, height, across, down] of [
      [4097, 3, 2049, 2],
      [8192, 5, 4096, 3],
      [8193, 6, 2731, 2],
      [3, 12_000, 1, 4000],
    ] as const)
      expect(await sharp((await encodePrintCopy(blank(width, height), false))!).metadata()).toMatchObject({
        width: across,
        height: down,
        channels: 4,
        depth: 'uchar',
      })
  })

  test('has the very pixels of a design of 16 bits, as a picture would read them', async () => {
    const taken = await ingestPng(png({ width: 31, height: 17, type: 6, depth: 16 }))
    if (!taken.ok || !taken.print) throw new Error('there is no copy')
    const [own, copied] = [await decodeDesign(taken.file), await decodeDesign(taken.print)]
    expect(Buffer.compare(own.data as Buffer, copied.data as Buffer)).toBe(0)
    expect(await printCopyOf(taken.file)).toEqual(taken.print)
  })
})

describe('a smaller design', () => {
  test('is averaged in light, and no colour of transparent pixels bleeds in', () => {
    const [black, white, red, hidden] = [
      [0, 0, 0, 255],
      [255, 255, 255, 255],
      [255, 0, 0, 255],
      [0, 255, 0, 0],
    ] as const
    const of = (...pixels: (readonly number[])[]) => [
      ...shrinkDesign({ width: 2, height: 2, data: Uint8Array.from(pixels.flat()) }, 2).data,
    ]
    expect(of(black, white, white, black)).toEqual([188, 188, 188, 255])
    expect(of(red, hidden, hidden, hidden)).toEqual([255, 0, 0, 64])
    expect(of(hidden, hidden, hidden, hidden)).toEqual([0, 0, 0, 0])
    for (let code = 0; code < 256; code++)
      expect(of(...Array.from({ length: 4 }, () => [code, code, code, 255])).slice(0, 3)).toEqual([code, code, code])
  })

  test('has its last row and column again where the factor does not divide it', () => {
    const data = Uint8Array.from([1, 2, 3].flatMap((code) => [code * 40, 0, 0, 255]))
    expect([...shrinkDesign({ width: 3, height: 1, data }, 2).data].filter((_, at) => at % 4 === 0)).toEqual([64, 120])
  })
})

test(
  'a photograph of 24 megapixels printed from its copy is still the seller’s file',
  { timeout: 240_000 },
  async () => {
    const { width, height, data } = photo()
    // Sides that nothing divides: a copy's edge may lie half a pixel of its own elsewhere.
    const { data: large, info } = await sharp(data, { raw: { width, height, channels: 4 } })
      .resize(4901, 4901, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const design = { width: info.width, height: info.height, data: large }
    const copy = await decodeDesign((await encodePrintCopy(design, false))!)
    expect(copy.width).toBe(2451)
    for (const wanted of ['mug', 't-shirt']) {
      const { product, geometry } = studio.plates.find((plate) => plate.product === wanted)!
      for (const { similarity, difference } of await printFidelity(
        await studio.loadPlate(product, geometry),
        ['#FFFFFF'],
        design,
        copy,
      )) {
        expect(similarity).toBeGreaterThan(0.99)
        expect(difference).toBeLessThan(1)
      }
    }
  },
)

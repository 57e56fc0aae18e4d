import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cropTo, productBox } from '../src/crop.ts'
import { renderMockup } from '../src/mockup.ts'
import { type Finished, type ExportOptions, exportMockup } from '../src/export.ts'
import { originOf } from '../src/origin.ts'
import { SIDE, decodePicture, encodePicture } from '../src/picture.ts'
import { studio } from './studio.ts'

/** A magenta disc on nothing: a circle must stay one. */
const discOfSide = (side: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 600 600"><circle cx="300" cy="300" r="290" fill="#f0f"/></svg>`,
    ),
  )
    .png()
    .toBuffer()
const disc = await discOfSide(600)

const any = {
  baseModel: null,
  gender: null,
  design: disc,
  designSize: 'medium',
  ordinal: 0,
  colour: { hex: '#3A5A40', heather: false },
} as const
const ORDERS = {
  mug: { ...any, product: 'mug', style: 'studio-product', background: 'off-white' },
  'hung tote': { ...any, product: 'tote-bag', style: 'studio-front', background: 'lifestyle-indoor' },
  'flat-lay': { ...any, product: 't-shirt', baseModel: 'gildan-64000', style: 'flat-lay', background: 'wood-texture' },
  't-shirt': {
    ...any,
    product: 't-shirt',
    baseModel: 'bella-canvas-3001',
    style: 'studio-front',
    background: 'light-gray',
  },
} as const

const ETSY = { width: 2000, height: 1500, crop: 'whole', format: 'jpeg' } as const
const AMAZON = { width: 2000, height: 2000, crop: 'white', format: 'jpeg' } as const
const INSTAGRAM = { width: 1080, height: 1350, crop: 'whole', format: 'jpeg' } as const

const made = new Map<string, Promise<Finished>>()
function finished(name: keyof typeof ORDERS): Promise<Finished> {
  const known = made.get(name)
  if (known) return known
  const making = renderMockup(studio, ORDERS[name]).then((result) => {
    if (!result.ok) throw new Error(result.reason)
    return { request: ORDERS[name], picture: result.mockup.jpeg, isOurs: true }
  })
  made.set(name, making)
  return making
}

/** The disc's width over its height, and its place, in a picture. */
async function discOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  let [left, right, top, bottom] = [info.width, 0, info.height, 0]
  for (let y = 0, at = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++, at += 3) {
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      if (Math.min(r, b) - g < 60) continue
      ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
    }
  return { ratio: (right - left) / (bottom - top), left, right, top, bottom, ...info }
}

/**
 * How many pixels the ink's left edge takes from a tenth to nine tenths of its contrast, so whatever the light is there: the
 * median of the rows about the disc's middle, since an edge that slants would blur a mean of them.
 */
async function edgeOf(picture: Uint8Array, { left, top, bottom }: { left: number; top: number; bottom: number }) {
  const [rows, reach] = [125, 40]
  const area = { left: left - reach, top: ((top + bottom) >> 1) - (rows >> 1), width: 2 * reach, height: rows }
  const pixels = await sharp(picture).extract(area).raw().toBuffer()
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value / values.length, 0)
  const widths = Array.from({ length: rows }, (_, y) => {
    const green = Array.from({ length: area.width }, (_, x) => pixels[(y * area.width + x) * 3 + 1]!)
    const [cloth, ink] = [mean(green.slice(0, reach / 2)), mean(green.slice(-reach / 2))]
    const share = green.map((value) => (value - cloth) / (ink - cloth))
    // From the middle outwards: what the cloth's own grain does further off is none of the edge.
    const middle = share.findIndex((value) => value >= 0.5)
    const crossing = (level: number) => {
      const at =
        level < 0.5
          ? share.findLastIndex((value, x) => x < middle && value < level) + 1
          : share.findIndex((value, x) => x >= middle && value >= level)
      return at - (share[at]! - level) / (share[at]! - share[at - 1]!)
    }
    return crossing(0.9) - crossing(0.1)
  })
  return widths.toSorted((one, other) => one - other)[rows >> 1]!
}

/** The text of a picture's colour profile, whose names are in 16 bits a letter. */
const profileOf = async (bytes: Uint8Array) =>
  (await sharp(bytes).metadata()).icc?.toString('latin1').replaceAll('\0', '')

const present = async (name: keyof typeof ORDERS, options: ExportOptions, isOurs = true) =>
  exportMockup(studio, { ...(await finished(name)), isOurs }, options)

describe.each(Object.keys(ORDERS) as (keyof typeof ORDERS)[])('a %s', (name) => {
  test.each([
    ['Etsy', ETSY],
    ['Instagram', INSTAGRAM],
  ])('is composed anew for %s: its size, its profile, and a circle still as round', async (_, options) => {
    const round = (await discOf((await finished(name)).picture)).ratio
    for (const isOurs of [true, false]) {
      const { file, isComposed } = await present(name, options, isOurs)
      expect(isComposed).toBe(isOurs)
      const seen = await discOf(file)
      expect([seen.width, seen.height]).toEqual([options.width, options.height])
      expect(Math.abs(seen.ratio / round - 1)).toBeLessThan(0.015)
      expect(Math.min(seen.left, seen.top, seen.width - seen.right, seen.height - seen.bottom)).toBeGreaterThan(40)
      expect(await profileOf(file)).toContain('sRGB')
    }
  })

  test('stands on pure white for Amazon, on at least 85 % of the frame, without a dark fringe', async () => {
    const { file } = await present(name, AMAZON)
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    const code = (x: number, y: number) => [0, 1, 2].map((c) => data[(y * info.width + x) * 3 + c])
    for (let i = 0; i < 2000; i += 7)
      for (const [x, y] of [
        [i, 0],
        [i, 1999],
        [0, i],
        [1999, i],
      ] as const)
        expect(code(x, y)).toEqual([255, 255, 255])

    const isProduct = (x: number, y: number) =>
      Math.max(...code(x, y).map((value, c) => Math.abs(value! - [0x3a, 0x5a, 0x40][c]!))) < 90 &&
      code(x, y)[1]! > code(x, y)[0]! + 8
    let [left, right, top, bottom] = [2000, 0, 2000, 0]
    let fringe = 0
    for (let y = 0; y < 2000; y += 3)
      for (let x = 8; x < 1992; x++) {
        if (!isProduct(x, y)) continue
        if (x < left) left = x
        if (x > right) right = x
        if (y < top) top = y
        if (y > bottom) bottom = y
        // From clear white into the product within eight pixels, nothing is darker than the product is there.
        if (Math.min(...code(x - 8, y).map(Number)) === 255 && Math.min(...code(x - 1, y).map(Number)) > 120) {
          const inside = Math.min(...[0, 2, 4, 6, 8, 10, 12].map((dx) => code(x + dx, y)[1]!))
          const edge = Math.min(...[-8, -6, -4, -2, -1].map((dx) => code(x + dx, y)[1]!))
          if (edge < inside - 12) fringe++
        }
      }
    expect(Math.max(right - left, bottom - top) / 2000).toBeGreaterThan(0.85)
    expect(fringe).toBe(0)
  })
})

/** Plates of garments on hangers. */
const hung = studio.plates.filter(({ hook }) => hook)

test('garments hang on hangers', () => expect(hung.length).toBeGreaterThan(5))

describe.each(hung.map((plate) => [`${plate.product}/${plate.geometry}`, plate] as const))('%s', (_, plate) => {
  const [{ style, baseModels, backgrounds }, light, frame] = [plate.serves[0]!, plate.lights[0]!, plate.frames[0]!]
  const shot = { product: plate.product, geometry: plate.geometry, light, frame, seed: 1 }
  const order = { ...any, product: plate.product, baseModel: baseModels[0]!, style, background: backgrounds[0]!, shot }

  test.each([
    ['dark', '#151515'],
    ['light', '#FFFFFF'],
  ])('hangs from no hook where it is wanted alone, in a %s colour: nothing touches the border', async (_name, hex) => {
    const request = { ...order, side: plate.side, colour: { hex, heather: false } }
    const white = await exportMockup(studio, { request, picture: disc, isOurs: true }, { ...AMAZON, format: 'png' })
    const cut = { ...AMAZON, crop: 'cutout', format: 'png' } as const
    const alone = await exportMockup(studio, { request, picture: disc, isOurs: true }, cut)
    for (const [file, channels, blank] of [
      [white.file, 3, 255],
      [alone.file, 4, 0],
    ] as const) {
      const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
      expect(info.channels).toBe(channels)
      const off = new Set<number>()
      for (let i = 0; i < 2000; i++)
        for (const at of [i, 1999 * 2000 + i, i * 2000, i * 2000 + 1999])
          for (let c = 0; c < channels; c++) if (data[at * channels + c] !== blank) off.add(at)
      expect(off.size).toBe(0)
    }
  })
})

test('JPEG, PNG and WebP are what they say, tagged as sRGB, with white that stays white', async () => {
  const magic = { jpeg: 'ffd8ff', png: '89504e470d0a1a0a', webp: '52494646' }
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const { file } = await present('mug', { ...AMAZON, format })
    expect(Buffer.from(file).toString('hex').startsWith(magic[format])).toBe(true)
    const { format: is, width } = await sharp(file).metadata()
    expect([is, width]).toEqual([format, 2000])
    expect(await profileOf(file)).toContain('sRGB')
    const { data } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  }
})

test('an export says where its picture comes from, whatever its file: a model’s stays a model’s', async () => {
  const { request, picture } = await finished('mug')
  const models = await encodePicture(await decodePicture(picture, SIDE), 'model')
  const instagram = { ...ETSY, width: 1080, height: 1350 }
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const ours = await exportMockup(studio, { request, picture, isOurs: true }, { ...instagram, format })
    expect(await originOf(ours.file)).toBe('studio')
    for (const size of [instagram, { ...instagram, width: SIDE, height: SIDE }]) {
      const theirs = await exportMockup(studio, { request, picture: models.image, isOurs: false }, { ...size, format })
      expect(await originOf(theirs.file)).toBe('model')
    }
  }
})

test('a picture of other plates than today’s is cut, not swapped for another photograph', async () => {
  const other = await renderMockup(studio, { ...ORDERS.mug, ordinal: 3 })
  if (!other.ok) throw new Error(other.reason)
  const { isComposed } = await exportMockup(
    studio,
    { request: ORDERS.mug, picture: other.mockup.jpeg, isOurs: true },
    ETSY,
  )
  expect(isComposed).toBe(false)
})

test('a crop keeps its shape and never goes on beyond a side that cuts the product', async () => {
  const whole = { left: 0, top: 0, right: 1, bottom: 1 }
  const worn = { left: 0.2, top: 0.1, right: 0.8, bottom: 1 }
  for (const aspect of [4 / 3, 4 / 5, 1])
    for (const product of [whole, worn, productBox((await studio.loadPlate('mug', 'studio-1')).map)]) {
      const crop = cropTo(aspect, whole, product)
      expect((crop.right - crop.left) / (crop.bottom - crop.top)).toBeCloseTo(aspect, 6)
      if (product.bottom === 1) expect(crop.bottom).toBeLessThanOrEqual(1)
      if (product.right === 1) expect(crop.right).toBeLessThanOrEqual(1)
    }
  // Worn, by somebody who would be seen once more beyond the picture: it is shown nearer, with all of its print.
  const print = { left: 0.4, top: 0.12, right: 0.6, bottom: 0.4 }
  const near = cropTo(4 / 3, whole, worn, { print })
  expect(near).toMatchObject({ left: 0, right: 1 })
  expect(near.bottom - near.top).toBeCloseTo(0.75)
  expect(near.top).toBeLessThan(0.08)
  const low = cropTo(4 / 3, whole, worn, { print: { ...print, top: 0.6, bottom: 0.95 } })
  expect(low.bottom).toBeCloseTo(1)
  // Before photographed surroundings: a bag that hangs from beyond the picture is shown nearer, less of its straps and all
  // of its bottom; one that hangs within it stands closer to the edge, so that less is mirrored.
  const arePhotographed = true
  const straps = cropTo(4 / 3, whole, { left: 0.2, top: 0, right: 0.8, bottom: 0.9 }, { arePhotographed })
  expect(straps).toMatchObject({ left: 0, right: 1 })
  expect([straps.top, straps.bottom]).toEqual([expect.closeTo(0.2), expect.closeTo(0.95)])
  const hung = { left: 0.25, top: 0.12, right: 0.75, bottom: 0.89 }
  const beyond = ({ left, right }: ReturnType<typeof cropTo>) => right - left - 1
  expect(beyond(cropTo(4 / 3, whole, hung))).toBeGreaterThan(0.15)
  expect(beyond(cropTo(4 / 3, whole, hung, { arePhotographed }))).toBeLessThan(0.07)
})

test('at 4096 pixels a side a print is drawn anew, its edge finer than that of the stored picture enlarged; what cannot be is refused', async () => {
  const large = { width: 4096, height: 4096, crop: 'whole', format: 'png' } as const
  // More pixels than the picture gives it, so that what is soft is the picture's.
  const request = { ...ORDERS['t-shirt'], design: await discOfSide(3000) }
  const made = await renderMockup(studio, request)
  if (!made.ok) throw new Error(made.reason)
  const { file, isComposed } = await exportMockup(studio, { request, picture: made.mockup.jpeg, isOurs: true }, large)
  expect(isComposed).toBe(true)
  expect(await sharp(file).metadata()).toMatchObject({ width: 4096, height: 4096 })
  const enlarged = await sharp(made.mockup.jpeg)
    .resize(4096, 4096, { kernel: 'lanczos3' })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const place = await discOf(file)
  // 1.6 of 3.0 pixels on this plate; with fewer rows the cloth’s own grain decides.
  expect(await edgeOf(file, place)).toBeLessThan(0.7 * (await edgeOf(enlarged, place)))
  await expect(present('t-shirt', large, false)).rejects.toThrow('cannot be composed anew')
})

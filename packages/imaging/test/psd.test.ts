import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { compose } from '@printroom/studio/compose'
import { initializeCanvas, type Layer, readPsd } from 'ag-psd'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exportMockup } from '../src/export.ts'
import { type MockupRequest, prepareComposition, renderMockup } from '../src/mockup.ts'
import { openStudio } from '../src/studio.ts'

// The reader makes its pixels by these; there is no canvas here.
initializeCanvas(
  () => {
    throw new Error('nothing is drawn')
  },
  (width, height) => ({ width, height, data: new Uint8ClampedArray(4 * width * height), colorSpace: 'srgb' }),
)

const studio = await openStudio(PRODUCTS_FOLDER)
/** All colours, soft edges and a hole. */
const design = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="720"><defs>
      <linearGradient id="a"><stop stop-color="#e03"/><stop offset=".5" stop-color="#fd0"/><stop offset="1" stop-color="#06c"/></linearGradient>
      <radialGradient id="b"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient></defs>
      <rect x="20" y="20" width="560" height="400" fill="url(#a)"/><circle cx="300" cy="220" r="90" fill="url(#b)"/>
      <circle cx="300" cy="560" r="140" fill="#0a7" fill-opacity=".6"/></svg>`,
  ),
)
  .png()
  .toBuffer()

const any = { baseModel: null, gender: null, design, designSize: 'medium', ordinal: 0 } as const
const ORDERS: Record<string, MockupRequest> = {
  'a navy hoodie that is worn': {
    ...any,
    product: 'hoodie',
    baseModel: 'gildan-18500',
    style: 'lifestyle-casual',
    background: 'neutral-gray',
    gender: 'man',
    colour: { hex: '#1F2A44', heather: false },
  },
  'a red mug': {
    ...any,
    product: 'mug',
    style: 'studio-product',
    background: 'white-studio',
    colour: { hex: '#B3131B', heather: false },
  },
}
const SIDE = 2048
/** 8-bit values by which what an editor shows may differ, and the share of the print's pixels that may differ by more. */
const VALUES = 3
const SHARE_OFF = 0.01
/** By how much a print's colour may differ from the design's: the gradient has begun there, and light is divided out in sRGB values. */
const OWN = 30

type Pixels = { width: number; data: Uint8Array | Uint8ClampedArray; left: number; top: number }
const pixelsOf = ({ left = 0, top = 0, imageData }: Pick<Layer, 'left' | 'top' | 'imageData'>): Pixels => {
  if (!imageData) throw new Error('a layer without pixels')
  return { left, top, width: imageData.width, data: imageData.data as Uint8Array }
}

/** The print's mask: nothing of a smart object, drawn anew, is seen beside it. */
const maskOf = ({ mask }: Layer): Pixels => {
  expect(mask).toMatchObject({ defaultColor: 0 })
  return pixelsOf(mask ?? {})
}

/** Adobe's formulas of the blend modes, in shares of one; layers clipped to the print are blended into it before it is laid on. */
function flatten(
  [blank, print, light, shine]: readonly Pixels[],
  mask: Pixels,
  colourOf: (c: number) => number | null,
): Uint8Array {
  const out = new Uint8Array(SIDE * SIDE * 3)
  for (let at = 0; at < SIDE * SIDE; at++) for (let c = 0; c < 3; c++) out[3 * at + c] = blank!.data[4 * at + c]!
  for (let at = 0; at < print!.data.length / 4; at++) {
    const [x, y] = [print!.left + (at % print!.width), print!.top + Math.floor(at / print!.width)]
    for (let c = 0; c < 3; c++) {
      const own = colourOf(c)
      const alpha = ((own === null ? print! : light!).data[4 * at + 3]! / 255) * (mask.data[4 * at]! / 255)
      const multiplied = ((own ?? print!.data[4 * at + c]!) / 255) * (light!.data[4 * at + c]! / 255)
      const screened = 1 - (1 - multiplied) * (1 - shine!.data[4 * at + c]! / 255)
      const to = 3 * (y * SIDE + x) + c
      out[to] = Math.round(255 * alpha * screened + (1 - alpha) * out[to]!)
    }
  }
  return out
}

test.each(Object.entries(ORDERS))('%s: its layers, put together again, are the picture', async (_, request) => {
  const [small, prepared] = await Promise.all([
    renderMockup(studio, { ...request, size: 512 }),
    prepareComposition(studio, request),
  ])
  if (!small.ok || !prepared.ok) throw new Error('it cannot be made')
  const { composition } = prepared
  const whole = compose({ ...composition, size: SIDE })
  const finished = { request, picture: small.mockup.jpeg, isOurs: true }
  const { file } = await exportMockup(studio, finished, { width: SIDE, height: SIDE, crop: 'layers', format: 'psd' })

  const psd = readPsd(file, { useImageData: true })
  expect(psd).toMatchObject({ width: SIDE, height: SIDE, bitsPerChannel: 8 })
  expect(psd.imageResources?.xmpMetadata).toContain('digitalsourcetype/digitalCreation')
  expect(Buffer.from(file).indexOf(Buffer.from('8BIM\u0004\u000f\0\0', 'latin1'))).toBeGreaterThan(0)
  const layers = psd.children ?? []
  expect(layers.map(({ name, blendMode, clipping }) => [name, blendMode, clipping])).toEqual([
    ['Blank product', 'normal', false],
    ['Print', 'normal', false],
    ['Light on the print', 'multiply', true],
    ['Shine on the print', 'screen', true],
  ])
  const pixels = layers.map(pixelsOf)

  const shown = psd.imageData?.data ?? []
  const mask = maskOf(layers[1]!)
  const together = flatten(pixels, mask, () => null)
  const white = compose({ ...composition, design: whiteOf(composition.design), size: SIDE })
  const [, print] = pixels
  let [inside, off, outside, offWhite] = [0, 0, 0, 0]
  white.printMask.forEach((share, at) => {
    const far = [0, 1, 2].map((c) => Math.abs(together[3 * at + c]! - whole.data[3 * at + c]!))
    if (share === 0) outside += Math.max(...far)
    else inside++
    if (Math.max(...far) > VALUES) off++
    for (let c = 0; c < 3; c++) if (shown[4 * at + c] !== whole.data[3 * at + c]) outside++
  })
  const asWhite = flatten(pixels, mask, () => 255)
  let masked = 0
  mask.data.forEach((share, at) => {
    if (at % 4 > 0) return
    const [x, y] = [mask.left + ((at / 4) % mask.width), mask.top + Math.floor(at / 4 / mask.width)]
    if (share !== white.printMask[y * SIDE + x]) masked++
  })
  expect(masked).toBe(0)
  white.printMask.forEach((share, at) => {
    if (share === 255 && Math.abs(asWhite[3 * at + 1]! - white.data[3 * at + 1]!) > VALUES) offWhite++
  })
  expect(outside).toBe(0)
  expect(inside).toBeGreaterThan(0.03 * SIDE * SIDE)
  expect(off).toBeLessThan(SHARE_OFF * inside)
  expect(offWhite).toBeLessThan(SHARE_OFF * inside)
  // Where it is opaque the print is in its own colours, not in those of its light: red at its left, wherever cloth has that.
  const { width, data } = print!
  const row = Math.round(0.2 * (data.length / 4 / width)) * width
  let left = 0
  while (left < width && data[4 * (row + left) + 3]! < 255) left++
  const at = 4 * (row + left + Math.round(0.01 * width))
  const red = [0xee, 0x00, 0x33, 0xff]
  red.forEach((value, c) => expect(Math.abs(data[at + c]! - value)).toBeLessThan(OWN))
})

const whiteOf = ({ width, height }: { width: number; height: number }) => ({
  width,
  height,
  data: new Uint8Array(width * height * 4).fill(255),
})

test('a model’s picture has none, and nothing but layers is a PSD', async () => {
  const request = ORDERS['a red mug']!
  const result = await renderMockup(studio, { ...request, size: 64 })
  if (!result.ok) throw new Error(result.reason)
  const finished = { request, picture: result.mockup.jpeg, isOurs: true }
  const options = { width: SIDE, height: SIDE, crop: 'layers', format: 'psd' } as const
  await expect(exportMockup(studio, { ...finished, isOurs: false }, options)).rejects.toThrow('cannot be composed anew')
  await expect(exportMockup(studio, finished, { ...options, crop: 'whole' })).rejects.toThrow('only layers')
})

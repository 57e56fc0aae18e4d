import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type LayerMaskData, readPsd } from 'ag-psd'
import { afterAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { exportMockup } from '@printroom/imaging/export'
import { type MockupRequest, renderMockup } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { targetOf } from '../src/plate/target.ts'
import { writePlate } from '../src/plate/write-plate.ts'
import { scenePsd } from '../src/psd/scene-psd.ts'

const SIDE = 2048
const folder = await mkdtemp(path.join(tmpdir(), 'printroom-psd-'))
afterAll(() => rm(folder, { recursive: true }))

const design = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><defs>
      <linearGradient id="a"><stop stop-color="#e03"/><stop offset=".5" stop-color="#fd0"/><stop offset="1" stop-color="#06c"/></linearGradient></defs>
      <rect width="1200" height="1200" fill="url(#a)"/>${[100, 220, 340, 460, 580].map((r) => `<circle cx="600" cy="600" r="${r}" fill="none" stroke="#123" stroke-width="40"/>`).join('')}</svg>`,
  ),
)
  .png()
  .toBuffer()

const rawOf = (jpeg: Uint8Array) => sharp(jpeg).raw().toBuffer()

/**
 * Mean differences of 8-bit values: over the whole picture, and where its print's mask lets more than half be seen; and how much
 * brighter it has become beside the print.
 */
function differences(before: Uint8Array, after: Uint8Array, { left = 0, top = 0, imageData }: LayerMaskData) {
  if (!imageData) throw new Error('the print has no mask')
  const meanOf = (places: readonly number[]) => {
    let sum = 0
    for (const at of places) for (let c = 3 * at; c < 3 * at + 3; c++) sum += Math.abs(before[c]! - after[c]!)
    return sum / (3 * places.length)
  }
  const { width, height, data } = imageData
  const places = Array.from({ length: width * height }, (_, at) => at).filter((at) => data[4 * at]! > 127)
  const isPrint = new Uint8Array(SIDE * SIDE)
  for (const at of places) isPrint[(top + Math.floor(at / width)) * SIDE + left + (at % width)] = 1
  let [gained, count] = [0, 0]
  for (let at = 0; at < before.length; at++) {
    if (isPrint[Math.floor(at / 3)] === 1) continue
    gained += after[at]! - before[at]!
    count++
  }
  return {
    brighter: gained / count,
    whole: meanOf(Array.from({ length: before.length / 3 }, (_, at) => at)),
    print: meanOf(places.map((at) => (top + Math.floor(at / width)) * SIDE + left + (at % width))),
  }
}

test.each([
  { style: 'flat-lay', background: 'white-studio', gender: null },
  { style: 'lifestyle-casual', background: 'lifestyle-indoor', gender: 'man' },
])(
  'a mockup that goes out as a PSD comes back in as a scene, in which the design looks as it did ($style)',
  async ({ style, background, gender }) => {
    const request: MockupRequest = {
      product: 't-shirt',
      baseModel: 'gildan-64000',
      style,
      background,
      gender,
      design,
      designSize: 'large',
      ordinal: 0,
      colour: { hex: '#FFFFFF', heather: false },
    }
    const ours = await renderMockup(await openStudio(PRODUCTS_FOLDER), request)
    if (!ours.ok) throw new Error(ours.reason)
    const finished = { request: { ...request, shot: ours.mockup.shot }, picture: ours.mockup.jpeg, isOurs: true }
    const layers = { width: SIDE, height: SIDE, crop: 'layers', format: 'psd' } as const
    const { file } = await exportMockup(await openStudio(PRODUCTS_FOLDER), finished, layers)
    const scene = await scenePsd(file, targetOf('t-shirt'), 'own-1')
    if (!scene.ok) throw new Error(scene.refusal.sentence)
    expect(scene.report.psd.smartObject).toBe('Print')
    await writePlate(folder, scene.plate, scene.backdrop)
    const { maxWidthIn, maxHeightIn } = scene.plate.manifest.print
    const middle = { x: maxWidthIn / 2, y: maxHeightIn / 2 }
    const again = await renderMockup(await openStudio(folder), {
      ...request,
      baseModel: null,
      gender: null,
      style: 'photograph',
      background: 'photograph',
      placement: { ...middle, width: maxWidthIn, rotation: 0 },
      designSize: 'large',
    })
    if (!again.ok) throw new Error(again.reason)
    const [before, after] = [await rawOf(ours.mockup.jpeg), await rawOf(again.mockup.jpeg)]
    if (process.env.PSD_INTO) {
      await writeFile(path.join(process.env.PSD_INTO, `${style}-before.jpg`), ours.mockup.jpeg)
      await writeFile(path.join(process.env.PSD_INTO, `${style}-after.jpg`), again.mockup.jpeg)
      await writeFile(path.join(process.env.PSD_INTO, `${style}.psd`), file)
    }
    const { mask } = readPsd(file, { useImageData: true }).children?.find(({ name }) => name === 'Print') ?? {}
    const { whole, print, brighter } = differences(before, after, mask ?? {})
    // 8-bit values; two passes through JPEG are about one of them.
    expect(whole).toBeLessThan(1.3)
    expect(print).toBeLessThan(2.5)
    expect(Math.abs(brighter)).toBeLessThan(0.3)
  },
)

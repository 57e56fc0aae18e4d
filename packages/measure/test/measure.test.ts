import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { renderMockup } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { type Measurement, measurePhotograph } from '../src/measure.ts'
import { PHOTOGRAPH } from '../src/plate/photo-plate.ts'
import { targetOf } from '../src/plate/target.ts'
import { writePlate } from '../src/plate/write-plate.ts'
import { type MadePhotograph, type Scene, photograph } from './made/photograph.ts'
import { sceneOf } from './made/lots.ts'
import { judgedAgainst } from './made/truth.ts'

const WIDTH = 1100
const TAIL = 'PK\u0003\u0004<script>alert(1)</script>'

/** A mug, since its sheet is small and bends most; without what the lot draws by chance. */
const scene: Scene = { ...sceneOf('suite', 3, WIDTH), focal: 35, pitch: 6, yaw: -7, roll: 3 }
const target = targetOf('mug')
const folder = mkdtempSync(path.join(tmpdir(), 'measure-'))
afterAll(() => rmSync(folder, { recursive: true }))

let made: MadePhotograph | undefined
const madePhotograph = async () => (made ??= await photograph(scene))
let measured: Measurement | undefined
const measuredPhotograph = async () =>
  (measured ??= await measurePhotograph((await madePhotograph()).jpeg, target, 'own-1'))

test('map, light and print of a made photograph are near the truth', async () => {
  const measurement = await measuredPhotograph()
  if (!measurement.ok) throw new Error(measurement.refusal.sentence)
  const { map, white, print } = judgedAgainst(scene, (await madePhotograph()).truth, measurement.measured)
  expect(map[0]).toBeLessThan(0.5)
  expect(map[1]).toBeLessThan(2)
  expect(white[0]).toBeLessThan(0.03)
  expect(print).toBeGreaterThan(0.94)
  const { report } = measurement
  expect(report.area.printable).toBeGreaterThan(0.8)
  expect(report.inks.map(({ name }) => name)).toContain('cyan')
  // A screen's begins at 0.01.
  expect(report.ripple).toBeLessThan(0.006)
  expect(report.markers.found).toBeGreaterThan(30)
})

test('its plate is one like every other: the studio opens it, and a design lies where its seller put it', async () => {
  const measurement = await measuredPhotograph()
  if (!measurement.ok) throw new Error(measurement.refusal.sentence)
  await writePlate(folder, measurement.plate, measurement.backdrop)
  expect(readdirSync(path.join(folder, 'mug', 'plates')).toSorted()).toEqual(['own-1', 'own-1-photograph'])
  const studio = await openStudio(folder)
  const request = { product: 'mug', baseModel: null, style: PHOTOGRAPH, background: PHOTOGRAPH, gender: null }
  expect(studio.canRender(request)).toBe(true)
  const ask = async (design: Uint8Array) => {
    const colour = { hex: '#FFFFFF', heather: false }
    const rendered = await renderMockup(studio, {
      ...request,
      design,
      colour,
      designSize: 'small',
      ordinal: 0,
      size: 900,
    })
    if (!rendered.ok) throw new Error(rendered.reason)
    return new Uint8Array(await sharp(rendered.mockup.jpeg).raw().toBuffer())
  }
  const square = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 4, background } })
      .png()
      .toBuffer()
  const [bare, red] = [await ask(await square('#00000000')), await ask(await square('#C81E28'))]
  // In the middle of the print, as the true map has it.
  const { crop } = measurement.measured
  const { x, y } = (await madePhotograph()).truth
  let [inside, reddened, outside, changed] = [0, 0, 0, 0]
  for (let at = 0; at < 900 * 900; at += 7) {
    const px = Math.floor(crop.left + ((at % 900) + 0.5) * (crop.side / 900))
    const py = Math.floor(crop.top + (Math.floor(at / 900) + 0.5) * (crop.side / 900))
    const [dx, dy] = [x[py * WIDTH + px]! - 1.9, y[py * WIDTH + px]! - 1.65]
    const isRed = red[3 * at]! - red[3 * at + 1]! > 40
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 1.2) {
      inside++
      if (isRed) reddened++
    } else if (!(Math.max(Math.abs(dx), Math.abs(dy)) < 1.4)) {
      outside++
      if (Math.abs(red[3 * at + 1]! - bare[3 * at + 1]!) > 12) changed++
    }
  }
  expect(reddened / inside).toBeGreaterThan(0.99)
  expect(changed / outside).toBeLessThan(0.01)
})

test('what lies behind the picture in its file is in nothing that is made of it, nor are place and camera', async () => {
  const { jpeg } = await madePhotograph()
  const tagged = await sharp(jpeg)
    .withExif({ IFD0: { Make: 'SECRETCAM' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
    .jpeg()
    .toBuffer()
  const measurement = await measurePhotograph(Buffer.concat([tagged, Buffer.from(TAIL)]), target, 'own-2')
  if (!measurement.ok) throw new Error(measurement.refusal.sentence)
  await writePlate(folder, measurement.plate, measurement.backdrop)
  for (const name of ['own-2', 'own-2-photograph'])
    for (const file of readdirSync(path.join(folder, 'mug', 'plates', name))) {
      const bytes = readFileSync(path.join(folder, 'mug', 'plates', name, file), 'latin1')
      expect(bytes.includes('script') || bytes.includes('SECRETCAM') || bytes.includes('GPS'), file).toBe(false)
    }
})

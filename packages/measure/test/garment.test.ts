import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findGarment } from '../src/garment/find-garment.ts'
import { missingShare } from '../src/garment/missing.ts'
import { nearestSource } from '../src/garment/nearest.ts'
import { maskOfPlate, maskPartsOf } from '../src/garment/mask-parts.ts'
import { readMask } from '../src/garment/read-mask.ts'
import type { Planes } from '../src/light/planes.ts'
import type { RasterMap } from '../src/map/raster-map.ts'
import { filesOfKept, readKept } from '../src/plate/kept.ts'
import { photoPlate } from '../src/plate/photo-plate.ts'
import { targetOf } from '../src/plate/target.ts'
import { randomOf } from './made/random.ts'

const SIZE = 400
const RADIUS = 150
const ground = [0.2, 0.21, 0.22]

const distance = (at: number) => Math.hypot((at % SIZE) + 0.5 - SIZE / 2, Math.floor(at / SIZE) + 0.5 - SIZE / 2)
const isCloth = (at: number) => distance(at) < RADIUS

/** A round white cloth, darker to one side, on a ground; the sheet is a square in its middle. */
function picture(behind: readonly number[]) {
  const random = randomOf(3)
  const each = Array.from({ length: SIZE * SIZE }, (_, at) => at)
  const noise = each.map(() => 1 + 0.03 * (random() - 0.5))
  const plane = (c: number) =>
    Float32Array.from(each, (at) => noise[at]! * (isCloth(at) ? 0.75 - (0.3 * (at % SIZE)) / SIZE : behind[c]!))
  const white: Planes = [plane(0), plane(1), plane(2)]
  const target = targetOf('t-shirt')
  const place = (along: number, whole: number) => (along < 120 || along >= 280 ? NaN : ((along - 120) / 160) * whole)
  const x = Float32Array.from(each, (at) =>
    Number.isNaN(place(Math.floor(at / SIZE), 1)) ? NaN : place(at % SIZE, target.sheet.width),
  )
  const y = Float32Array.from(each, (at) =>
    Number.isNaN(x[at]!) ? NaN : place(Math.floor(at / SIZE), target.sheet.height),
  )
  const trusted = Uint8Array.from(x, (value) => (Number.isNaN(value) ? 0 : 1))
  const map: RasterMap = { size: SIZE, pad: 0.2, x, y, trusted, shares: { trusted: 1, folded: 0, uncertain: 0 } }
  const black = white.map((of) => of.map((light, at) => (trusted[at] === 1 ? 0.05 * light : 0)))
  return { white, map, target, light: { white, black: black as unknown as Planes, step: 0, clipped: 0, inks: [] } }
}

test('a white garment is told from a darker ground to a pixel', async () => {
  const { white, map } = picture(ground)
  const { coverage, isTrusted } = await findGarment(white, map)
  expect(isTrusted).toBe(true)
  let wrong = 0
  coverage.forEach((share, at) => {
    if (share > 127 !== isCloth(at) && Math.abs(distance(at) - RADIUS) > 1.5) wrong++
  })
  expect(wrong).toBe(0)
})

test.each([
  ['white', [0.6, 0.6, 0.6]],
  ['as light as its shade', [0.45, 0.46, 0.47]],
])('on a ground that is %s its edge is not sure, and no other colour is offered', async (_, behind) => {
  const { white, map } = picture(behind)
  expect((await findGarment(white, map)).isTrusted).toBe(false)
})

test('a garment that something of another colour was taken into is not trusted, one with warm light on it is', async () => {
  const { white, map } = picture(ground)
  const isPatch = (at: number) => Math.abs((at % SIZE) - 200) < 32 && Math.abs(Math.floor(at / SIZE) - 200) < 32
  const toned = (gains: readonly number[]) =>
    white.map((plane, c) => plane.map((light, at) => (isPatch(at) ? gains[c]! * light : light))) as unknown as Planes
  expect((await findGarment(toned([0.8, 0.42, 0.28]), map)).isTrusted).toBe(false)
  expect((await findGarment(toned([1, 0.85, 0.7]), map)).isTrusted).toBe(true)
})

test('a side that a fold in shade cuts off is garment, fold and all', async () => {
  const { white, map } = picture(ground)
  const isFold = (x: number, y: number) => x > 290 && x < 306 && y > 100 && y < 300
  const shaded = (plane: Float32Array) =>
    plane.map((light, at) => (isCloth(at) && isFold(at % SIZE, Math.floor(at / SIZE)) ? 0.1 * light : light))
  const { coverage, isTrusted } = await findGarment([shaded(white[0]), shaded(white[1]), shaded(white[2])], map)
  let wrong = 0
  coverage.forEach((share, at) => {
    if (share > 127 !== isCloth(at) && Math.abs(distance(at) - RADIUS) > 2.5) wrong++
  })
  expect([wrong, isTrusted]).toEqual([0, true])
})

test('a mask that lacks a side beside it, or a fold within it, is told', () => {
  const { white } = picture(ground)
  const light = white.map((plane) => plane.map(Math.log))
  const missing = (isIn: (x: number, y: number) => boolean) =>
    missingShare(
      Uint8Array.from(light[0]!, (_, at) => (isCloth(at) && isIn(at % SIZE, Math.floor(at / SIZE)) ? 1 : 0)),
      light,
      SIZE,
    )
  expect(missing(() => true)).toBeLessThan(0.002)
  // The ground is as bright as a third of the cloth: the step between them parts the side from it.
  expect(missing((x) => x < 300)).toBeGreaterThan(0.08)
  expect(missing((x, y) => x < 250 || x > 262 || y < 90)).toBeGreaterThan(0.03)
})

test('a coloured one, or one in coloured light, is not taken for a white one', async () => {
  const { white, map } = picture(ground)
  const [red, green, blue] = white
  const pink = (share: number): Planes => [red, green.map((light) => light * share), blue.map((light) => light * share)]
  expect(await findGarment(pink(0.9), map)).toMatchObject({ isTrusted: true })
  expect(await findGarment(pink(0.6), map)).toMatchObject({ isTrusted: false, tint: expect.closeTo(0.51, 1) })
})

test('what is kept makes the plate again: light, map and what may bear a print', async () => {
  const { map, target, light } = picture(ground)
  const trusted = map.trusted.map((share, at) => (distance(at) < 20 ? 0 : share))
  const kept = await readKept(target, await filesOfKept(target, { light, map: { ...map, trusted } }))
  expect(kept.map.trusted).toEqual(trusted)
  let [farthest, most, lost] = [0, 0, 0]
  for (let at = 0; at < SIZE * SIZE; at++) {
    if (Number.isNaN(kept.map.x[at]) !== Number.isNaN(map.x[at])) lost++
    if (!Number.isNaN(map.x[at])) farthest = Math.max(farthest, Math.abs(kept.map.x[at]! - map.x[at]!))
    if (trusted[at] === 1) most = Math.max(most, Math.abs(kept.light.black[1][at]! / light.black[1][at]! - 1))
  }
  // Inches: a twentieth of a pixel is 0.004; and a share, which the camera's 8 bits are in.
  expect([lost, farthest < 0.004, most < 0.1]).toEqual([0, true, true])
  const mask = await maskOfPlate(
    (await maskPartsOf({ ...kept, garment: new Uint8Array(SIZE * SIZE).fill(255) }, 200))[1]!,
    SIZE,
  )
  expect(mask.every((share) => share === 255)).toBe(true)
})

test('with its mask the plate is the whole garment: black goes on beyond the print, and the ground under its edge', () => {
  const { map, target, light } = picture(ground)
  const mask = Uint8Array.from(map.x, (_, at) => (isCloth(at) ? 255 : 0))
  const { plate, backdrop } = photoPlate(target, 'own-1', map, light, mask)
  const [middle, beside, off] = [200, 90, 20].map((x) => 200 * SIZE + x) as [number, number, number]
  const { coverage, u } = plate.map
  expect([coverage[middle], coverage[beside], coverage[off]]).toEqual([255, 255, 0])
  // At the pattern's rim, where no print reaches.
  expect(u[beside]! / 65_535).toBeLessThan(0.2 / 12)
  expect(plate.groups.key.black.data[beside]).toBeGreaterThan(0.9 * plate.groups.key.black.data[middle]!)
  // The same ground everywhere: nothing of the white garment is left to shine at the edge of a dark one.
  const { data } = backdrop.groups.key
  const [least, most] = data.reduce(([low, high], code) => [Math.min(low, code), Math.max(high, code)], [255, 0] as [
    number,
    number,
  ])
  expect(most / least).toBeLessThan(1.1)
  const own = photoPlate(target, 'own-1', map, light, null).plate.map.coverage
  expect([own[middle], own[beside]]).toEqual([255, 0])
})

test('a mask that somebody has mended is read as the plate is cut, and refused where it is of another picture', async () => {
  const photo = { width: 600, height: 800, rgb: new Uint8Array(0), grey: new Uint8Array(0) }
  const crop = { left: 0, top: 100, side: 600, size: 300 }
  const half = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000000' } })
      .composite([
        {
          input: { create: { width: width / 2, height, channels: 3, background: '#ffffff' } },
          left: 0,
          top: 0,
        },
      ])
      .png()
      .toBuffer()
  const read = await readMask(await half(300, 400), photo, crop)
  if (!read.ok) throw new Error(read.refusal.sentence)
  expect(read.coverage.length).toBe(300 * 300)
  expect([read.coverage[150 * 300 + 100], read.coverage[150 * 300 + 200]]).toEqual([255, 0])
  expect(await readMask(await half(400, 400), photo, crop)).toMatchObject({ ok: false, refusal: { code: 'mask' } })
  expect(await readMask(Buffer.from('no picture'), photo, crop)).toMatchObject({ ok: false })
})

test('the nearest source of a pixel is found on all sides', () => {
  const nearest = nearestSource((at) => at === 5 * 20 + 3 || at === 15 * 20 + 17, 20)
  expect(nearest[0]).toBe(5 * 20 + 3)
  expect(nearest[399]).toBe(15 * 20 + 17)
  expect(nearest[6 * 20 + 1]).toBe(5 * 20 + 3)
  expect(nearestSource(() => false, 4).every((from) => from === -1)).toBe(true)
})

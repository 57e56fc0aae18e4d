import { type Composed, compose } from '@printroom/studio/compose'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import { printArea } from '@printroom/studio/geometry/placement'
import type { Design } from '@printroom/studio/plate/plate'
import { LINEAR_OF_SRGB8, fromLinear } from '@printroom/studio/tone/srgb'
import { shoulder } from '@printroom/studio/tone/tone-curve'
import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { existsSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { deltaE } from '@printroom/studio/tone/delta-e'
import type { Studio } from '../../src/studio.ts'
import { type Part, SQUARE, partOf } from './part.ts'

// A plate in the light and crop of its first picture, at 512 pixels, or the part of that which shows the print.

const SIZE = 512

const solid = (colour: readonly number[], alpha = 255): Design => {
  const data = new Uint8Array(64 * 64 * 4)
  for (let at = 0; at < data.length; at += 4) data.set([...colour, alpha], at)
  return { width: 64, height: 64, data }
}

const codesOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const clear = solid([0, 0, 0], 0)
const magenta = solid([192, 0, 192])

/** Share of the picture that is magenta: the print, since nothing else is. */
function printed(data: Uint8Array): number {
  let count = 0
  for (let at = 0; at < data.length; at += 3) if (Math.min(data[at]!, data[at + 2]!) > data[at + 1]! + 50) count++
  return count / (SIZE * SIZE)
}

/** Whether the person of a plate's rig is at a pixel of the first picture, or just beside it. */
async function personIn({ product, rig, frames }: PlateManifest): Promise<(column: number, row: number) => boolean> {
  const file = path.join(PRODUCTS_FOLDER, product, 'plates', rig, 'coverage.webp')
  if (!existsSync(file)) return () => false
  const { data, info } = await sharp(file).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  const { x, y, scale } = frames[0]!
  const place = (pixel: number, middle: number) =>
    Math.round((middle + scale * ((pixel + 0.5) / SIZE - 0.5)) * info.width)
  const near = Math.ceil((scale * info.width) / SIZE) + 2
  return (column, row) => {
    const [left, top] = [place(column, x), place(row, y)]
    for (let line = top - near; line <= top + near; line++)
      for (let at = left - near; at <= left + near; at++) if ((data[line * info.width + at] ?? 0) > 0) return true
    return false
  }
}

type How = { design?: Design; heather?: boolean; background?: string; part?: Part }

/** In the plate's first light; without a design of its own with nothing in the print's box. */
async function pictureOf(
  studio: Studio,
  manifest: PlateManifest,
  hex: string,
  { design = clear, heather = false, background = 'white-studio', part }: How = {},
) {
  const plate = await studio.loadPlate(manifest.product, manifest.geometry)
  // Where only the print is looked at, nothing of what stands behind it is.
  const backdrop = part ? null : await studio.loadBackdrop(manifest.rig, background)
  const { frame, size } = part ?? { frame: manifest.frames[0]!, size: SIZE }
  return compose({
    plate,
    backdrop,
    design,
    colour: { hex, heather },
    sizeName: 'medium',
    background,
    shot: { light: manifest.lights[0]!, frame, seed: 0 },
    size,
  })
}

/** Mean codes of squares of 9 × 9 pixels that lie wholly in the print. */
function patches({ data, width }: Composed, mask: Uint8Array): number[][] {
  const found: number[][] = []
  for (let y = 8; y < width - 8; y += SQUARE)
    for (let x = 8; x < width - 8; x += SQUARE) {
      let [red, green, blue] = [0, 0, 0]
      let isInside = true
      for (let j = -4; j <= 4 && isInside; j++)
        for (let at = (y + j) * width + x - 4; at <= (y + j) * width + x + 4; at++) {
          isInside &&= mask[at]! >= 254
          red += data[at * 3]!
          green += data[at * 3 + 1]!
          blue += data[at * 3 + 2]!
        }
      if (isInside) found.push([red / 81, green / 81, blue / 81])
    }
  return found
}

const share = (values: number[], of: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(of * values.length))]!
const linear = (code: number) => LINEAR_OF_SRGB8[Math.round(code)]!

/** Lines three pixels wide, too fine for any picture; as large as a design can be, so they are drawn once. */
const stripes = ((width = 3600): Design => {
  const data = new Uint8Array(width * width * 4)
  for (let at = 0; at < data.length; at += 4) data.set((at >> 2) % 6 < 3 ? [0, 0, 0, 255] : [255, 255, 255, 255], at)
  return { width, height: width, data }
})()

/** Declares the tests of a plate's pictures: colours, light and backdrops. */
export function testPictures(studio: Studio, manifest: PlateManifest): void {
  const picture = (hex: string, how?: How) => pictureOf(studio, manifest, hex, how)
  let first: Promise<{ part: Part; printMask: Uint8Array }> | undefined
  const readPrint = async () => {
    const whole = { frame: manifest.frames[0]!, size: SIZE }
    const part = partOf(await picture('#808080', { part: whole }), whole.frame)
    return { part, printMask: (await picture('#808080', { part })).printMask }
  }
  /** The part of the picture that shows the print, and its mask. */
  const print = () => (first ??= readPrint())

  const backgrounds = [...new Set(manifest.serves.flatMap((serves) => serves.backgrounds))]
  // At once: the person in them, where there is one, is decoded for all of them.
  beforeAll(() => Promise.all(backgrounds.map((each) => studio.loadBackdrop(manifest.rig, each))))

  test('the product shows its catalogue colour where it is lit', async () => {
    const { part, printMask } = await print()
    // White stays below the paper's white.
    const most = { '#FFFFFF': 5, '#25282A': 3, '#263147': 3, '#D50032': 3 }
    for (const [hex, limit] of Object.entries(most)) {
      const differences = patches(await picture(hex, { part }), printMask).map((codes) => deltaE(codes, codesOf(hex)))
      expect(share(differences, 0.35), hex).toBeLessThan(limit)
    }
  })

  test('the mean of a heather is the plain colour', async () => {
    const { part, printMask } = await print()
    const mean = async (heather: boolean) => {
      const all = patches(await picture('#97999B', { heather, part }), printMask)
      return [0, 1, 2].map((c) => all.reduce((sum, codes) => sum + codes[c]!, 0) / all.length)
    }
    expect(deltaE(await mean(true), await mean(false))).toBeLessThan(1)
  })

  test('ink is lit exactly as cloth is: no colour of a design is lost in any fold', async () => {
    // The light of each patch, from two greys of the product; then what a print of another colour must look like.
    const { part, printMask } = await print()
    const darker = patches(await picture('#505050', { part }), printMask)
    const lighter = patches(await picture('#A8A8A8', { part }), printMask)
    const [low, high] = [linear(0x50), linear(0xa8)]
    for (const ink of ['#B04038', '#3E7D50', '#4058A0', '#B09040']) {
      const shown = patches(await picture('#25282A', { design: solid(codesOf(ink)), part }), printMask)
      const differences = shown.flatMap((codes, i) => {
        if (lighter[i]!.some((code) => code > 215)) return []
        const expected = codesOf(ink).map((code, c) => {
          const slope = (linear(lighter[i]![c]!) - linear(darker[i]![c]!)) / (high - low)
          const light = linear(darker[i]![c]!) + slope * (linear(code) - low)
          return 255 * fromLinear(shoulder(Math.max(0, light)))
        })
        return [deltaE(codes, expected)]
      })
      expect(differences.length).toBeGreaterThan(20)
      expect(share(differences, 0.95), ink).toBeLessThan(3)
    }
  })

  test('no lone pixel of the map lies in the print area: ink is in the print or nowhere', async () => {
    const { map } = await studio.loadPlate(manifest.product, manifest.geometry)
    const { pattern } = manifest
    const area = printArea(manifest)
    const { width, height } = map
    const isInk = (at: number) => {
      if (map.coverage[at]! <= 128) return false
      const x = pattern.x0 + (map.u[at]! / 65_535) * pattern.width
      const y = pattern.y0 + (map.v[at]! / 65_535) * pattern.height
      return x > area.left && x < area.left + area.width && y < area.top && y > area.top - area.height
    }
    const around = [-1, 1, -width - 1, -width, -width + 1, width - 1, width, width + 1]
    let lone = 0
    for (let row = 1; row < height - 1; row++)
      for (let at = row * width + 1; at < (row + 1) * width - 1; at++)
        if (isInk(at) && !around.some((step) => isInk(at + step))) lone++
    expect(lone).toBe(0)
  })

  test('white studio is exactly white at the rim, and no pixel of it is off', async () => {
    const { data } = await picture('#25282A')
    const { map } = await studio.loadPlate(manifest.product, manifest.geometry)
    const { x, y, scale } = manifest.frames[0]!
    // A bag's straps, or a shirt that is worn, may leave the picture: there the rim is theirs.
    const isProduct = (column: number, row: number) => {
      const place = (at: number, middle: number, size: number) => {
        const share = (pixel: number) => middle + scale * (pixel / SIZE - 0.5)
        return [
          Math.max(0, Math.floor(share(at) * size) - 4),
          Math.min(size, Math.ceil(share(at + 1) * size) + 4),
        ] as const
      }
      const [left, right] = place(column, x, map.width)
      const [top, bottom] = place(row, y, map.height)
      for (let line = top; line < bottom; line++)
        if (map.coverage.subarray(line * map.width + left, line * map.width + right).some((code) => code > 0))
          return true
      return false
    }
    const isPerson = await personIn(manifest)
    for (let i = 0; i < SIZE; i++)
      for (const [column, row] of [
        [0, i],
        [SIZE - 1, i],
        [i, 0],
        [i, SIZE - 1],
      ] as const)
        if (!isProduct(column, row) && !isPerson(column, row))
          expect([...data.subarray((row * SIZE + column) * 3, (row * SIZE + column) * 3 + 3)]).toEqual([255, 255, 255])
  })

  test('lines too fine for the picture become an even tone', async () => {
    const { part, printMask } = await print()
    const lines = patches(await picture('#808080', { design: stripes, part }), printMask)
    const tone = patches(await picture('#808080', { design: solid([188, 188, 188]), part }), printMask)
    const differences = lines.map((codes, i) => Math.abs(codes[1]! - tone[i]![1]!))
    expect(share(differences, 0.95)).toBeLessThan(14)
  })

  const shown = new Map<string, Uint8Array>()
  test.each(backgrounds)(
    '%s can be shown, with a print of some size, and looks like no other background',
    async (background) => {
      const { data, printMask } = await picture('#263147', { design: magenta, background })
      expect(data.some((code, at) => code > 60 && printMask[Math.floor(at / 3)] === 0)).toBe(true)
      expect(printed(data)).toBeGreaterThan(0.02)
      expect(printed(data)).toBeLessThan(0.4)
      for (const [other, picture] of shown)
        expect(
          data.some((code, at) => Math.abs(code - picture[at]!) > 6),
          other,
        ).toBe(true)
      shown.set(background, data)
    },
  )
}

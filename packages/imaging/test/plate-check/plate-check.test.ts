import { rm } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { checkPlate } from '../../src/plate-check/check-plate.ts'
import { type MadePlate, copyOf, fileOf, makePlate } from './made-plate.ts'

// What a photographer's folder is told before anybody prints on it: a whole one passes, and each that is broken in one way
// hears of that one.

// What is told of files and figures is told of small ones; a print needs pixels.
const [whole, small] = await Promise.all([makePlate(1024), makePlate(512)])
afterAll(() => Promise.all([whole, small].map(({ folder }) => rm(folder, { recursive: true }))))

test('a whole plate is usable: it is told its size, and how a print comes back', async () => {
  const { isUsable, findings, print } = await checkPlate(whole.folder)
  expect(findings).toEqual([
    { level: 'warning', about: 'size', sentence: expect.stringContaining('At 1024 pixels a side') },
  ])
  expect(isUsable).toBe(true)
  expect(print!.similarity).toBeGreaterThan(0.98)
  expect(print!.difference).toBeLessThan(1)
  expect(print!.seen).toBe(1)
})

test('a worn garment of ours is usable', async () => {
  const { isUsable, findings } = await checkPlate(path.join(PRODUCTS_FOLDER, 't-shirt/plates/lifestyle-casual-woman-2'))
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(isUsable).toBe(true)
})

const MIDDLE = { from: 0.3, to: 0.7 }
/** The pixels of a square in the middle of a picture, which lies in the print. */
const inMiddle = (side: number, change: (at: number) => void): void => {
  const [from, to] = [Math.round(side * MIDDLE.from), Math.round(side * MIDDLE.to)]
  for (let y = from; y < to; y++) for (let x = from; x < to; x++) change(y * side + x)
}
const picture = (format: 'webp' | 'png', channels: 3 | 4, width = 64, height = 64) =>
  sharp({ create: { width, height, channels, background: { r: 90, g: 90, b: 90, alpha: 0.5 } } })
    .toFormat(format)
    .toBuffer()

/** Each breaks one thing, and says what is heard of it: whether `about` and the sentence have these words. */
const BROKEN: [name: string, breaks: (plate: MadePlate) => Promise<unknown>, about: string, says: RegExp][] = [
  ['without a manifest', (plate) => plate.remove('plate.json'), 'plate.json', /missing/],
  ['a manifest that is no JSON', (plate) => plate.write('plate.json', '{ "version": 1,'), 'plate.json', /not JSON/],
  [
    'a manifest of a megabyte',
    (plate) => plate.write('plate.json', ' '.repeat(1e6)),
    'plate.json',
    /longer than 256 kB/,
  ],
  [
    'another version',
    (plate) => plate.manifest((its) => Object.assign(its, { version: 2 })),
    'plate.json',
    /`version`/,
  ],
  [
    'no material that there is',
    (plate) => plate.manifest((its) => Object.assign(its, { material: 'silk' })),
    'plate.json',
    /`material`/,
  ],
  ['no frames', (plate) => plate.manifest((its) => (its.frames = [])), 'plate.json', /`frames`/],
  ['a print without a top', (plate) => plate.manifest((its) => delete its.print.top), 'plate.json', /top or centerY/],
  ['a pattern in centimetres', (plate) => plate.manifest((its) => (its.pattern.width = 62.5)), 'pattern', /metres/],
  ['sizes that shrink', (plate) => plate.manifest((its) => (its.print.sizesIn.small = 11)), 'print', /have to grow/],
  [
    'a large print that is wider than its area',
    (plate) => plate.manifest((its) => (its.print.maxWidthIn = 11)),
    'print',
    /wider than the area/,
  ],
  [
    'a print area beyond the pattern',
    (plate) => plate.manifest((its) => (its.print.top = 0.35)),
    'print',
    /beyond the pattern/,
  ],
  [
    'a frame beyond the edge',
    (plate) => plate.manifest((its) => (its.frames[0]!.x = 0.6)),
    'frames',
    /beyond its edge/,
  ],
  [
    'a hook where nothing is seen',
    (plate) => plate.manifest((its) => (its.hook = { left: 0.4, top: 0, right: 0.6, bottom: 0.08 })),
    'hook',
    /Nothing/,
  ],
  [
    'a hook beyond the edge',
    (plate) => plate.manifest((its) => (its.hook = { left: 0.4, top: -0.1, right: 0.6, bottom: 0.2 })),
    'plate.json',
    /`hook.top`/,
  ],
  [
    'two lights of one name',
    (plate) => plate.manifest((its) => its.lights.push(its.lights[0]!)),
    'lights',
    /Two are called "window"/,
  ],
  [
    'a lamp that takes light',
    (plate) => plate.manifest((its) => (its.lights[0]!.gains.key = [-1, 0, 0])),
    'lights',
    /below 0/,
  ],
  [
    'light without blue',
    (plate) =>
      plate.manifest((its) => {
        for (const gain of Object.values(its.lights[0]!.gains)) gain[2] = 0
      }),
    'lights',
    /no light in one/,
  ],
  [
    'a lamp further than its direction',
    (plate) => plate.manifest((its) => (its.lamps.key = [1, 1, 1])),
    'lamps',
    /longer than 1/,
  ],
  ['another albedo', (plate) => plate.manifest((its) => (its.albedo = 0.18)), 'albedo', /albedo of 0.8/],
  [
    'a size that is not the map’s',
    (plate) => plate.manifest((its) => (its.size = 2048)),
    'map',
    /512 × 512 pixels; `size` says 2048/,
  ],
  ['without a map', (plate) => plate.remove('uv.png'), 'map', /neither uv.bin nor uv.png/],
  ['a map of 8 bits', async (plate) => plate.write('uv.png', await picture('png', 3)), 'uv.png', /16 bits/],
  [
    'a map that is cut off',
    async (plate) => plate.write('uv.png', (await fileOf(plate, 'uv.png')).subarray(0, 9000)),
    'uv.png',
    /cannot be read/,
  ],
  ['a packed map of other bytes', (plate) => plate.write('uv.bin', gzipSync('no map')), 'uv.bin', /cannot be read/],
  ['a map without a product', (plate) => plate.map(({ coverage }) => coverage.fill(0)), 'map', /covers 0.0 %/],
  [
    'a print that is out of sight',
    (plate) => plate.map(({ coverage, width }) => inMiddle(width, (at) => (coverage[at] = 0))),
    'map',
    /is in sight/,
  ],
  [
    'a mirrored map',
    (plate) => plate.map(({ u }) => u.forEach((value, at) => (u[at] = 65_535 - value))),
    'map',
    /mirrored/,
  ],
  [
    'a map upside down',
    (plate) =>
      plate.map(({ u, v }) => {
        u.reverse()
        v.reverse()
      }),
    'map',
    /180 degrees askew/,
  ],
  [
    'a map that stands still',
    (plate) =>
      plate.map(({ u, v, width }) => {
        for (let at = 0; at < u.length; at++) {
          u[at] = u[at - (at % 4)]!
          v[at] = v[at - (Math.floor(at / width) % 4) * width]!
        }
      }),
    'map',
    /stands still/,
  ],
  [
    'a map that folds back',
    (plate) =>
      plate.map(({ u, width }) =>
        inMiddle(width, (at) => (u[at]! += 65_535 * 0.03 * Math.sin((51 * (at % width)) / width))),
      ),
    'map',
    /folds back on itself in \d/,
  ],
  [
    'a map torn in many places',
    (plate) =>
      plate.map(({ v, width }) =>
        inMiddle(width, (at) => {
          if (Math.floor(at / width) % 16 < 8) v[at]! -= 3000
        }),
      ),
    'map',
    /jumps in/,
  ],
  [
    'inches that are not true',
    (plate) =>
      plate.manifest((its) => {
        its.pattern = { x0: -0.6, y0: -0.3125, width: 1.2, height: 0.625 }
      }),
    'map',
    /An inch across takes/,
  ],
  ['a pass that is missing', (plate) => plate.remove('fill-k.webp'), 'fill-k', /missing/],
  ['a pass that is no picture', (plate) => plate.write('key-w.webp', 'light'), 'key-w', /cannot be read/],
  [
    'a pass of another kind',
    async (plate) => plate.write('key-w.webp', await picture('png', 3)),
    'key-w',
    /PNG; passes are WebP/,
  ],
  [
    'a pass that is not square',
    async (plate) => plate.write('env-sw.webp', await picture('webp', 3, 64, 32)),
    'env-sw',
    /64 × 32/,
  ],
  [
    'a pass larger than the map',
    async (plate) => plate.write('env-k.webp', await picture('webp', 3, 1500, 1500)),
    'env-k',
    /1500 pixels wide/,
  ],
  ['a transparent pass', async (plate) => plate.write('env-w.webp', await picture('webp', 4)), 'env-w', /transparent/],
  [
    'a coloured pass',
    async (plate) =>
      plate.write(
        'key-k.webp',
        await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c06040' } })
          .webp()
          .toBuffer(),
      ),
    'key-k',
    /has colour/,
  ],
  [
    'black lighter than white',
    (plate) =>
      plate
        .layer('key-k', (data, side) => {
          inMiddle(side, (at) => (data[at] = 255))
        })
        .then(() => plate.manifest((its) => (its.groups.key.k.range = 2))),
    'key-w',
    /black is lighter than white/,
  ],
  [
    'light beside the product',
    (plate) => plate.layer('env-w', (data) => data.forEach((code, at) => (data[at] = code || 90))),
    'env-w',
    /beside the product/,
  ],
  [
    'folds that are burnt out',
    (plate) => plate.layer('key-w', (data, side) => inMiddle(side, (at) => (data[at] = 255))),
    'key-w',
    /burnt out/,
  ],
  [
    'a range far too large',
    (plate) => plate.layer('fill-w', (data) => data.forEach((code, at) => (data[at] = code / 8))),
    'fill-w',
    /too large/,
  ],
  [
    'no light where the print is',
    (plate) =>
      plate.manifest((its) => {
        for (const gain of Object.values(its.lights[0]!.gains)) gain.fill(0.005)
      }),
    'lights',
    /too dark/,
  ],
  [
    'surroundings that are dark without a cause',
    async (plate) => {
      await plate.layer('key-sk', (data) => data.fill(90))
      await plate.layer('key-sw', (data) => data.fill(90))
    },
    'key-sw',
    /0.16 times/,
  ],
  ['shadows that are swapped', (plate) => plate.layer('fill-sw', (data) => data.fill(200)), 'fill-sk', /swapped/],
]

describe('a broken plate is refused, and told why', () => {
  test.each(BROKEN)('%s', async (_, breaks, about, says) => {
    const plate = await copyOf(small)
    try {
      await breaks(plate)
      const { isUsable, findings } = await checkPlate(plate.folder)
      expect(isUsable).toBe(false)
      expect(findings).toContainEqual({ level: 'error', about, sentence: expect.stringMatching(says) })
      // Nothing else is blamed.
      expect(findings.filter((each) => each.level === 'error' && each.about !== about)).toEqual([])
    } finally {
      await rm(plate.folder, { recursive: true })
    }
  })
})

test('a hook that is large is warned of: it is left out of pictures on white', async () => {
  const plate = await copyOf(small)
  try {
    await plate.manifest((its) => (its.hook = { left: 0, top: 0, right: 1, bottom: 0.14 }))
    const { findings } = await checkPlate(plate.folder)
    expect(findings).toContainEqual({ level: 'warning', about: 'hook', sentence: expect.stringContaining('5.1 %') })
  } finally {
    await rm(plate.folder, { recursive: true })
  }
})

test('where nothing else is wrong a print is made, and one that is half in the dark does not come back', async () => {
  const plate = await copyOf(whole)
  try {
    await plate.layer('key-w', (data, side) =>
      data.forEach((code, at) => (data[at] = at % side > side / 2 ? Math.min(code, 40) : code)),
    )
    await plate.manifest((its) => {
      its.lights[0]!.gains = { key: [1.6, 1.6, 1.6], fill: [0, 0, 0], env: [0, 0, 0] }
    })
    const { isUsable, findings } = await checkPlate(plate.folder)
    expect(isUsable).toBe(false)
    expect(findings.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', about: 'print', sentence: expect.stringMatching(/comes back \d+ % alike/) },
      { level: 'error', about: 'print', sentence: expect.stringMatching(/comes back \d\.\d off in colour/) },
    ])
  } finally {
    await rm(plate.folder, { recursive: true })
  }
})

import { expect, test } from 'vitest'
import { type Composition, compose } from '../src/compose.ts'
import { deltaE } from '../src/tone/delta-e.ts'
import type { Backdrop } from '../src/plate/plate.ts'
import { toLinear } from '../src/tone/srgb.ts'
import { GLOSS, WHITE_LIGHT, encode, flatPlate, manifest, paint } from './synthetic-plate.ts'

const SIZE = 512
/** Without the structure of cloth, so that colours can be told to the code. */
const plate = flatPlate(SIZE, { material: 'glaze' })
const knit = flatPlate(SIZE)
const clear = paint(8, 8, () => [0, 0, 0, 0])

const scene = (changes: Partial<Composition> = {}): Composition => ({
  plate,
  backdrop: null,
  design: clear,
  colour: { hex: '#263147', heather: false },
  sizeName: 'large',
  background: 'white-studio',
  shot: { light: manifest.lights[0]!, frame: manifest.frames[0]!, seed: 1 },
  size: SIZE,
  ...changes,
})

/** Mean codes of a square of pixels around a place, given as shares of the frame. */
function patch({ width, data }: { width: number; data: Uint8Array }, x: number, y: number, half = 6): number[] {
  const sum = [0, 0, 0]
  for (let j = -half; j <= half; j++)
    for (let i = -half; i <= half; i++) {
      const at = ((Math.round(y * width) + j) * width + Math.round(x * width) + i) * 3
      sum.forEach((_, c) => (sum[c]! += data[at + c]!))
    }
  return sum.map((total) => total / (2 * half + 1) ** 2)
}

const codes = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** 12 inches of a frame of 1 m. */
const HALF_PRINT = (12 * 0.0254) / 2

test('the product shows its catalogue colour', () => {
  // Gloss greys a full red a little, as it does on cloth; white is kept below the paper's white.
  for (const [hex, most] of [
    ['#25282A', 1.5],
    ['#263147', 1],
    ['#D50032', 1.3],
    ['#E7CEB5', 2],
    ['#FFFFFF', 4.5],
  ] as const) {
    const picture = compose(scene({ plate: knit, colour: { hex, heather: false } }))
    expect(deltaE(patch(picture, 0.2, 0.5, 20), codes(hex)), hex).toBeLessThan(most)
  }
})

test('the design shows its own colours, on white and on black alike', () => {
  const inks = ['#D50032', '#00A74A', '#224D8F', '#FED141', '#808080', '#FFFFFF']
  const design = paint(1200, 600, (x) => [...codes(inks[Math.floor(x / 200)]!), 255])
  for (const hex of ['#FFFFFF', '#25282A']) {
    const picture = compose(scene({ plate: knit, design, colour: { hex, heather: false } }))
    inks.forEach((ink, i) => {
      const x = 0.5 - HALF_PRINT + ((i + 0.5) / 6) * 2 * HALF_PRINT
      expect(deltaE(patch(picture, x, 0.5), codes(ink)), ink).toBeLessThan(ink === '#FFFFFF' ? 3 : 2)
    })
  }
})

test('transparent pixels leave the cloth untouched, whatever colour they hide', () => {
  const bare = compose(scene())
  const hidden = compose(scene({ design: paint(900, 900, (x) => [255, x % 256, 0, 0]) }))
  expect(Buffer.compare(hidden.data, bare.data)).toBe(0)
})

test('a half-transparent ink lies half way between ink and cloth, in light', () => {
  const design = paint(600, 600, () => [255, 0, 0, 128])
  const [red] = patch(compose(scene({ design, colour: { hex: '#000000', heather: false } })), 0.5, 0.5)
  // Half the light of full red is sRGB code 188.
  expect(Math.abs(red! - 188)).toBeLessThan(8)
})

test('the print ends at its edge, to the pixel', () => {
  const design = paint(1000, 1000, () => [255, 255, 255, 255])
  const { data, printMask } = compose(scene({ design, colour: { hex: '#000000', heather: false } }))
  const row = SIZE / 2
  const edge = (0.5 - HALF_PRINT) * SIZE
  for (let x = 60; x < 256; x++) {
    const red = data[(row * SIZE + x) * 3]!
    if (x < edge - 1.5) expect(red).toBeLessThan(50)
    if (x > edge + 1.5) expect(red).toBeGreaterThan(225)
    expect(printMask[row * SIZE + x]).toBe(
      x + 0.5 < edge - 1 ? 0 : x + 0.5 > edge + 1 ? 255 : printMask[row * SIZE + x],
    )
  }
})

test('white studio is exactly white away from the shadow, and grey paper is not', () => {
  const { data } = compose(scene())
  const at = (x: number, y: number) => [...data.subarray((y * SIZE + x) * 3, (y * SIZE + x) * 3 + 3)]
  for (let y = 0; y < SIZE; y++) {
    expect(at(10, y)).toEqual([255, 255, 255])
    expect(at(SIZE - 20, y)).toEqual([255, 255, 255])
  }
  expect(at(40, 256)[0]).toBeLessThan(200)
  expect(patch(compose(scene({ background: 'neutral-gray' })), 0.95, 0.5)[0]).toBeLessThan(190)
  expect(() => compose(scene({ background: 'urban-street' }))).toThrow(RangeError)
})

test('a person in the backdrop is seen on plain backdrops, which are as white and as grey as without one', () => {
  const [person, side] = [0.05, 64]
  const standing = (paper: number): Backdrop => {
    const range = 2.5
    const data = Uint8Array.from({ length: side * side }, (_, i) =>
      encode((i % side > 0.3 * side ? person : paper) / 3, range),
    )
    const layer = { width: side, height: side, channels: 1, range, data } as const
    const [rig, groups] = [manifest.rig, { key: { range }, fill: { range }, env: { range } }]
    return {
      manifest: { version: 1, rig, background: 'any', isPeopled: true, colour: false, groups },
      groups: { key: layer, fill: layer, env: layer },
    }
  }
  const white = compose(scene({ backdrop: standing(2.4), background: 'white-studio' }))
  const grey = compose(scene({ backdrop: standing(0.4), background: 'neutral-gray' }))
  expect(patch(white, 0.03, 0.5)).toEqual([255, 255, 255])
  expect(deltaE(patch(grey, 0.03, 0.5), codes('#A9A9A8'))).toBeLessThan(2)
  for (const picture of [white, grey])
    expect(patch(picture, 0.95, 0.5).every((code) => code > 20 && code < 100)).toBe(true)
})

test('a crop shows the same product larger, in the same light', () => {
  const shot = { ...scene().shot, frame: { name: 'close', x: 0.5, y: 0.5, scale: 0.5 } }
  const design = paint(1000, 1000, () => [213, 0, 50, 255])
  const [whole, close] = [compose(scene({ design })), compose(scene({ design, shot }))]
  expect(deltaE(patch(whole, 0.5, 0.5), patch(close, 0.5, 0.5))).toBeLessThan(0.5)
  expect(
    close.printMask.reduce((sum, share) => sum + share, 0) / whole.printMask.reduce((sum, share) => sum + share, 0),
  ).toBeCloseTo(4 * Math.min(1, 0.5 / (2 * HALF_PRINT)) ** 2, 0)
})

test('a smaller picture of a plate has the same colours', () => {
  const design = paint(1000, 1000, (x) => (x < 500 ? [255, 255, 255, 255] : [0, 133, 60, 255]))
  const [large, small] = [compose(scene({ design })), compose(scene({ design, size: 128 }))]
  for (const x of [0.2, 0.42, 0.58]) expect(deltaE(patch(large, x, 0.5, 3), patch(small, x, 0.5, 3))).toBeLessThan(1)
})

test('lines finer than a pixel become an even tone and do not beat', () => {
  const design = paint(4000, 400, (x) => (x % 8 < 4 ? [0, 0, 0, 255] : [255, 255, 255, 255]))
  const { data } = compose(scene({ design }))
  const row = Array.from({ length: 100 }, (_, i) => data[((SIZE / 2) * SIZE + 206 + i) * 3]!)
  // Grain is six of them.
  expect(Math.max(...row) - Math.min(...row)).toBeLessThan(16)
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length
  // Half of white ink's light, not half of its code.
  expect(mean).toBeGreaterThan(172)
  expect(mean).toBeLessThan(198)
})

test('the mean of a heather is its catalogue colour, and its fibres show', () => {
  for (const hex of ['#97999B', '#425563', '#C8C9C7', '#3B3F4A']) {
    const plain = compose(scene({ plate: knit, colour: { hex, heather: false } }))
    const heather = compose(scene({ plate: knit, colour: { hex, heather: true } }))
    expect(deltaE(patch(heather, 0.3, 0.3, 40), codes(hex))).toBeLessThan(1.5)
    expect(spread(heather)).toBeGreaterThan(1.5 * spread(plain))
  }
})

function spread({ data, width }: { data: Uint8Array; width: number }): number {
  const values = Array.from(
    { length: 4000 },
    (_, i) => data[((120 + Math.floor(i / 80)) * width + 120 + (i % 80)) * 3 + 1]!,
  )
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

test('a photograph has its own noise and no other', () => {
  const photographed = flatPlate(SIZE, { material: 'photographed' })
  expect(spread(compose(scene({ plate: photographed })))).toBe(0)
  expect(spread(compose(scene()))).toBeGreaterThan(0.5)
})

test('a plate that is exposed is as bright as it is, any other as its colour says', () => {
  const colour = { hex: '#808080', heather: false }
  const lightOf = (isExposed: boolean) => {
    const photographed = flatPlate(SIZE, { material: 'photographed', ...(isExposed && { isExposed }) })
    return toLinear(patch(compose(scene({ plate: photographed, colour })), 0.5, 0.5)[1]! / 255)
  }
  const stored = (light: number) => (encode(light, 1) / 255) ** 2
  expect(lightOf(false)).toBeCloseTo(toLinear(0x80 / 255), 2)
  expect(lightOf(true) / lightOf(false)).toBeCloseTo(3 * (stored(WHITE_LIGHT) - stored(GLOSS)), 2)
})

test('equal shots are equal pictures, and progress rises to 100', () => {
  const told: number[] = []
  const first = compose(scene({ size: 128, onProgress: (percent) => told.push(percent) }))
  expect(Buffer.compare(compose(scene({ size: 128 })).data, first.data)).toBe(0)
  expect(told).toEqual([...told].sort((a, b) => a - b))
  expect(told.at(-1)).toBe(100)
})

test('where the cloth turns away and the print is squeezed, fine lines still become an even tone', () => {
  // Right of and below the middle the pattern runs four times as fast.
  const squeeze = (share: number) => (share < 0.5 ? share : 0.5 + (share - 0.5) * 4)
  const bent = flatPlate(SIZE, { material: 'glaze', pattern: { x0: -0.5, y0: -2, width: 2.5, height: 2.5 } })
  for (let i = 0; i < SIZE * SIZE; i++) {
    bent.map.u[i] = (squeeze(((i % SIZE) + 0.5) / SIZE) / 2.5) * 65_535
    bent.map.v[i] = ((2.5 - squeeze((Math.floor(i / SIZE) + 0.5) / SIZE)) / 2.5) * 65_535
  }
  const design = paint(1000, 1000, (x) => (x % 20 < 10 ? [0, 0, 0, 255] : [255, 255, 255, 255]))
  const { data } = compose(scene({ plate: bent, design }))
  const row = (y: number, from: number) => Array.from({ length: 12 }, (_, i) => data[(y * SIZE + from + i) * 3]!)
  const range = (values: number[]) => Math.max(...values) - Math.min(...values)
  expect(range(row(266, 262))).toBeLessThan(30)
  expect(range(row(230, 220))).toBeGreaterThan(100)
})

test('a half-covered pixel is half product and half backdrop, in light', () => {
  const half = flatPlate(SIZE, { material: 'glaze' })
  half.map.coverage.fill(128)
  for (const group of Object.values(half.groups))
    for (const layer of [group.white, group.black]) layer.data = layer.data.map((value) => value * Math.SQRT1_2)
  // The camera is set by wholly covered cloth.
  const corner = 0.5 * SIZE
  for (let y = corner - 60; y < corner + 60; y++)
    half.map.coverage.fill(255, y * SIZE + corner - 60, y * SIZE + corner + 60)
  const black = patch(compose(scene({ plate: half, colour: { hex: '#25282A', heather: false } })), 0.15, 0.5)
  // Half the light of white is sRGB code 188; black adds next to none.
  for (const code of black) expect(Math.abs(code - 190)).toBeLessThan(5)
  const shadowed = flatPlate(SIZE, { material: 'glaze' })
  shadowed.map.coverage.fill(64)
  for (let y = corner - 60; y < corner + 60; y++)
    shadowed.map.coverage.fill(255, y * SIZE + corner - 60, y * SIZE + corner + 60)
  const quarter = patch(compose(scene({ plate: shadowed, colour: { hex: '#25282A', heather: false } })), 0.15, 0.5)
  for (const code of quarter) expect(code).toBeGreaterThan(218)
})

test('a picture written over another one is the same as on fresh memory', () => {
  const design = paint(600, 600, (x, y) => (x > y ? [200, 30, 60, 255] : [0, 0, 0, 0]))
  const used = compose(scene({ plate: knit, design, colour: { hex: '#FED141', heather: true } }))
  const fresh = compose(scene({ design, sizeName: 'small' }))
  const again = compose(scene({ design, sizeName: 'small', into: used }))
  expect(again.data).toBe(used.data)
  expect(Buffer.compare(again.data, fresh.data)).toBe(0)
  expect(Buffer.compare(again.printMask, fresh.printMask)).toBe(0)
})

test('a speck of ink is printed wherever in the design it lies', () => {
  const side = 700
  // White cloth is shown brighter than 230.
  for (const at of [4, 47, 48, 333, 511, 695]) {
    const design = paint(side, side, (x, y) => [
      0,
      0,
      0,
      Math.abs(x - at) < 4 && Math.abs(y - (side - at)) < 4 ? 255 : 0,
    ])
    const { data } = compose(scene({ design, colour: { hex: '#FFFFFF', heather: false } }))
    let darkest = { code: 255, x: 0, y: 0 }
    for (let y = 100; y < 412; y++)
      for (let x = 100; x < 412; x++)
        if (data[(y * SIZE + x) * 3]! < darkest.code) darkest = { code: data[(y * SIZE + x) * 3]!, x, y }
    const place = (share: number) => (0.5 + 2 * HALF_PRINT * (share - 0.5)) * SIZE
    expect(darkest.code, `speck at ${at}`).toBeLessThan(190)
    expect(Math.abs(darkest.x - place(at / side)), `speck at ${at}`).toBeLessThan(3)
    expect(Math.abs(darkest.y - place((side - at) / side)), `speck at ${at}`).toBeLessThan(3)
  }
})

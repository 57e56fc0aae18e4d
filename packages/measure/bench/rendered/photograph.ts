import { readFileSync } from 'node:fs'
import path from 'node:path'
import { toLinear } from '@printroom/studio/tone/srgb'
import sharp from 'sharp'
import { drawSheet } from '../../src/print/draw.ts'
import { type Sheet, sheetOf } from '../../src/print/sheet.ts'
import { type MadePhotograph, WHITE, inkTexture, reflect } from '../../test/made/photograph.ts'
import type { Lens } from '../../test/made/camera.ts'
import { randomOf } from '../../test/made/random.ts'
import { sensed } from '../../test/made/sensor.ts'

/** What `scene.py` wrote of a scene: light in pixels of a pinhole's picture that is `overscan` times as wide. */
type Facts = {
  number: number
  kind: string
  place: string
  focal: number
  overscan: number
  sheet: [number, number]
  top: number
  light: [number, number]
  black: [number, number]
}

export type Rendered = MadePhotograph & {
  facts: Facts
  sheet: Sheet
  width: number
  height: number
  lens: Lens
}

const WIDTHS = [1800, 2250]
/** Pixels are looked at in so many places, along both axes. */
const PARTS = 2
/** Of a triangle's corner in `mesh.bin`: right, down, depth, place (2), id. */
const CORNER = 6

/** The photograph of a rendered scene, with what is true of it; `brighter`: stops of exposure more than the phone would have given. */
export async function rendered(folder: string, number: number, brighter = 0): Promise<Rendered> {
  const read = (name: string) => readFileSync(path.join(folder, String(number), name))
  const floats = (name: string) => {
    const bytes = read(name)
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  }
  const facts = JSON.parse(read('scene.json').toString()) as Facts
  const random = randomOf(7001 + 131 * number)
  const between = (low: number, high: number) => low + (high - low) * random()
  const sheet = sheetOf(...facts.sheet)
  const width = WIDTHS[Math.floor(random() * WIDTHS.length)]!
  const height = (width * 4) / 3
  const distortion = between(-0.05, 0.04)
  const texture = await inkTexture({ inkGain: between(0.002, 0.009) }, await drawSheet(sheet))
  const lens: Lens = {
    blur: between(0.6, 1.3),
    motion: random() < 0.3 ? between(0.5, 2) : 0,
    noise: between(0.004, 0.014),
    contrast: between(0, 0.5),
    sharpening: between(0, 0.5),
    exposure: 1,
    quality: Math.round(between(85, 95)),
    texture: facts.kind === 'mug' ? 0.002 : between(0.005, 0.025),
  }
  const [white, black] = [floats('white.bin'), floats('black.bin')]
  const mesh = floats('mesh.bin')
  const size = width * height
  const [blank, printed] = [new Float32Array(size * 3), new Float32Array(size * 3)]
  const truth = { x: new Float32Array(size).fill(NaN), y: new Float32Array(size).fill(NaN) }
  const garment = new Uint8Array(size)
  const grain = grainOf(number, width, height, lens.texture)
  const [ink, light, gloss] = [new Float32Array(3), new Float32Array(3), new Float32Array(3)]
  const perUnit = (facts.focal / 36) * height
  const bend = (u: number, v: number) => 1 + (distortion * (u * u + v * v)) / ((width / 2) ** 2 + (height / 2) ** 2)
  const buffers = {
    depth: new Float32Array(size),
    x: new Float32Array(size),
    y: new Float32Array(size),
    id: new Uint8Array(size),
  }
  const parts = Array.from({ length: PARTS ** 2 }, (_, i) => [
    ((i % PARTS) + 0.5) / PARTS,
    (Math.floor(i / PARTS) + 0.5) / PARTS,
  ])
  // The last time through the middle of each pixel, for what is true of it.
  for (const [i, [ox, oy]] of [...parts, [0.5, 0.5]].entries()) {
    raster(mesh, buffers, width, height, ox!, oy!, (x, y, depth) => {
      const [u, v] = [(perUnit * x) / depth, (perUnit * y) / depth]
      const by = bend(u, v)
      return [width / 2 + u * by, height / 2 + v * by]
    })
    const isLast = i === parts.length
    for (let at = 0; at < size; at++) {
      const [sx, sy] = [buffers.x[at]!, facts.top - buffers.y[at]!]
      const isPrinted = buffers.id[at] === 0 && Math.abs(sx) < 500
      if (isLast) {
        garment[at] = buffers.id[at]! < 2 ? 1 : 0
        if (isPrinted) {
          truth.x[at] = sx + sheet.width / 2
          truth.y[at] = sy
        }
        continue
      }
      const [qx, qy] = [(at % width) + ox! - width / 2, Math.floor(at / width) + oy! - height / 2]
      let [u, v] = [qx, qy]
      for (let turn = 0; turn < 4; turn++) {
        const by = bend(u, v)
        u = qx / by
        v = qy / by
      }
      const [fx, fy] = [0.5 + u / width / facts.overscan, 0.5 + v / height / facts.overscan]
      between3(white, facts.light, fx, fy, light)
      between3(black, facts.black, fx, fy, gloss)
      if (isPrinted) reflect(texture, sheet, sx + sheet.width / 2, sy, ink)
      else ink.fill(WHITE)
      const cloth = buffers.id[at]! < 2 ? grain[at]! : 1
      for (let c = 0; c < 3; c++) {
        const lit = light[c]! * cloth
        blank[3 * at + c]! += lit / parts.length
        printed[3 * at + c]! +=
          (isPrinted ? (ink[c]! / WHITE) * lit + 0.7 * gloss[c]! * (1 - ink[c]! / WHITE) : lit) / parts.length
      }
    }
  }
  lens.exposure = (between(0.66, 0.86) / brightest(blank, truth.x)) * 2 ** brighter
  balance(blank, printed, truth.x)
  const without = (each: Lens, seed: number, most?: number) =>
    sensed(blank, width, height, each, seed, most).map(toLinear)
  const shown = sensed(printed, width, height, lens, number + 1)
  const jpeg = await sharp(
    Uint8Array.from(shown, (value) => Math.round(255 * value)),
    {
      raw: { width, height, channels: 3 },
    },
  )
    .jpeg({ quality: lens.quality })
    .toBuffer()
  return {
    jpeg: new Uint8Array(jpeg),
    truth: { ...truth, blank: without({ ...lens, noise: 0 }, 0, Infinity), seen: without(lens, number + 77), garment },
    facts,
    sheet,
    width,
    height,
    lens,
  }
}

/** The light that 98 of 100 places of the printed side stay below. */
function brightest(blank: Float32Array, x: Float32Array): number {
  const values: number[] = []
  for (let at = 0; at < x.length; at += 7)
    if (!Number.isNaN(x[at]!)) values.push(Math.max(blank[3 * at]!, blank[3 * at + 1]!, blank[3 * at + 2]!))
  return Float64Array.from(values).sort()[Math.floor(0.98 * values.length)] ?? 1
}

/** Two thirds of the light's own colour are taken off, as a phone does. */
function balance(blank: Float32Array, printed: Float32Array, x: Float32Array): void {
  const sums = [0, 0, 0]
  for (let at = 0; at < x.length; at++)
    if (!Number.isNaN(x[at]!)) for (let c = 0; c < 3; c++) sums[c]! += blank[3 * at + c]!
  const gains = sums.map((sum) => (sums[1]! / sum) ** (2 / 3))
  for (const picture of [blank, printed]) for (let i = 0; i < picture.length; i++) picture[i]! *= gains[i % 3]!
}

function between3(
  data: Float32Array,
  [width, height]: [number, number],
  fx: number,
  fy: number,
  out: Float32Array,
): void {
  const x = Math.min(width - 1.001, Math.max(0, fx * width - 0.5))
  const y = Math.min(height - 1.001, Math.max(0, fy * height - 0.5))
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [a, b] = [x - i, y - j]
  const from = 3 * (j * width + i)
  for (let c = 0; c < 3; c++) {
    const at = from + c
    const upper = (1 - a) * data[at]! + a * data[at + 3]!
    out[c] = (1 - b) * upper + b * ((1 - a) * data[at + 3 * width]! + a * data[at + 3 * width + 3]!)
  }
}

/** Threads across and down, and unevenness of the cloth: a factor of mean 1. */
function grainOf(seed: number, width: number, height: number, amount: number): Float32Array {
  const random = randomOf(seed * 7 + 1)
  const raw = new Float32Array(width * height).map(() => random() - 0.5)
  const rows = new Float32Array(height).map(() => random() - 0.5)
  return raw.map(
    (value, at) =>
      1 + amount * (value + (raw[at + 1] ?? 0) + (raw[at + width] ?? 0) + 0.5 * rows[Math.floor(at / width)]!),
  )
}

type Buffers = { depth: Float32Array; x: Float32Array; y: Float32Array; id: Uint8Array }

/** The nearest triangle at a place of each pixel, with its own place of the sheet. */
function raster(
  mesh: Float32Array,
  { depth, x, y, id }: Buffers,
  width: number,
  height: number,
  ox: number,
  oy: number,
  project: (x: number, y: number, depth: number) => [number, number],
): void {
  depth.fill(Infinity)
  id.fill(2)
  for (let k = 0; k < mesh.length; k += 3 * CORNER) {
    const [a, b, c] = [k, k + CORNER, k + 2 * CORNER]
    const [da, db, dc] = [mesh[a + 2]!, mesh[b + 2]!, mesh[c + 2]!]
    if (da < 1 || db < 1 || dc < 1) continue
    const [ax, ay] = project(mesh[a]!, mesh[a + 1]!, da)
    const [bx, by] = project(mesh[b]!, mesh[b + 1]!, db)
    const [cx, cy] = project(mesh[c]!, mesh[c + 1]!, dc)
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if (area === 0) continue
    const y1 = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - oy))
    const x1 = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - ox))
    const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - ox))
    for (let j = Math.max(0, Math.ceil(Math.min(ay, by, cy) - oy)); j <= y1; j++)
      for (let i = x0; i <= x1; i++) {
        const wb = ((i + ox - ax) * (cy - ay) - (j + oy - ay) * (cx - ax)) / area
        const wc = ((bx - ax) * (j + oy - ay) - (by - ay) * (i + ox - ax)) / area
        const wa = 1 - wb - wc
        if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue
        const at = j * width + i
        const inverse = wa / da + wb / db + wc / dc
        if (1 / inverse >= depth[at]!) continue
        depth[at] = 1 / inverse
        x[at] = ((wa * mesh[a + 3]!) / da + (wb * mesh[b + 3]!) / db + (wc * mesh[c + 3]!) / dc) / inverse
        y[at] = ((wa * mesh[a + 4]!) / da + (wb * mesh[b + 4]!) / db + (wc * mesh[c + 4]!) / dc) / inverse
        // Cloth seen from behind shows no print.
        id[at] = area > 0 ? Math.max(1, mesh[a + 5]!) : mesh[a + 5]!
      }
  }
}

import sharp from 'sharp'
import { LINEAR_OF_SRGB8, toLinear } from '@printroom/studio/tone/srgb'
import type { Drawing } from '../../src/print/draw.ts'
import { drawSheet } from '../../src/print/draw.ts'
import { pngOf } from '../../src/print/write-print.ts'
import { type Sheet } from '../../src/print/sheet.ts'
import { type Lens, developed } from './camera.ts'
import { type Cloth, type Vector, extentOf, placeOf } from './surface.ts'
import { randomOf } from './random.ts'

/** A made photograph: what is in it and how it is taken. Lengths in inches, angles in degrees, the photograph in pixels. */
export type Scene = {
  seed: number
  sheet: Sheet
  cloth: Cloth
  width: number
  height: number
  /** Focal length as on 35 mm film; of the radius at the corner, the share by which the lens moves it. */
  focal: number
  distortion: number
  pitch: number
  yaw: number
  roll: number
  /** Share of the photograph's width that the cloth takes. */
  fill: number
  /** Direction of the window (right, down, towards the camera), its strength and colour, and those of the room. */
  window: { from: Vector; light: Vector }
  room: Vector
  /** What lies behind the cloth, as light of three channels. */
  ground: Vector
  /** How far ink has run, in inches. */
  inkGain: number
  lens: Lens
}

/**
 * What is true of a photograph: for each pixel the place of the sheet in inches (NaN where there is no cloth), and the light (sRGB
 * undone, three a pixel, more than 1 where the camera cuts off) that it would have without a print, and what the camera would have made of that, noise and all;
 * 1 in `garment` where it shows some, if that is more than what has a place.
 */
export type Truth = {
  x: Float32Array
  y: Float32Array
  blank: Float32Array
  seen: Float32Array
  garment?: Uint8Array
}
/** What judging needs to know of a photograph. */
export type Shot = Pick<Scene, 'width' | 'height' | 'sheet'>
export type MadePhotograph = { jpeg: Uint8Array; truth: Truth }

const MESH = 0.08
const TEXTURE_DPI = 150
export const WHITE = 0.82
const INK_BLACK = 0.04

type Buffers = { x: Float32Array; y: Float32Array; depth: Float32Array; normal: Float32Array }

export async function photograph(scene: Scene, drawing?: Drawing): Promise<MadePhotograph> {
  const { width, height } = scene
  const buffers = rasterised(scene)
  const ink = await inkTexture(scene, drawing ?? (await drawSheet(scene.sheet)))
  const noise = clothNoise(scene)
  const blank = new Float32Array(width * height * 3)
  const printed = new Float32Array(width * height * 3)
  const reflectance = new Float32Array(3)
  for (let at = 0; at < width * height; at++) {
    const isCloth = !Number.isNaN(buffers.x[at]!)
    if (isCloth) reflect(ink, scene.sheet, buffers.x[at]!, buffers.y[at]!, reflectance)
    const facing = facingOf(scene, buffers.normal, at)
    const room = 0.6 + 0.4 * buffers.normal[3 * at + 2]!
    for (let c = 0; c < 3; c++) {
      const light = (scene.window.light[c]! * facing + scene.room[c]! * room) * noise[at]!
      blank[3 * at + c] = isCloth ? WHITE * light : scene.ground[c]!
      printed[3 * at + c] = isCloth ? reflectance[c]! * light + 0.004 : scene.ground[c]!
    }
  }
  const without = (lens: Lens, seed: number, most?: number) =>
    developed(blank, width, height, lens, seed, most).map(toLinear)
  let truth: Truth | undefined
  const shown = developed(printed, width, height, scene.lens, scene.seed)
  const bytes = Uint8Array.from(shown, (value) => Math.round(255 * value))
  const jpeg = await sharp(bytes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: scene.lens.quality })
    .toBuffer()
  return {
    jpeg: new Uint8Array(jpeg),
    // When it is asked for: it takes longer than the photograph, of which most want the file alone.
    get truth() {
      return (truth ??= {
        x: buffers.x,
        y: buffers.y,
        blank: without({ ...scene.lens, noise: 0 }, 0, Infinity),
        seen: without(scene.lens, scene.seed + 1),
      })
    },
  }
}

function facingOf({ window }: Scene, normal: Float32Array, at: number): number {
  const [x, y, z] = window.from
  return Math.max(0, (normal[3 * at]! * x + normal[3 * at + 1]! * y + normal[3 * at + 2]! * z) / Math.hypot(x, y, z))
}

/** The mesh of the cloth through the camera into buffers of places, depths and normals. */
function rasterised(scene: Scene): Buffers {
  const { cloth, sheet, width, height } = scene
  const size = width * height
  const buffers = {
    x: new Float32Array(size).fill(NaN),
    y: new Float32Array(size).fill(NaN),
    depth: new Float32Array(size).fill(Infinity),
    normal: new Float32Array(size * 3),
  }
  const [wide, high] = extentOf(cloth, sheet)
  const [columns, rows] = [Math.ceil(wide / MESH), Math.ceil(high / MESH)]
  const project = projectionOf(scene, wide)
  const knots = (columns + 1) * (rows + 1)
  const seen = new Float64Array(knots * 8)
  for (let j = 0, k = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++, k++) {
      const [x, y] = [(i / columns - 0.5) * wide, (j / rows - 0.5) * high]
      const place = placeOf(cloth, x, y)
      const [ax, ay, az] = difference(placeOf(cloth, x + 0.01, y), place)
      const [bx, by, bz] = difference(placeOf(cloth, x, y + 0.01), place)
      const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
      const length = Math.hypot(...normal) || 1
      seen.set([...project(place), x + sheet.width / 2, y + sheet.height / 2, ...normal.map((n) => n / length)], 8 * k)
    }
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const k = j * (columns + 1) + i
      fill(buffers, scene, seen, k, k + 1, k + columns + 1)
      fill(buffers, scene, seen, k + 1, k + columns + 2, k + columns + 1)
    }
  return buffers
}

const difference = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** From space to pixels and depth, through a pinhole whose radii the lens moves. */
function projectionOf(scene: Scene, wide: number) {
  const { width, height, focal, distortion, fill } = scene
  const perUnit = (focal / 36) * Math.max(width, height)
  const distance = (perUnit * wide) / (fill * width)
  const [p, q, r] = [scene.pitch, scene.yaw, scene.roll].map((degrees) => (degrees * Math.PI) / 180) as Vector
  const corner = Math.hypot(width, height) / 2
  return ([x, y, z]: Vector): Vector => {
    const [x1, y1] = [x * Math.cos(r) - y * Math.sin(r), x * Math.sin(r) + y * Math.cos(r)]
    const [x2, z2] = [x1 * Math.cos(q) + z * Math.sin(q), -x1 * Math.sin(q) + z * Math.cos(q)]
    const [y3, z3] = [y1 * Math.cos(p) - z2 * Math.sin(p), y1 * Math.sin(p) + z2 * Math.cos(p)]
    const depth = distance - z3
    const [u, v] = [(perUnit * x2) / depth, (perUnit * y3) / depth]
    const bend = 1 + (distortion * (u * u + v * v)) / (corner * corner)
    return [width / 2 + u * bend, height / 2 + v * bend, depth]
  }
}

function fill(buffers: Buffers, { width, height }: Scene, seen: Float64Array, a: number, b: number, c: number): void {
  const [ka, kb, kc] = [8 * a, 8 * b, 8 * c]
  const [ax, ay, bx, by, cx, cy] = [seen[ka]!, seen[ka + 1]!, seen[kb]!, seen[kb + 1]!, seen[kc]!, seen[kc + 1]!]
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (area === 0) return
  const firstY = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const firstX = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const lastY = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const lastX = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  for (let y = firstY; y <= lastY; y++)
    for (let x = firstX; x <= lastX; x++) {
      const wb = ((x + 0.5 - ax) * (cy - ay) - (y + 0.5 - ay) * (cx - ax)) / area
      const wc = ((bx - ax) * (y + 0.5 - ay) - (by - ay) * (x + 0.5 - ax)) / area
      const wa = 1 - wb - wc
      if (wa < -1e-9 || wb < -1e-9 || wc < -1e-9) continue
      const to = y * width + x
      const depth = wa * seen[ka + 2]! + wb * seen[kb + 2]! + wc * seen[kc + 2]!
      if (depth >= buffers.depth[to]!) continue
      buffers.depth[to] = depth
      buffers.x[to] = wa * seen[ka + 3]! + wb * seen[kb + 3]! + wc * seen[kc + 3]!
      buffers.y[to] = wa * seen[ka + 4]! + wb * seen[kb + 4]! + wc * seen[kc + 4]!
      for (let n = 5; n < 8; n++)
        buffers.normal[3 * to + n - 5] = wa * seen[ka + n]! + wb * seen[kb + n]! + wc * seen[kc + n]!
    }
}

export type Texture = { width: number; height: number; data: Uint8Array }

/** The print as it is on cloth: ink that has run is wider and softer than it was drawn. */
export async function inkTexture({ inkGain }: Pick<Scene, 'inkGain'>, drawing: Drawing): Promise<Texture> {
  const png = await pngOf(drawing, TEXTURE_DPI)
  const runs = inkGain * TEXTURE_DPI
  // Blurred, then a threshold that is lower than half: dark areas grow by about `runs`.
  const soft =
    runs > 0
      ? sharp(png)
          .blur(Math.max(0.4, 1.5 * runs))
          .linear(1.6, -0.3 * 255 - 0.25 * 255)
      : sharp(png)
  const { data, info } = await soft.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** Three reflectances of a place of the sheet into `out`. */
export function reflect({ width, height, data }: Texture, sheet: Sheet, x: number, y: number, out: Float32Array): void {
  if (x < 0 || y < 0 || x > sheet.width || y > sheet.height) {
    out.fill(WHITE)
    return
  }
  const fx = Math.min(width - 1.001, Math.max(0, x * TEXTURE_DPI - 0.5))
  const fy = Math.min(height - 1.001, Math.max(0, y * TEXTURE_DPI - 0.5))
  const [i, j] = [Math.floor(fx), Math.floor(fy)]
  const [a, b] = [fx - i, fy - j]
  const from = 3 * (j * width + i)
  const below = from + 3 * width
  for (let c = 0; c < 3; c++) {
    const upper = (1 - a) * LINEAR_OF_SRGB8[data[from + c]!]! + a * LINEAR_OF_SRGB8[data[from + 3 + c]!]!
    const lower = (1 - a) * LINEAR_OF_SRGB8[data[below + c]!]! + a * LINEAR_OF_SRGB8[data[below + 3 + c]!]!
    out[c] = INK_BLACK + (WHITE - INK_BLACK) * ((1 - b) * upper + b * lower)
  }
}

/** The cloth's own unevenness: a factor of mean 1, some pixels wide. */
function clothNoise({ seed, width, height, lens }: Scene): Float32Array {
  const random = randomOf(seed * 7 + 1)
  const raw = Float32Array.from({ length: width * height }, () => random() - 0.5)
  return raw.map((value, at) => 1 + lens.texture * (value + (raw[at + 1] ?? 0) + (raw[at + width] ?? 0)))
}

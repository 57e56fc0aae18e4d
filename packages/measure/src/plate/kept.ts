import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { UvMap } from '@printroom/studio/plate/plate'
import { packMap, unpackMap } from '@printroom/studio/plate/uv-map-codec'
import { LINEAR_OF_SRGB8, fromLinear } from '@printroom/studio/tone/srgb'
import sharp from 'sharp'
import { nearestSource } from '../garment/nearest.ts'
import type { MeasuredLight } from '../light/measure-light.ts'
import { DARKEST, type Planes } from '../light/planes.ts'
import type { RasterMap } from '../map/raster-map.ts'
import type { Target } from './target.ts'

/** What a plate is made of again with another mask: the light and the map, without the photograph. */
export type Kept = { light: Pick<MeasuredLight, 'white' | 'black'>; map: RasterMap }
export type File = { path: string; bytes: Uint8Array }

const [WHITE, BLACK, MAP, PAD] = ['white.jpg', 'black.png', 'map.bin', 'map.json']
/** Finer than a plate's own: this is coded once more. Colour is not halved. */
const JPEG = { quality: 96, chromaSubsampling: '4:4:4' } as const
/** Black's share of white changes slowly: a pixel of it stands for so many. */
const COARSER = 4
/** The most that it can be. */
const MOST_SHARE = 0.7
/** In the place of a map's coverage: where a print may lie, and where the map is known and none may. */
const [TRUSTED, KNOWN] = [255, 128]
/** Of 65,535: a twentieth of a pixel at the most. */
const TOLERANCE = { u: 1, v: 1 }

/** The files of it, some 3 MB for a plate of 2048 pixels: they hold the blank garment and nothing of the print. */
export async function filesOfKept(target: Target, { light, map }: Kept): Promise<File[]> {
  const { size } = map
  const nearest = nearestSource((at) => !Number.isNaN(map.x[at]!), size)
  const white = new Uint8Array(3 * size * size)
  const black = new Uint8Array(white.length)
  for (let at = 0; at < size * size; at++)
    for (let c = 0; c < 3; c++) {
      const from = Math.max(0, nearest[at]!)
      const share = light.black[c]![from]! / Math.max(DARKEST, light.white[c]![from]!)
      white[3 * at + c] = Math.round(255 * fromLinear(Math.min(1, Math.max(0, light.white[c]![at]!))))
      black[3 * at + c] = Math.round(255 * Math.sqrt(Math.min(1, share / MOST_SHARE)))
    }
  const raw = { width: size, height: size, channels: 3 } as const
  const coarse = Math.ceil(size / COARSER)
  const packed = packMap(codesOf(target, map), TOLERANCE)
  return [
    { path: WHITE, bytes: await sharp(white, { raw }).jpeg(JPEG).toBuffer() },
    { path: BLACK, bytes: await sharp(black, { raw }).resize(coarse, coarse, { fit: 'fill' }).png().toBuffer() },
    { path: MAP, bytes: await promisify(gzip)(packed, { level: 8 }) },
    { path: PAD, bytes: Buffer.from(JSON.stringify({ pad: map.pad })) },
  ]
}

/** @throws RangeError where the files are none of `filesOfKept` */
export async function readKept({ sheet }: Target, files: readonly File[]): Promise<Kept> {
  const file = (name: string) => {
    const found = files.find(({ path }) => path === name)
    if (!found) throw new RangeError(`nothing is kept as ${name}`)
    return found.bytes
  }
  const unpacked = await promisify(gunzip)(file(MAP))
  const { width: size, u, v, coverage } = unpackMap(new Uint8Array(unpacked))
  const pixels = async (name: string) =>
    new Uint8Array(await sharp(file(name)).removeAlpha().resize(size, size, { fit: 'fill' }).raw().toBuffer())
  const [shown, shares] = [await pixels(WHITE), await pixels(BLACK)]
  const planes = (of: (at: number) => number) =>
    [0, 1, 2].map((c) => new Float32Array(size * size).map((_, at) => of(3 * at + c))) as unknown as Planes
  const white = (at: number) => LINEAR_OF_SRGB8[shown[at]!]!
  const { pad } = JSON.parse(Buffer.from(file(PAD)).toString()) as { pad: number }
  const place = (code: number, whole: number) => (code / 65_535) * (whole + 2 * pad) - pad
  const known = (codes: Uint16Array, whole: number) =>
    new Float32Array(size * size).map((_, at) => (coverage[at] === 0 ? NaN : place(codes[at]!, whole)))
  return {
    light: { white: planes(white), black: planes((at) => white(at) * MOST_SHARE * (shares[at]! / 255) ** 2) },
    map: {
      size,
      pad,
      x: known(u, sheet.width),
      y: known(v, sheet.height),
      trusted: coverage.map((mark) => (mark === TRUSTED ? 1 : 0)),
      shares: { trusted: 0, folded: 0, uncertain: 0 },
    },
  }
}

function codesOf({ sheet }: Target, { size, pad, x, y, trusted }: RasterMap): UvMap {
  const code = (place: number, whole: number) =>
    Math.round(65_535 * Math.min(1, Math.max(0, (place + pad) / (whole + 2 * pad))))
  // `from` would go through an iterator, every number boxed.
  const codes = (places: Float32Array, whole: number) =>
    new Uint16Array(places.length).map((_, at) => (Number.isNaN(places[at]!) ? 0 : code(places[at]!, whole)))
  const coverage = trusted.map((mark, at) => (Number.isNaN(x[at]!) ? 0 : mark === 1 ? TRUSTED : KNOWN))
  return { width: size, height: size, u: codes(x, sheet.width), v: codes(y, sheet.height), coverage }
}

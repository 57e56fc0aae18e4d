import { fromLinear } from '@printroom/studio/tone/srgb'
import sharp from 'sharp'
import type { MeasuredLight } from '../light/measure-light.ts'
import type { RasterMap } from '../map/raster-map.ts'

/** Deviation in pixels: an edge of whole steps, as other tools draw it, becomes a soft one. */
const SOFT = 0.8
const WEBP = { quality: 88 } as const

/** A mask of the plate's own square, as shares (0 to 255) of a plate of `size` pixels. @throws Error where it is no picture */
export async function maskOfPlate(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  const whole = sharp(bytes).greyscale().resize(size, size, { fit: 'fill' }).blur(SOFT)
  return new Uint8Array(await whole.extractChannel(0).raw().toBuffer())
}

type Parts = { light: Pick<MeasuredLight, 'white'>; map: RasterMap; garment: Uint8Array }

/** What a mask is mended on, as squares of `side` pixels: the blank garment (WebP), the found mask and where prints may lie (PNG, 8 bit grey). */
export async function maskPartsOf({ light, map, garment }: Parts, side: number): Promise<Uint8Array[]> {
  const { size, trusted } = map
  const rgb = new Uint8Array(3 * size * size).map((_, at) =>
    Math.round(255 * fromLinear(Math.min(1, Math.max(0, light.white[at % 3]![Math.floor(at / 3)]!)))),
  )
  const picture = sharp(rgb, { raw: { width: size, height: size, channels: 3 } }).resize(side, side, { fit: 'fill' })
  return [
    await picture.webp(WEBP).toBuffer(),
    await greyPng(garment, size, side),
    await greyPng(
      trusted.map((share) => 255 * share),
      size,
      side,
    ),
  ]
}

const greyPng = async (shares: Uint8Array, size: number, side: number): Promise<Uint8Array> =>
  sharp(shares, { raw: { width: size, height: size, channels: 1 } })
    .resize(side, side, { fit: 'fill' })
    .extractChannel(0)
    .png()
    .toBuffer()

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import { fitPlate } from '@printroom/studio/plate/fit'
import type { Backdrop, Layer, Plate } from '@printroom/studio/plate/plate'
import { packMap } from '@printroom/studio/plate/uv-map-codec'
import sharp from 'sharp'

/** Sides in pixels: of backdrops, and about which maps and light are, that have the same; of shadows, which are soft. */
const SIDE = 512
const SHADOW_SIDE = 256

/** A twentieth of a pixel. */
const MAP_TOLERANCE = { u: 4, v: 4 }

/** WebP quality of light that the product stands in, and of what lies behind it. */
const LIGHT_QUALITY = 90
const BACKDROP_QUALITY = 82

/** A plate as the browser's preview loads it: the map gzipped, light and shadow in a WebP each, with their layers one below the other. */
export async function smallPlateOf(whole: Plate): Promise<{ map: Buffer; light: Buffer; shadow: Buffer }> {
  const { map, groups } = fitPlate(whole, { name: 'whole', x: 0.5, y: 0.5, scale: 1 }, SIDE)
  const light = LIGHT_GROUPS.flatMap((group) => [groups[group].white, groups[group].black])
  const shadow = LIGHT_GROUPS.flatMap((group) => [groups[group].whiteShadow, groups[group].blackShadow])
  return {
    // The last level would take twice the time for a hundredth of the bytes.
    map: await promisify(gzip)(packMap(map, MAP_TOLERANCE), { level: 8 }),
    // A plate of a photograph has any size, and comes down by halves to what is not exactly this side.
    light: await stack(light, map.width, LIGHT_QUALITY),
    shadow: await stack(shadow, SHADOW_SIDE, LIGHT_QUALITY),
  }
}

/** A backdrop as the browser's preview loads it. */
export const smallBackdropOf = ({ groups, passing }: Backdrop): Promise<Buffer> =>
  stack([...LIGHT_GROUPS.map((group) => groups[group]), ...(passing ? [passing] : [])], SIDE, BACKDROP_QUALITY)

/** Layers one below the other in one picture. Grey ones have no colour to take care of, which is half the work. */
async function stack(layers: readonly Layer[], side: number, quality: number): Promise<Buffer> {
  const rows = await Promise.all(
    layers.map(({ data, width, height, channels }) =>
      sharp(data, { raw: { width, height, channels } })
        .resize(side, side, { fit: 'fill' })
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  )
  const raw = { width: side, height: side * layers.length, channels: 3 as const }
  const smartSubsample = layers.some(({ channels }) => channels === 3)
  return sharp(Buffer.concat(rows), { raw }).webp({ quality, effort: 4, smartSubsample }).toBuffer()
}

import { LIGHT_GROUPS, type LightGroup } from '@printroom/studio/light/light-groups'
import { unpackMap } from '@printroom/studio/plate/uv-map-codec'
import {
  type Backdrop,
  type Design,
  type Layer,
  type Passes,
  type Plate,
  STORED_PASS,
} from '@printroom/studio/plate/plate'
import type { SmallBackdrop, SmallPlate } from '@printroom/studio/plate/small-studio'

/** Pictures become numbers through a canvas; a worker has one without a page. */

/** Ours are files of a folder; those of a seller's own scene say themselves where they are. */
const addressOf = (file: string): string => (file.startsWith('/') ? file : `/assets/plates/${file}`)

/** @throws Error when a file does not come or cannot be read */
export async function loadPlate({ manifest, map, light, shadow }: SmallPlate): Promise<Plate> {
  const [packed, lights, shadows] = await Promise.all([
    fetchMap(map),
    fetchPixels(addressOf(light)),
    fetchPixels(addressOf(shadow)),
  ])
  const groups = perGroup((group) => {
    const at = 2 * LIGHT_GROUPS.indexOf(group)
    const layer = (picture: Design, pass: keyof Passes, place: number): Layer =>
      cut(picture, place, 1, manifest.groups[group][STORED_PASS[pass]].range)
    return {
      white: layer(lights, 'white', at),
      black: layer(lights, 'black', at + 1),
      whiteShadow: layer(shadows, 'whiteShadow', at),
      blackShadow: layer(shadows, 'blackShadow', at + 1),
    }
  })
  return { manifest, map: unpackMap(packed), groups }
}

/** @throws Error when the file does not come or cannot be read */
export async function loadBackdrop({ manifest, light }: SmallBackdrop): Promise<Backdrop> {
  const pixels = await fetchPixels(addressOf(light))
  const channels = manifest.colour ? 3 : 1
  return {
    manifest,
    groups: perGroup((group) => cut(pixels, LIGHT_GROUPS.indexOf(group), channels, manifest.groups[group].range)),
    ...(manifest.hasPassing && { passing: cut(pixels, LIGHT_GROUPS.length, 1, 1) }),
  }
}

/** @throws Error when the design does not come or cannot be read */
export const loadDesign = (url: string): Promise<Design> => fetchPixels(url)

/** The `at`-th square of a picture that holds several, one below the other. */
function cut({ width, data }: Design, at: number, channels: 1 | 3, range: number): Layer {
  const out = new Uint8Array(width * width * channels)
  const from = at * width * width * 4
  for (let i = 0, to = 0; i < width * width; i++)
    for (let c = 0; c < channels; c++) out[to++] = data[from + i * 4 + c] ?? 0
  return { width, height: width, channels, range, data: out }
}

function perGroup<T>(of: (group: LightGroup) => T): Record<LightGroup, T> {
  return { key: of('key'), fill: of('fill'), env: of('env') }
}

async function fetchMap(file: string): Promise<Uint8Array> {
  const { body } = await fetchFile(addressOf(file))
  if (!body) throw new Error(`${file} is empty`)
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())
}

async function fetchPixels(url: string): Promise<Design> {
  const file = await (await fetchFile(url)).blob()
  // The 8-bit values as they stand in the file: nothing may turn them into the screen's colours.
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' })
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser gives workers no canvas')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}

import type { Layer, UvMap } from '@printroom/studio/plate/plate'
import { smoothMap } from '@printroom/studio/plate/smooth-uv-map'
import sharp from 'sharp'

/** One encoded layer. The 8-bit values are read as they are: the file's colour space is not looked at. */
export async function decodeLayer(file: string, range: number, channels: 1 | 3, side?: number): Promise<Layer> {
  const picture = side ? sharp(file).resize(side, side, { fit: 'fill', kernel: 'cubic' }) : sharp(file)
  const { data, info } = await (channels === 1 ? picture.extractChannel(0) : picture.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== channels) throw new Error(`${file} has ${info.channels} channels, not ${channels}`)
  // Not as Node's own kind of bytes, of which a row is cut out at several times the cost.
  const values = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return { width: info.width, height: info.height, channels, range, data: values }
}

/** Grey layers that are mixed pixel by pixel: smaller ones are enlarged to the largest, and to `least`. */
export async function decodeAlike(files: readonly { file: string; range: number }[], least = 0): Promise<Layer[]> {
  const layers = await Promise.all(files.map(({ file, range }) => decodeLayer(file, range, 1)))
  const side = Math.max(least, ...layers.map(({ width }) => width))
  return Promise.all(
    layers.map((layer, i) => (layer.width === side ? layer : decodeLayer(files[i]!.file, layer.range, 1, side))),
  )
}

/** `uv.png`: red and green are u and v in 16 bits, blue is the coverage. */
export async function decodeMap(file: string): Promise<UvMap> {
  const { data, info } = await sharp(file)
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const words = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
  const { width, height, channels } = info
  const map = {
    width,
    height,
    u: new Uint16Array(width * height),
    v: new Uint16Array(width * height),
    coverage: new Uint8Array(width * height),
  }
  for (let i = 0, at = 0; i < width * height; i++, at += channels) {
    map.u[i] = words[at]!
    map.v[i] = words[at + 1]!
    map.coverage[i] = (words[at + 2]! + 128) / 257
  }
  return smoothMap(map)
}

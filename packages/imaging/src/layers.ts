import type { Layer } from '@printroom/studio/plate/plate'
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

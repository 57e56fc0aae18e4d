import path from 'node:path'
import type { Layer } from '@printroom/studio/plate/plate'
import type { Person, View } from '@printroom/studio/plate/plate-folder'
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

/** A part of a view, enlarged to a side in pixels: 16-bit values, so that what is blurred has no steps. */
export async function readView(
  { dir, range, left, top, side }: Extract<Person['behind'], View>,
  pixels: number,
): Promise<{ data: Uint16Array; range: number }> {
  const view = await decodeLayer(path.join(dir, 'light.webp'), range, 3)
  const share = (part: number) => Math.round(part * view.width)
  const wide = Uint16Array.from(view.data, (value) => value * 257)
  const enlarged = await sharp(wide, { raw: { width: view.width, height: view.height, channels: 3 } })
    .extract({ left: share(left), top: share(top), width: share(side), height: share(side) })
    .resize(pixels, pixels, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer()
  return { data: new Uint16Array(enlarged.buffer, enlarged.byteOffset, enlarged.byteLength / 2), range }
}

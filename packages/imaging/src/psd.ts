import { type Layer, writePsdUint8Array } from 'ag-psd'
import type { Picture } from '@printroom/studio/plate/plate'
import sharp from 'sharp'
import { type Origin, xmpOf } from './origin.ts'
import type { LayerPart, PrintLayers } from './print-layers.ts'

/** Adobe Photoshop File Formats Specification: the file's header and, in its image resources, the colour profile's number. */
const HEADER_BYTES = 26
const ICC_PROFILE = 1039

/**
 * The layers as a file of an image editor, in sRGB and tagged so: the blank product, and upon it the print with light and
 * shine clipped to it. Packed as all editors read it (PackBits), which makes a grained picture little smaller.
 * @returns a PSD of 20 to 40 MB at 2048 × 2048
 */
export async function encodePsd(
  { picture, blank, print, light, shine }: PrintLayers,
  origin: Origin,
): Promise<Uint8Array> {
  const { width, height } = picture
  const clipped = { clipping: true } as const
  const file = writePsdUint8Array({
    width,
    height,
    imageData: opaque(picture),
    imageResources: { xmpMetadata: xmpOf(origin) },
    // From the bottom up.
    children: [
      { name: 'Blank product', left: 0, top: 0, imageData: opaque(blank) },
      { name: 'Print', ...placed(print) },
      { name: 'Light on the print', blendMode: 'multiply', ...clipped, ...placed(light) },
      { name: 'Shine on the print', blendMode: 'screen', ...clipped, ...placed(shine) },
    ],
  })
  return withProfile(file, await srgbProfile())
}

const placed = ({ left, top, width, height, data }: LayerPart): Pick<Layer, 'left' | 'top' | 'imageData'> => ({
  left,
  top,
  imageData: { width, height, data },
})

function opaque({ width, height, data }: Picture): NonNullable<Layer['imageData']> {
  const out = new Uint8Array(width * height * 4).fill(255)
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    out[to] = data[from]!
    out[to + 1] = data[from + 1]!
    out[to + 2] = data[from + 2]!
  }
  return { width, height, data: out }
}

/** The profile as the first of the image resources: the library writes all of them but this one. */
function withProfile(psd: Uint8Array, profile: Uint8Array): Uint8Array {
  const bytes = Buffer.from(psd.buffer, psd.byteOffset, psd.byteLength)
  const resourcesAt = HEADER_BYTES + 4 + bytes.readUInt32BE(HEADER_BYTES)
  const head = Buffer.alloc(12)
  head.write('8BIM', 'latin1')
  head.writeUInt16BE(ICC_PROFILE, 4)
  head.writeUInt32BE(profile.length, 8)
  const block = Buffer.concat([head, profile, Buffer.alloc(profile.length % 2)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.readUInt32BE(resourcesAt) + block.length)
  return new Uint8Array(Buffer.concat([bytes.subarray(0, resourcesAt), length, block, bytes.subarray(resourcesAt + 4)]))
}

async function srgbProfile(): Promise<Uint8Array> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
  const { icc } = await sharp(await pixel.png().withIccProfile('srgb').toBuffer()).metadata()
  if (!icc) throw new Error('the encoder tagged no profile')
  return icc
}

import { createRequire } from 'node:module'
import { type Heif, readHeif } from '@printroom/contract/files/heif'
import sharp from 'sharp'
import { displayP3, toSrgb } from './to-srgb.ts'

type Raw = { data: Uint8ClampedArray; width: number; height: number }
type Decoded = {
  is_primary(): boolean
  get_width(): number
  get_height(): number
  display(into: Raw, done: (shown: Raw | null) => void): void
  free(): void
}
/** What is used of libheif, whose own types know the compiled module alone. */
type LibHeif = { HeifDecoder: new () => { decode(bytes: Uint8Array): Decoded[] } }

/** ITU-T H.273, table 2. */
const DISPLAY_P3 = 12

export type HeicPixels = { width: number; height: number; rgb: Uint8Array }
export type NoHeic = 'sequence' | 'other-codec' | 'too-many-pixels' | 'damaged'

/**
 * A HEIC's picture upright (as the file's own turns say, which stand for Exif's), in sRGB, no larger than `longest` on a side. Its size
 * is judged by the file's own parts before anything is decoded; the decoder (libheif and libde265 in WebAssembly) is loaded
 * when the first one comes, and holds some 10 bytes a pixel.
 */
export async function readHeic(bytes: Uint8Array, mostPixels: number, longest: number): Promise<HeicPixels | NoHeic> {
  try {
    const heif = readHeif(bytes)
    if (typeof heif === 'string') return heif
    // Tiles may run over the picture's edge: a row and a column of them.
    if (heif.width * heif.height > mostPixels || heif.decoded > 1.5 * mostPixels) return 'too-many-pixels'
    const { data, width, height } = await decoded(bytes, mostPixels)
    const small = await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .resize(longest, longest, { fit: 'inside', withoutEnlargement: true, kernel: 'lanczos3' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { info } = small
    const rgb = new Uint8Array(small.data.buffer, small.data.byteOffset, small.data.length)
    const icc = await profileOf(heif)
    return {
      width: info.width,
      height: info.height,
      rgb: icc ? await toSrgb(rgb, info.width, info.height, icc) : rgb,
    }
  } catch {
    return 'damaged'
  }
}

const profileOf = async ({ icc, primaries }: Heif): Promise<Uint8Array | null> =>
  icc ?? (primaries === DISPLAY_P3 ? displayP3() : null)

async function decoded(bytes: Uint8Array, mostPixels: number): Promise<Raw> {
  const { HeifDecoder } = createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as LibHeif
  const images = new HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary())
  if (!image) throw new Error('no primary picture')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > mostPixels) throw new Error('larger than the file says')
  const into = { data: new Uint8ClampedArray(width * height * 4), width, height }
  const shown = await new Promise<Raw | null>((resolve) => image.display(into, resolve))
  for (const each of images) each.free()
  if (!shown) throw new Error('not decoded')
  return shown
}

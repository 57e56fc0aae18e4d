import type { Picture } from '@printroom/studio/plate/plate'
import sharp from 'sharp'
import { encodeJpeg, thumbnails } from './encode.ts'
import type { Origin } from './origin.ts'

/** Side of a finished mockup in pixels. */
export const SIDE = 2048
/** The most that a picture from outside may have. */
const LARGEST_PIXELS = 64_000_000

/** An sRGB JPEG, its thumbnail and its card's, both WebP. */
export type EncodedPicture = { image: Buffer; thumbnail: Buffer; card: Buffer }

/** A picture that was made elsewhere, decoded whole: square, sRGB, `side` pixels. @throws Error when the bytes are no picture */
export async function decodePicture(bytes: Uint8Array, side: number): Promise<Picture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: LARGEST_PIXELS, failOn: 'warning' })
    .rotate()
    .resize(side, side, { fit: 'cover', kernel: 'lanczos3' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error(`a picture has ${info.channels} channels`)
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** A finished picture as the files that are kept of it, marked with where it comes from; null leaves the mark out. */
export async function encodePicture(picture: Picture, origin: Origin | null): Promise<EncodedPicture> {
  const [image, small] = await Promise.all([encodeJpeg(picture, origin), thumbnails(picture)])
  return { image: Buffer.from(image), thumbnail: Buffer.from(small.thumbnail), card: Buffer.from(small.card) }
}

/**
 * A picture that a model made, as our own file: decoded whole, square, sRGB, 2048 × 2048, marked as generative AI's, with
 * its thumbnails.
 * @throws Error when the bytes are no picture
 */
export const finishPicture = async (bytes: Uint8Array): Promise<EncodedPicture> =>
  encodePicture(await decodePicture(bytes, SIDE), 'model')

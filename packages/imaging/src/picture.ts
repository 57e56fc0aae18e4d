import sharp from 'sharp'
import { encodeJpeg, thumbnail } from './encode.ts'

/** Side of a finished mockup in pixels, and the most that a picture from outside may have. */
const SIDE = 2048
const LARGEST_PIXELS = 64_000_000

/**
 * A picture that was made elsewhere, as our own file: decoded whole, square, sRGB, 2048 × 2048, with its thumbnail.
 * @throws Error when the bytes are no picture
 */
export async function finishPicture(bytes: Uint8Array): Promise<{ image: Buffer; thumbnail: Buffer }> {
  const { data, info } = await sharp(bytes, { limitInputPixels: LARGEST_PIXELS, failOn: 'warning' })
    .rotate()
    .resize(SIDE, SIDE, { fit: 'cover', kernel: 'lanczos3' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const picture = { width: info.width, height: info.height, data: new Uint8Array(data) }
  const [image, small] = await Promise.all([encodeJpeg(picture), thumbnail(picture)])
  return { image: Buffer.from(image), thumbnail: Buffer.from(small) }
}

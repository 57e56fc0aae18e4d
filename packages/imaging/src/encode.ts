import type { Design, Picture } from '@printroom/studio/plate/plate'
import { PNG_LIMITS } from '@printroom/studio/design/png-header'
import sharp from 'sharp'
import { type Origin, xmpOf } from './origin.ts'
import { stripPng } from './png-chunks.ts'

/** Sides of a thumbnail in pixels: as it is kept, and for a card. */
const THUMBNAIL = 512
const CARD = 352

/** Trying every filter on every row takes four times as long: larger pictures (in bytes of their pixels) go without. */
const FILTERED_BYTES = 128 * 1024 * 1024

/** The decoder sees no chunk that the pixels do not need: a bomb in a text chunk is never opened. */
const openPng = (bytes: Uint8Array) => openStripped(stripPng(bytes, true))

/** Rows stream through, where the file's own order lets them. */
const openStripped = (png: Uint8Array) =>
  sharp(png, { limitInputPixels: PNG_LIMITS.pixels, failOn: 'warning', sequentialRead: true })

/**
 * Our own PNG of the same pixels, without ancillary chunks or anything after the end. An ICC profile's meaning
 * is turned into sRGB; without one the values stay as they are. 16 bits a channel stay 16.
 */
export async function reencodePng(bytes: Uint8Array): Promise<Uint8Array> {
  const stripped = stripPng(bytes, true)
  const open = () => openStripped(stripped)
  const { width, height, depth, hasProfile, channels } = await open().metadata()
  const isDeep = depth === 'ushort'
  const isGrey = channels < 3 && !hasProfile
  const space = isDeep ? (isGrey ? 'grey16' : 'rgb16') : isGrey ? 'b-w' : 'srgb'
  const isFiltered = width * height * channels * (isDeep ? 2 : 1) <= FILTERED_BYTES
  const png = open().toColourspace(space).png({ compressionLevel: 6, palette: false, adaptiveFiltering: isFiltered })
  return stripPng(await png.toBuffer(), false)
}

/** WebP, at most 512 × 512 and 352 × 352 pixels. */
export type Thumbnails = { thumbnail: Uint8Array; card: Uint8Array }

/** Both thumbnails of a picture of ours, or of a design, whose transparency they keep. */
export async function thumbnails(source: Picture | Design): Promise<Thumbnails> {
  const { width, height, data } = source
  const image = sharp(data, { raw: { width, height, channels: data.length === width * height * 4 ? 4 : 3 } })
  const small = image.resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true })
  const thumbnail = new Uint8Array(await small.webp({ quality: 84, alphaQuality: 95 }).toBuffer())
  return { thumbnail, card: await shrink(thumbnail, CARD) }
}

/** A thumbnail once more, of at most `side` × `side` pixels: 5 ms. */
async function shrink(thumbnail: Uint8Array, side: number): Promise<Uint8Array> {
  const small = sharp(thumbnail).resize(side, side, { fit: 'inside', withoutEnlargement: true })
  return new Uint8Array(await small.webp({ quality: 84, alphaQuality: 95, effort: 2 }).toBuffer())
}

/** Without chroma subsampling. Huffman tables made for the picture would save 4 % of its bytes for three times the time. */
export const JPEG = { quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false } as const

/** sRGB JPEG, tagged with its profile and with where it comes from; null leaves the latter out. */
export async function encodeJpeg(picture: Picture, origin: Origin | null): Promise<Uint8Array> {
  const jpeg = await openPicture(picture).jpeg(JPEG).toBuffer()
  profile ??= srgbProfile()
  // Behind the start of the image (two bytes): the order of the segments before the frame is free.
  return new Uint8Array(
    Buffer.concat([jpeg.subarray(0, 2), ...(origin ? [xmpSegment(origin)] : []), await profile, jpeg.subarray(2)]),
  )
}

/** The segment of a JPEG that holds an XMP packet (XMP specification part 3, 1.1.3). */
function xmpSegment(origin: Origin): Buffer {
  const payload = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmpOf(origin)}`)
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

let profile: Promise<Uint8Array> | undefined

/**
 * The segment of a JPEG that says sRGB. Asked of the encoder for each picture it would send every pixel through the
 * colour engine, from sRGB to sRGB: twice the time of the whole encoding.
 */
async function srgbProfile(): Promise<Uint8Array> {
  const pixel = { width: 1, height: 1, data: new Uint8Array(3) }
  const jpeg = await openPicture(pixel).jpeg().withIccProfile('srgb').toBuffer()
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    if (jpeg[at + 1] === 0xe2) return new Uint8Array(jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2)))
  throw new Error('the encoder tagged no profile')
}

/** The design's pixels in sRGB, 8-bit straight RGBA. */
export async function decodeDesign(bytes: Uint8Array): Promise<Design> {
  const { data, info } = await openPng(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

const openPicture = ({ width, height, data }: Picture) => sharp(data, { raw: { width, height, channels: 3 } })

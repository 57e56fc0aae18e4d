import { isHeif } from '@printroom/contract/files/heif'
import sharp from 'sharp'
import { type NoHeic, readHeic } from './read-heic.ts'

/** A photograph upright in sRGB, no larger than it is measured at: three bytes a pixel, and its brightness, one. */
export type Photo = { width: number; height: number; rgb: Uint8Array; grey: Uint8Array }

/** Why nothing is measured of a file or photograph, for programs and for the person who took it: what to do. */
export type Refusal = { code: string; sentence: string }

const LARGEST_BYTES = 80 * 1024 * 1024
const LARGEST_PIXELS = 40_000_000
/** Sides below this hold no markers that can be read. */
const SMALLEST_SIDE = 600
/** Longest side that is measured: a plate has 2048 pixels, of which most photographs show some margin. */
const MEASURED_SIDE = 4096

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean => head.every((byte, at) => bytes[at] === byte)
const isJpeg = (bytes: Uint8Array) => startsWith(bytes, [0xff, 0xd8, 0xff])
const isPng = (bytes: Uint8Array) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const refuse = (code: string, sentence: string) => ({ ok: false as const, refusal: { code, sentence } })

/**
 * Reads a JPEG, PNG or HEIC of at most 40 megapixels: turned upright, its colour profile turned into sRGB. Kind and size are told from
 * its first bytes, before anything is decoded. Nothing but pixels goes on from here: no place, no camera, nothing that lies behind
 * the picture in the same file.
 */
export async function readPhoto(
  bytes: Uint8Array,
): Promise<{ ok: true; photo: Photo } | { ok: false; refusal: Refusal }> {
  if (bytes.length === 0) return refuse('empty', 'The file is empty. Choose the photograph again.')
  if (bytes.length > LARGEST_BYTES)
    return refuse('too-large', 'The file is larger than 80 MB. Save the photograph as a JPEG.')
  if (isHeif(bytes)) return readHeicPhoto(bytes)
  if (!isJpeg(bytes) && !isPng(bytes))
    return refuse('not-a-photograph', 'This is no JPEG, PNG or HEIC. Choose a photograph.')
  // The limit is looked at in the header.
  const open = () => sharp(bytes, { limitInputPixels: LARGEST_PIXELS, failOn: 'warning', sequentialRead: true })
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > LARGEST_PIXELS) return refuse('too-many-pixels', TOO_MANY)
    if (Math.min(width, height) < SMALLEST_SIDE) return tooSmall(width, height)
    const { data, info } = await open()
      .autoOrient()
      .resize(MEASURED_SIDE, MEASURED_SIDE, { fit: 'inside', withoutEnlargement: true, kernel: 'lanczos3' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const rgb = info.channels === 3 ? new Uint8Array(data) : tripled(data, info.width * info.height)
    return { ok: true, photo: { width: info.width, height: info.height, rgb, grey: greyOf(rgb) } }
  } catch {
    return refuse('unreadable', UNREADABLE)
  }
}

const TOO_MANY = 'The photograph has more than 40 megapixels. Save it smaller.'
const UNREADABLE = 'The photograph cannot be read: the file is damaged. Export it again.'
const tooSmall = (width: number, height: number) =>
  refuse('too-small', `The photograph has ${width} × ${height} pixels. Use the original, not a preview.`)

const NO_HEIC: Record<NoHeic, ReturnType<typeof refuse>> = {
  sequence: refuse('sequence', 'This HEIC is a burst or a film. Share a single photograph of it.'),
  'other-codec': refuse('other-codec', 'This HEIC holds a picture of another kind. Share the photograph as a JPEG.'),
  'too-many-pixels': refuse('too-many-pixels', TOO_MANY),
  damaged: refuse('unreadable', UNREADABLE),
}

async function readHeicPhoto(bytes: Uint8Array) {
  const read = await readHeic(bytes, LARGEST_PIXELS, MEASURED_SIDE)
  if (typeof read === 'string') return NO_HEIC[read]
  const { width, height, rgb } = read
  if (Math.min(width, height) < SMALLEST_SIDE) return tooSmall(width, height)
  return { ok: true as const, photo: { width, height, rgb, grey: greyOf(rgb) } }
}

function tripled(grey: Uint8Array, count: number): Uint8Array {
  const rgb = new Uint8Array(3 * count)
  for (let at = 0; at < rgb.length; at++) rgb[at] = grey[Math.floor(at / 3)]!
  return rgb
}

/** Brightness (BT.601's weights on encoded values, as OpenCV has it). */
function greyOf(rgb: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgb.length / 3)
  for (let at = 0, from = 0; at < grey.length; at++, from += 3)
    grey[at] = (77 * rgb[from]! + 150 * rgb[from + 1]! + 29 * rgb[from + 2]! + 128) >> 8
  return grey
}

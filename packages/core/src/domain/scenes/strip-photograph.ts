import { isHeif, readHeif } from '@printroom/contract/files/heif'
import { PSD_REFUSAL, isPsd, readPsdHeader } from '@printroom/contract/files/psd'
import { SCENE_PHOTO_MAX_BYTES, SCENE_PHOTO_MAX_PIXELS, SCENE_PSD_MAX_BYTES } from '@printroom/contract/limits'
import { SCENE } from '@printroom/contract/scenes'
import { AppError } from '../../errors.ts'
import { strippedHeif } from './strip-heif.ts'
import { strippedPsd } from './strip-psd.ts'

/*
 * What a photograph's file says besides its pixels (place, camera, time, a second picture, whatever hangs behind it) is taken
 * off before anything is stored. It is done by the file's own parts, since nothing that answers requests decodes pictures:
 * kept is what a decoder needs, the colour profile, and which way is up.
 */

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What pixels and their colours depend on (PNG, third edition, 11). */
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT'])

export type Stripped = { bytes: Buffer; type: keyof typeof EXTENSIONS }

/** What is taken in, and how its stored file's name ends. */
export const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
  'image/vnd.adobe.photoshop': 'psd',
} as const

/** @throws AppError not_a_photograph, unreadable_photograph, too_large */
export function stripPhotograph(bytes: Buffer): Stripped {
  if (bytes.length === 0) throw new AppError('not_a_photograph', { error: SCENE.empty })
  const most = isPsd(bytes) ? SCENE_PSD_MAX_BYTES : SCENE_PHOTO_MAX_BYTES
  if (bytes.length > most && isPsd(bytes)) throw new AppError('too_large', { error: SCENE.psdTooLarge })
  if (bytes.length > most) throw new AppError('too_large', { error: SCENE.tooLarge })
  try {
    if (isPsd(bytes)) return { bytes: strippedDocument(bytes), type: 'image/vnd.adobe.photoshop' }
    if (isHeif(bytes)) return { bytes: strippedHeic(bytes), type: 'image/heic' }
    if (bytes.subarray(0, 8).equals(PNG_HEAD)) return { bytes: strippedPng(bytes), type: 'image/png' }
    if (bytes.readUIntBE(0, 3) === 0xffd8ff) return { bytes: strippedJpeg(bytes), type: 'image/jpeg' }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // It ends where more should come.
    throw new AppError('unreadable_photograph', isPsd(bytes) ? { error: PSD_REFUSAL.unreadable } : {})
  }
  throw new AppError('not_a_photograph')
}

function strippedDocument(bytes: Buffer): Buffer {
  const header = readPsdHeader(bytes)
  if (typeof header === 'string')
    throw new AppError(header === 'too-many-pixels' ? 'too_large' : 'not_a_photograph', { error: PSD_REFUSAL[header] })
  return strippedPsd(bytes, header)
}

function strippedHeic(bytes: Buffer): Buffer {
  const heif = readHeif(bytes)
  if (typeof heif === 'string')
    throw new AppError('not_a_photograph', { error: heif === 'sequence' ? SCENE.heicSequence : SCENE.heicOther })
  assertPixels(heif.width, heif.height)
  return strippedHeif(bytes, heif)
}

function assertPixels(width: number, height: number): void {
  if (width * height > SCENE_PHOTO_MAX_PIXELS) throw new AppError('too_large', { error: SCENE.tooManyPixels })
}

/** @throws AppError; RangeError where the file is cut short */
function strippedPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [PNG_HEAD]
  for (let at = PNG_HEAD.length; ;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length) throw new RangeError(`${type} is cut short`)
    if (type === 'IHDR') assertPixels(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
    if (PNG_KEPT.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
}

const [SOI, EOI, SOS, APP1, APP2, APP14, COM] = [0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xee, 0xfe]
const isApp = (marker: number) => marker >= 0xe0 && marker <= 0xef
/** Frame headers of every kind; C4, C8 and CC among them are none (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Within the coded pixels: a byte of FF, and the marks between them. */
const isWithinScan = (next: number) => next === 0 || (next >= 0xd0 && next <= 0xd7)

/** @throws AppError; RangeError where the file is cut short */
function strippedJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [Buffer.from([0xff, SOI])]
  let turn = 1
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) throw new AppError('unreadable_photograph')
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at++
    else if (marker === EOI) {
      if (turn !== 1) kept.splice(1, 0, orientationSegment(turn))
      return Buffer.concat([...kept, Buffer.from([0xff, EOI])])
    } else {
      let end = at + 2 + bytes.readUInt16BE(at + 2)
      const body = bytes.subarray(at + 4, end)
      if (end > bytes.length) throw new RangeError('a segment is cut short')
      if (isFrame(marker)) assertPixels(body.readUInt16BE(3), body.readUInt16BE(1))
      if (marker === APP1) turn = orientationOf(body) ?? turn
      if (marker === SOS) end = endOfScan(bytes, end)
      if (isKept(marker, body)) kept.push(bytes.subarray(at, end))
      at = end
    }
  }
}

/** A colour profile, and Adobe's word of how colours are coded; no other application's, and no comment. */
function isKept(marker: number, body: Buffer): boolean {
  if (marker === APP2) return body.toString('latin1', 0, 12) === 'ICC_PROFILE\0'
  return marker === APP14 || (!isApp(marker) && marker !== COM)
}

function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && isWithinScan(bytes.readUInt8(at + 1))) at = bytes.indexOf(0xff, at + 2)
  if (at < 0) throw new RangeError('a scan is cut short')
  return at
}

const EXIF = 'Exif\0\0'
const ORIENTATION = 0x0112

/** Which way is up, as Exif says it (1 to 8); undefined where it does not, or is broken. */
function orientationOf(body: Buffer): number | undefined {
  if (body.toString('latin1', 0, 6) !== EXIF) return undefined
  const tiff = body.subarray(EXIF.length)
  try {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II'
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + 12 * entry
      if (short(at) !== ORIENTATION) continue
      const turn = short(at + 8)
      return turn >= 1 && turn <= 8 ? turn : undefined
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

/** An Exif segment that says which way is up and nothing else: one entry of one directory, big-endian. */
function orientationSegment(turn: number): Buffer {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0]
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  const length = 2 + EXIF.length + tiff.length
  return Buffer.from([0xff, APP1, length >> 8, length & 0xff, ...Buffer.from(EXIF, 'latin1'), ...tiff])
}

import { crc32 } from 'node:zlib'
import sharp from 'sharp'

export type PngFacts = {
  width: number
  height: number
  bitDepth: 1 | 2 | 4 | 8 | 16
  hasAlpha: boolean
}

/** Why a file is not taken. The caller gives each its status and sentence. */
export type PngRefusal =
  | { reason: 'not-png' }
  | { reason: 'too-large'; limit: 'bytes' | 'pixels' | 'side' }
  | { reason: 'animated' }
  | { reason: 'unreadable'; detail: string }

export type PngInspection = ({ ok: true } & PngFacts) | ({ ok: false } & PngRefusal)

export const PNG_LIMITS = { bytes: 10 * 1024 * 1024, pixels: 50_000_000, side: 12_000 } as const

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Bit depths a colour type may have: PNG specification, third edition, table 11. */
const DEPTHS: Record<number, readonly number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }

/**
 * Judges a file by its content: every chunk's length and checksum, the header's limits before anything is inflated,
 * then every pixel decoded. Text chunks are never inflated. Bytes after the end chunk are not looked at; our re-encode
 * leaves them behind.
 */
export async function inspectPng(bytes: Uint8Array): Promise<PngInspection> {
  if (bytes.length > PNG_LIMITS.bytes) return { ok: false, reason: 'too-large', limit: 'bytes' }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!file.subarray(0, 8).equals(SIGNATURE)) return { ok: false, reason: 'not-png' }
  const verdict = walk(file)
  if (!verdict.ok) return verdict
  try {
    // One grey byte a pixel is the least that still makes the decoder go through all of them.
    await sharp(file, { failOn: 'error', limitInputPixels: PNG_LIMITS.pixels }).removeAlpha().greyscale().raw().toBuffer()
    return verdict
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error))
  }
}

const unreadable = (detail: string): PngInspection => ({ ok: false, reason: 'unreadable', detail })

function walk(file: Buffer): PngInspection {
  let facts: PngInspection | null = null
  let hasPixels = false
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > file.length) return unreadable(`chunk ${type} is cut short`)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return unreadable(`checksum of chunk ${type}`)
    if (!facts) {
      if (type !== 'IHDR' || length !== 13) return unreadable('no header')
      facts = readHeader(file.subarray(at + 8, end - 4))
      if (!facts.ok) return facts
    }
    if (type === 'acTL') return { ok: false, reason: 'animated' }
    if (type === 'tRNS' && facts.ok) facts = { ...facts, hasAlpha: true }
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') return hasPixels ? facts : unreadable('no pixels')
    at = end
  }
  return unreadable('no end')
}

function readHeader(header: Buffer): PngInspection {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, colourType, compression, filter, interlace] = header.subarray(8)
  if (width === 0 || height === 0 || !DEPTHS[colourType!]?.includes(depth!) || compression || filter || interlace! > 1)
    return unreadable('a header that no PNG has')
  if (width > PNG_LIMITS.side || height > PNG_LIMITS.side) return { ok: false, reason: 'too-large', limit: 'side' }
  if (width * height > PNG_LIMITS.pixels) return { ok: false, reason: 'too-large', limit: 'pixels' }
  return { ok: true, width, height, bitDepth: depth as PngFacts['bitDepth'], hasAlpha: colourType! >= 4 }
}

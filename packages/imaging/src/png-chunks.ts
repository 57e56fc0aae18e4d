import { crc32, inflateSync } from 'node:zlib'

/** A PNG's chunk: its name, and where its data lies in the file. */
export type Chunk = { name: string; from: number; to: number }

export type PngHeader = { width: number; height: number; bitDepth: number; colourType: number; isInterlaced: boolean }

export const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Bit depths that each colour type may have (PNG specification, third edition, table 12). */
const DEPTHS: Record<number, readonly number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }

/** The most an ICC profile may inflate to, in bytes; the largest real ones are about half of it. */
const PROFILE_BYTES = 4 * 1024 * 1024

/** What of a file can not be read, for the log: never shown to the seller. */
export class UnreadablePng extends Error {}

export const hasSignature = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, at) => bytes[at] === byte)

/** The header, straight from the file's start, so that its size is known before anything else is looked at. */
export function readHeader(bytes: Uint8Array): PngHeader {
  const view = viewOf(bytes)
  if (bytes.length < 33 || view.getUint32(8) !== 13 || nameAt(bytes, 12) !== 'IHDR') throw new UnreadablePng('no header')
  if (view.getUint32(29) !== crc32(bytes.subarray(12, 29))) throw new UnreadablePng('header damaged')
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [bitDepth, colourType] = [bytes[24]!, bytes[25]!]
  if (width === 0 || height === 0 || width > 0x7fff_ffff || height > 0x7fff_ffff) throw new UnreadablePng('no size')
  if (!DEPTHS[colourType]?.includes(bitDepth)) throw new UnreadablePng('unknown colour type')
  if (bytes[26] !== 0 || bytes[27] !== 0 || bytes[28]! > 1) throw new UnreadablePng('unknown method')
  return { width, height, bitDepth, colourType, isInterlaced: bytes[28] === 1 }
}

/** All chunks up to the end chunk, their checksums held against them. What follows the end is not looked at. */
export function readChunks(bytes: Uint8Array): Chunk[] {
  const view = viewOf(bytes)
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > bytes.length) throw new UnreadablePng('cut short')
    const length = view.getUint32(at)
    const [from, to] = [at + 8, at + 8 + length]
    if (to + 4 > bytes.length) throw new UnreadablePng('cut short')
    const name = nameAt(bytes, at + 4)
    if (!/^[A-Za-z]{4}$/.test(name)) throw new UnreadablePng('not a chunk')
    if (view.getUint32(to) !== crc32(bytes.subarray(at + 4, to))) throw new UnreadablePng(`${name} damaged`)
    chunks.push({ name, from, to })
    if (name === 'IEND') return chunks
    at = to + 4
  }
}

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/**
 * The same picture with nothing but what its pixels need: header, palette, transparency, data, and the colour
 * profile if `keepProfile`. No text is ever inflated, and nothing after the end is left.
 */
export function stripPng(bytes: Uint8Array, keepProfile: boolean): Uint8Array {
  const kept = readChunks(bytes).filter(({ name, from, to }) => {
    const isCritical = name[0] === name[0]!.toUpperCase()
    if (isCritical && !CRITICAL.has(name)) throw new UnreadablePng(`unknown critical chunk ${name}`)
    return isCritical || name === 'tRNS' || (keepProfile && name === 'iCCP' && isProfile(bytes.subarray(from, to)))
  })
  const out = new Uint8Array(kept.reduce((sum, { from, to }) => sum + to - from + 12, SIGNATURE.length))
  out.set(SIGNATURE)
  let at = SIGNATURE.length
  for (const { from, to } of kept) {
    out.set(bytes.subarray(from - 8, to + 4), at)
    at += to - from + 12
  }
  return out
}

/** Whether a profile chunk inflates to a bounded size: a name, a zero, the method, then the deflated profile. */
function isProfile(data: Uint8Array): boolean {
  const end = data.indexOf(0)
  if (end < 1 || end > 79 || data[end + 1] !== 0) return false
  try {
    return inflateSync(data.subarray(end + 2), { maxOutputLength: PROFILE_BYTES }).length >= 128
  } catch {
    // Too large or damaged: readers agree to pass over such a profile.
    return false
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

/** A PNG's chunk: its name, and where its data lies in the file. */
export type Chunk = { name: string; from: number; to: number }

export type PngHeader = { width: number; height: number; bitDepth: number; colourType: number; isInterlaced: boolean }

/** Why a file is not taken. Whoever asks gives each its status and sentence. */
export type PngRefusal =
  | { reason: 'not-png' }
  | { reason: 'too-large'; limit: 'bytes' | 'pixels' | 'side' }
  | { reason: 'animated' }
  | { reason: 'scattered' }
  | { reason: 'unreadable'; detail: string }

/** What of a file can not be read, for the log: never shown to the seller. */
export class UnreadablePng extends Error {}

export type PngCheck = { ok: true; header: PngHeader } | ({ ok: false } & PngRefusal)

/**
 * `dataChunks` and `otherChunks` bound how often a reader is called: programs write data in pieces of 8 KiB or more (1,280
 * of them in 10 MB) and a few dozen other chunks.
 */
export const PNG_LIMITS = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  side: 12_000,
  dataChunks: 20_000,
  otherChunks: 1_000,
} as const

export const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Bit depths that each colour type may have (PNG specification, third edition, table 12). */
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const ANIMATION = new Set(['acTL', 'fcTL', 'fdAT'])

/** A file's start and end of a header: signature, and the header chunk with its length, name and checksum. */
const HEADER_END = 33

const refuse = (refusal: PngRefusal): PngCheck => ({ ok: false, ...refusal })
const unreadable = (detail: string): PngCheck => refuse({ reason: 'unreadable', detail })

/**
 * Judges a file by what is written on its outside: signature, header, and the chunks' names and lengths up to the end
 * chunk. Nothing is inflated, and no checksum but the header's is reckoned: some milliseconds for the longest file that is taken,
 * whatever is in it. What follows the end is not looked at.
 */
export function checkPng(bytes: Uint8Array): PngCheck {
  if (bytes.length > PNG_LIMITS.bytes) return refuse({ reason: 'too-large', limit: 'bytes' })
  if (!SIGNATURE.every((byte, at) => bytes[at] === byte)) return refuse({ reason: 'not-png' })
  const view = viewOf(bytes)
  if (bytes.length < HEADER_END || view.getUint32(8) !== 13 || nameAt(bytes, 12) !== 'IHDR')
    return unreadable('no header')
  if (view.getUint32(HEADER_END - 4) !== checksumOf(bytes.subarray(12, HEADER_END - 4)))
    return unreadable('header damaged')
  const header = {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bitDepth: bytes[24]!,
    colourType: bytes[25]!,
    isInterlaced: bytes[28] === 1,
  }
  const { width, height, bitDepth, colourType } = header
  if (width === 0 || height === 0 || width > 0x7fff_ffff || height > 0x7fff_ffff) return unreadable('no size')
  if (!DEPTHS[colourType]?.includes(bitDepth)) return unreadable('unknown colour type')
  if (bytes[26] !== 0 || bytes[27] !== 0 || bytes[28]! > 1) return unreadable('unknown method')
  if (Math.max(width, height) > PNG_LIMITS.side) return refuse({ reason: 'too-large', limit: 'side' })
  if (width * height > PNG_LIMITS.pixels) return refuse({ reason: 'too-large', limit: 'pixels' })
  try {
    return checkChunks(bytes, header)
  } catch (error) {
    if (error instanceof UnreadablePng) return unreadable(error.message)
    throw error
  }
}

function checkChunks(bytes: Uint8Array, header: PngHeader): PngCheck {
  let [data, others, headers, isAnimated] = [0, 0, 0, false]
  for (const { name } of chunksOf(bytes)) {
    if (name === 'IDAT') data++
    else others++
    if (name === 'IHDR') headers++
    if (ANIMATION.has(name)) isAnimated = true
    if (data > PNG_LIMITS.dataChunks || others > PNG_LIMITS.otherChunks) return refuse({ reason: 'scattered' })
  }
  if (headers > 1) return unreadable('two headers')
  if (isAnimated) return refuse({ reason: 'animated' })
  return data > 0 ? { ok: true, header } : unreadable('no data')
}

/** The chunks from the first up to the end chunk. @throws UnreadablePng where something else stands, or the end is missing */
export function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes)
  for (let at = SIGNATURE.length; ;) {
    if (at + 12 > bytes.length) throw new UnreadablePng('cut short')
    const [from, to] = [at + 8, at + 8 + view.getUint32(at)]
    if (to + 4 > bytes.length) throw new UnreadablePng('cut short')
    const name = nameAt(bytes, at + 4)
    if (name === null) throw new UnreadablePng('not a chunk')
    yield { name, from, to }
    if (name === 'IEND') return
    at = to + 4
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** CRC-32 of a few bytes, bit by bit (PNG specification, third edition, annex D): a browser, which checks files too, has none of its own. */
function checksumOf(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  }
  return ~crc >>> 0
}

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** Four letters; null where something else stands. */
function nameAt(bytes: Uint8Array, at: number): string | null {
  const [a, b, c, d] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!]
  return isLetter(a) && isLetter(b) && isLetter(c) && isLetter(d) ? String.fromCharCode(a, b, c, d) : null
}

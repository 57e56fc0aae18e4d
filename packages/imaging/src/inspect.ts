import { createInflate } from 'node:zlib'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { type Chunk, type PngHeader, UnreadablePng, hasSignature, readChunks, readHeader, stripPng } from './png-chunks.ts'

export type PngFacts = { width: number; height: number; bitDepth: number; hasAlpha: boolean }

/** Why a file is not taken. The caller gives each its status and sentence. */
export type PngRefusal =
  | { reason: 'not-png' }
  | { reason: 'too-large'; limit: 'bytes' | 'pixels' | 'side' }
  | { reason: 'animated' }
  | { reason: 'unreadable'; detail: string }

export type PngInspection = ({ ok: true } & PngFacts) | ({ ok: false } & PngRefusal)

export const PNG_LIMITS = { bytes: 10 * 1024 * 1024, pixels: 50_000_000, side: 12_000 } as const

const ANIMATION = new Set(['acTL', 'fcTL', 'fdAT'])

const refuse = (refusal: PngRefusal): PngInspection => ({ ok: false, ...refusal })

/**
 * Judges a file by its content. Size and chunks are checked before anything is decoded, so that a bomb costs
 * nothing; then all of it is decoded, in bounded memory, so that a cut or damaged file is known at once.
 */
export async function inspectPng(bytes: Uint8Array): Promise<PngInspection> {
  if (bytes.length > PNG_LIMITS.bytes) return refuse({ reason: 'too-large', limit: 'bytes' })
  if (!hasSignature(bytes)) return refuse({ reason: 'not-png' })
  try {
    const header = readHeader(bytes)
    const { width, height, bitDepth, colourType } = header
    if (Math.max(width, height) > PNG_LIMITS.side) return refuse({ reason: 'too-large', limit: 'side' })
    if (width * height > PNG_LIMITS.pixels) return refuse({ reason: 'too-large', limit: 'pixels' })
    const chunks = readChunks(bytes)
    if (chunks.some(({ name }) => ANIMATION.has(name))) return refuse({ reason: 'animated' })
    await inflateAll(bytes, chunks, dataLength(header))
    await decodeAll(stripPng(bytes, true))
    const hasAlpha = colourType >= 4 || chunks.some(({ name }) => name === 'tRNS')
    return { ok: true, width, height, bitDepth, hasAlpha }
  } catch (error) {
    if (error instanceof UnreadablePng) return refuse({ reason: 'unreadable', detail: error.message })
    throw error
  }
}

const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Starts and steps of the seven passes of Adam7 (PNG specification, 8.2): x, y, step of x, step of y. */
const ADAM7 = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const
const ONE_PASS = [[0, 0, 1, 1]] as const

/** Bytes of inflated picture data: a filter byte and the packed samples, a row. */
function dataLength({ width, height, bitDepth, colourType, isInterlaced }: PngHeader): number {
  let total = 0
  for (const [x, y, stepX, stepY] of isInterlaced ? ADAM7 : ONE_PASS) {
    const columns = Math.max(0, Math.ceil((width - x) / stepX))
    const rows = Math.max(0, Math.ceil((height - y) / stepY))
    if (columns > 0) total += rows * (1 + Math.ceil((columns * SAMPLES[colourType]! * bitDepth) / 8))
  }
  return total
}

/** Inflates the picture data, keeping none of it: it must be whole, and as long as the header says. */
async function inflateAll(bytes: Uint8Array, chunks: readonly Chunk[], expected: number): Promise<void> {
  let length = 0
  const count = new Writable({
    write(part: Uint8Array, _encoding, done) {
      length += part.length
      done(length > expected ? new UnreadablePng('more data than the header says') : null)
    },
  })
  const data = chunks.flatMap(({ name, from, to }) => (name === 'IDAT' ? [bytes.subarray(from, to)] : []))
  try {
    await pipeline(Readable.from(data), createInflate({ chunkSize: 256 * 1024 }), count)
  } catch (error) {
    throw error instanceof UnreadablePng ? error : new UnreadablePng('data damaged', { cause: error })
  }
  if (length !== expected) throw new UnreadablePng('less data than the header says')
}

/** Our own decoder must be able to read every row. Rows stream through: the picture is never held whole. */
async function decodeAll(png: Uint8Array): Promise<void> {
  try {
    await sharp(png, { limitInputPixels: PNG_LIMITS.pixels, failOn: 'warning', sequentialRead: true })
      .resize(16, 16, { fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer()
  } catch (error) {
    throw new UnreadablePng('pixels damaged', { cause: error })
  }
}

import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate, deflateSync } from 'node:zlib'

/*
 * The worst that the limits of an upload let through or nearly let through, made in a second: what a stranger would send to
 * keep everybody else waiting.
 */

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Starts and steps of the seven passes of Adam7 (PNG specification, 8.2): x, y, step of x, step of y. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const RGBA = 6

export function chunk(name: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(name, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}

export function header(width: number, height: number, depth: 8 | 16 = 8, isInterlaced = false): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, RGBA, 0, 0, isInterlaced ? 1 : 0], 8)
  return chunk('IHDR', data)
}

const file = (...chunks: Uint8Array[]): Buffer => Buffer.concat([SIGNATURE, ...chunks, chunk('IEND')])
const blankRows = (side: number): Buffer => deflateSync(Buffer.alloc(side * (1 + side * 4)))

/** 50 megapixels of 16 bits, interlaced, within every limit: 380 kB that become 400 MB. */
export async function interlacedPng(side = 7070): Promise<Buffer> {
  const passes = ADAM7.map(
    ([x, y, stepX, stepY]) => Math.ceil((side - y) / stepY) * (1 + 8 * Math.ceil((side - x) / stepX)),
  )
  let left = passes.reduce((sum, bytes) => sum + bytes, 0)
  const deflate = createDeflate({ level: 9 })
  const deflated = buffer(deflate)
  const zeroes = Buffer.alloc(4 * 1024 * 1024)
  for (; left > 0; left -= zeroes.length)
    if (!deflate.write(zeroes.subarray(0, Math.min(left, zeroes.length)))) await once(deflate, 'drain')
  deflate.end()
  return file(header(side, side, 16, true), chunk('IDAT', await deflated))
}

/** 8 × 8 pixels behind 860,000 data chunks without data: 10 MB. */
export const scatteredPng = (): Buffer =>
  file(header(8, 8), Buffer.alloc(860_000 * 12, chunk('IDAT')), chunk('IDAT', blankRows(8)))

/** 8 × 8 pixels behind 800,000 empty text chunks: 10 MB. */
export const wordyPng = (): Buffer =>
  file(header(8, 8), Buffer.alloc(800_000 * 12, chunk('tEXt')), chunk('IDAT', blankRows(8)))

/** A blank square that nobody can mind. */
export const plainPng = (side = 40): Buffer => file(header(side, side), chunk('IDAT', blankRows(side)))

import { crc32, deflateSync } from 'node:zlib'
import { SIGNATURE } from '@printroom/studio/design/png-header'

/** A chunk with its length and checksum. */
export function chunk(name: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(name, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}

export type Header = { width: number; height: number; depth?: number; type?: number; interlace?: number }

export function header({ width, height, depth = 8, type = 6, interlace = 0 }: Header): Uint8Array {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, type, 0, 0, interlace], 8)
  return chunk('IHDR', data)
}

export const file = (...chunks: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]))

const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** A whole file of a header, with rows of rising bytes; `before` stands before the data. */
export function png(of: Header, before: Uint8Array[] = [], after: Uint8Array[] = []): Uint8Array {
  const { width, height, depth = 8, type = 6 } = of
  const row = 1 + Math.ceil((width * SAMPLES[type]! * depth) / 8)
  const data = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++)
    for (let x = 1; x < row; x++) data[y * row + x] = type === 3 ? 0 : (x * 7 + y * 13) & 255
  return file(header(of), ...before, chunk('IDAT', deflateSync(data)), ...after, chunk('IEND'))
}

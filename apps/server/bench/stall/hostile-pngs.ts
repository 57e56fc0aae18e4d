import { crc32, createDeflate, deflateSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'

/** Below the limit of an upload, which is 10 MB. */
const MOST_BYTES = 9_900_000
/** 50 megapixels are the limit. */
const SIDE = 7070
const CHUNK_BYTES = 12

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The three that cost the most of all that were found: 380 kB that inflate to 400 MB, and two of a million empty chunks. */
export async function hostilePngs(): Promise<{ name: string; bytes: Buffer }[]> {
  const small = { side: 8, depth: 8, isInterlaced: false }
  const pixels = deflateSync(Buffer.alloc(small.side * (1 + small.side * 4)))
  return [
    { name: 'interlaced', bytes: await interlaced() },
    {
      name: 'empty IDAT chunks',
      bytes: png(small, Array(MOST_BYTES / CHUNK_BYTES - 100).fill(chunk('IDAT')), chunk('IDAT', pixels)),
    },
    {
      name: 'tEXt chunks',
      bytes: png(
        small,
        Array(Math.floor(MOST_BYTES / (CHUNK_BYTES + 2)) - 100).fill(chunk('tEXt', Buffer.from('a\0'))),
        chunk('IDAT', pixels),
      ),
    },
  ]
}

/** 7070 × 7070 pixels of 16 bits in four channels, in Adam7's seven passes, all transparent. */
async function interlaced(): Promise<Buffer> {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  const rows = passes.map(
    ([x, y, right, down]) => Math.ceil((SIDE - y) / down) * (1 + Math.ceil((SIDE - x) / right) * 8),
  )
  const total = rows.reduce((sum, bytes) => sum + bytes, 0)
  const zeros = Buffer.alloc(1 << 20)
  function* raw() {
    for (let left = total; left > 0; left -= zeros.length) yield zeros.subarray(0, Math.min(left, zeros.length))
  }
  const deflated = await buffer(Readable.from(raw()).pipe(createDeflate({ level: 9 })))
  return png({ side: SIDE, depth: 16, isInterlaced: true }, [], chunk('IDAT', deflated))
}

function png(
  { side, depth, isInterlaced }: { side: number; depth: number; isInterlaced: boolean },
  between: Buffer[],
  data: Buffer,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([depth, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...between, data, chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

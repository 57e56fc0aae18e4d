import { crc32, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const [BITS, GREY] = [8, 0]

/** Pixels of a PNG of 8 bits of grey, row by row. */
export type Grey = { width: number; height: number; pixels: Uint8Array }

/**
 * Reads a PNG of 8 bits of grey, not interlaced, and no other (PNG 1.2, 4 and 6): by its header first, so that no more is unpacked
 * than it says, nor than `mostPixels`. Null where it is another, or broken.
 */
export function readGreyPng(bytes: Buffer, mostPixels: number): Grey | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return null
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const isGrey = bytes[24] === BITS && bytes[25] === GREY && bytes[28] === 0
  if (!isGrey || width === 0 || height === 0 || width * height > mostPixels) return null
  try {
    const rows = inflateSync(Buffer.concat(dataOf(bytes)), { maxOutputLength: (width + 1) * height })
    return rows.length === (width + 1) * height ? { width, height, pixels: unfiltered(rows, width, height) } : null
  } catch {
    return null
  }
}

/** @throws RangeError where it is cut short, or a part of it is damaged */
function dataOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 8; ;) {
    const [length, kind] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)]
    if (bytes.readUInt32BE(at + 8 + length) !== crc32(bytes.subarray(at + 4, at + 8 + length)))
      throw new RangeError(`a damaged ${kind}`)
    if (kind === 'IEND') return parts
    if (kind === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
}

/** @throws RangeError where a row's filter is none */
function unfiltered(rows: Buffer, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (width + 1)] ?? 0
    for (let x = 0; x < width; x++) {
      const left = x > 0 ? (pixels[y * width + x - 1] ?? 0) : 0
      const above = y > 0 ? (pixels[(y - 1) * width + x] ?? 0) : 0
      const corner = x > 0 && y > 0 ? (pixels[(y - 1) * width + x - 1] ?? 0) : 0
      pixels[y * width + x] = (rows[y * (width + 1) + 1 + x] ?? 0) + predicted(filter, left, above, corner)
    }
  }
  return pixels
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) throw new RangeError(`no filter ${filter}`)
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

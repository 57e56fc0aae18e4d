import { crc32, inflateSync } from 'node:zlib'
import { type Chunk, SIGNATURE, UnreadablePng, chunksOf } from '@printroom/studio/design/png-header'

/** The most an ICC profile may inflate to, in bytes; the largest real ones are about half of it. */
const PROFILE_BYTES = 4 * 1024 * 1024

/** All chunks up to the end chunk, their checksums held against them. @throws UnreadablePng */
export function readChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks = [...chunksOf(bytes)]
  for (const { name, from, to } of chunks)
    if (view.getUint32(to) !== crc32(bytes.subarray(from - 4, to))) throw new UnreadablePng(`${name} damaged`)
  return chunks
}

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/**
 * The same picture with nothing but what its pixels need: header, palette, transparency, data, and the colour
 * profile if `keepProfile`. No text is ever inflated, one profile at most, and nothing after the end is left.
 * @throws UnreadablePng
 */
export function stripPng(bytes: Uint8Array, keepProfile: boolean): Uint8Array {
  const chunks = readChunks(bytes)
  const profile = keepProfile && chunks.find(({ name }) => name === 'iCCP')
  const kept = chunks.filter((chunk) => {
    const { name, from, to } = chunk
    const isCritical = name[0] === name[0]!.toUpperCase()
    if (isCritical && !CRITICAL.has(name)) throw new UnreadablePng(`unknown critical chunk ${name}`)
    return isCritical || name === 'tRNS' || (chunk === profile && isProfile(bytes.subarray(from, to)))
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

import type { Design } from '@printroom/studio/plate/plate'
import { type PngRefusal, checkPng } from '@printroom/studio/design/png-header'
import sharp from 'sharp'
import { decodeDesign, reencodePng, thumbnails } from './encode.ts'
import { encodePrintCopy } from './print-copy.ts'

/**
 * All that is kept of an upload: our own PNG of its pixels, what pictures are printed from where that is another file, and
 * its thumbnails (WebP). Sizes in pixels.
 */
export type Ingested = {
  width: number
  height: number
  file: Uint8Array
  print: Uint8Array | null
  thumbnail: Uint8Array
  card: Uint8Array
}

export type Ingestion = ({ ok: true } & Ingested) | ({ ok: false } & PngRefusal)

/**
 * Takes an upload in, decoded to its last pixel. Two decodings in all: the upload's, for our own re-encode, and the
 * re-encode's, for the rest. The first holds the whole picture in memory where it is interlaced (8 bytes a pixel at most,
 * 400 MB), the second always (4 bytes a pixel, 200 MB), one after the other.
 */
export async function ingestPng(bytes: Uint8Array): Promise<Ingestion> {
  const check = checkPng(bytes)
  if (!check.ok) return check
  const { width, height, bitDepth } = check.header
  let file: Uint8Array
  try {
    file = await reencodePng(bytes)
  } catch (error) {
    return { ok: false, reason: 'unreadable', detail: (error as Error).message }
  }
  return { ok: true, width, height, file, ...(await derive(await decodeDesign(file), bitDepth === 16)) }
}

/** What pictures of a stored design are printed from; null where that is its own file. */
export async function printCopyOf(file: Uint8Array): Promise<Uint8Array | null> {
  const { depth } = await sharp(file).metadata()
  return encodePrintCopy(await decodeDesign(file), depth === 'ushort')
}

/** Has this process decode with one thread, and keep nothing of a picture when it is done. */
export function keepToOneCore(): void {
  sharp.concurrency(1)
  sharp.cache(false)
}

async function derive(design: Design, isDeep: boolean): Promise<Pick<Ingested, 'print' | 'thumbnail' | 'card'>> {
  return { print: await encodePrintCopy(design, isDeep), ...(await thumbnails(design)) }
}

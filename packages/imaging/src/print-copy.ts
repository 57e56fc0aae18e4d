import type { Design } from '@printroom/studio/plate/plate'
import { shrinkDesign } from '@printroom/studio/design/shrink-design'
import sharp from 'sharp'

/**
 * The largest side in pixels of what a picture is printed from. Of the largest print a picture of 2048 × 2048 shows some
 * 1,000 pixels and one of 4096 × 4096 twice as many; a design that had to be halved has at least 2,048 left.
 */
export const PRINT_SIDE = 4096

/**
 * A design as pictures are printed from it: a PNG of 8-bit RGBA in sRGB with at most 4096 pixels a side, quick to read.
 * Null where the design's own file (`isDeep`: of 16 bits a channel) is that already.
 */
export async function encodePrintCopy(design: Design, isDeep: boolean): Promise<Uint8Array | null> {
  const by = Math.ceil(Math.max(design.width, design.height) / PRINT_SIDE)
  if (by === 1 && !isDeep) return null
  const { width, height, data } = by === 1 ? design : shrinkDesign(design, by)
  const png = sharp(data, { raw: { width, height, channels: 4 } }).png({
    compressionLevel: 3,
    adaptiveFiltering: false,
  })
  return new Uint8Array(await png.toBuffer())
}

import sharp from 'sharp'
import type { Photo, Refusal } from '../find/read-photo.ts'
import type { Crop } from '../map/raster-map.ts'

/** A mask that the seller has mended, as the plate has it: any picture of the photograph's own shape, white where it is garment. */
export async function readMask(
  bytes: Uint8Array,
  { width, height }: Pick<Photo, 'width' | 'height'>,
  { left, top, side, size }: Crop,
): Promise<{ ok: true; coverage: Uint8Array } | { ok: false; refusal: Refusal }> {
  const refuse = (sentence: string) => ({ ok: false as const, refusal: { code: 'mask', sentence } })
  try {
    const open = () => sharp(bytes, { limitInputPixels: 40_000_000 })
    const { width: wide, height: high } = await open().metadata()
    if (Math.abs(wide / high / (width / height) - 1) > 0.01)
      return refuse('The mask has not the shape of the photograph. Mend the one that was made of it.')
    const { data } = await open()
      .flatten({ background: '#000000' })
      .greyscale()
      .resize(width, height, { fit: 'fill' })
      .extract({ left, top, width: side, height: side })
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { data: cut } = await sharp(data, { raw: { width: side, height: side, channels: 1 } })
      .resize(size, size, { fit: 'fill' })
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { ok: true, coverage: new Uint8Array(cut) }
  } catch {
    return refuse('The mask cannot be read. Save it as a PNG.')
  }
}

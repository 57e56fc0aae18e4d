import type { Design, Picture } from '@printroom/studio/plate'

/** Our own PNG of the same pixels without ancillary chunks; an ICC profile's meaning is turned into sRGB. */
export async function reencodePng(bytes: Uint8Array): Promise<Uint8Array> {
  throw new Error(`not written yet: ${bytes.length}`)
}

/** A WebP of at most 512 × 512 pixels that keeps transparency. `source` is an encoded image or a picture of ours. */
export async function thumbnail(source: Uint8Array | Picture): Promise<Uint8Array> {
  throw new Error(`not written yet: ${'data' in source}`)
}

/** sRGB JPEG without chroma subsampling. */
export async function encodeJpeg(picture: Picture, quality = 92): Promise<Uint8Array> {
  throw new Error(`not written yet: ${picture.width} ${quality}`)
}

/** The design's pixels in sRGB, 8-bit straight RGBA. */
export async function decodeDesign(bytes: Uint8Array): Promise<Design> {
  throw new Error(`not written yet: ${bytes.length}`)
}

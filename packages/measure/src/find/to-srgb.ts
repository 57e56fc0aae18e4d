import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Head and header of a PNG, behind which a profile may stand. */
const HEADER_END = 33

/** Pixels of red, green and blue whose colours an ICC profile tells, as sRGB. @throws Error where the profile is none for them */
export async function toSrgb(rgb: Uint8Array, width: number, height: number, icc: Uint8Array): Promise<Uint8Array> {
  const png = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const body = Buffer.concat([Buffer.from('iCCPown\0\0', 'latin1'), deflateSync(icc)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  const tagged = Buffer.concat([png.subarray(0, HEADER_END), length, body, check, png.subarray(HEADER_END)])
  const { data } = await sharp(tagged, { limitInputPixels: width * height })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (data.length !== rgb.length) throw new Error('not a profile of red, green and blue')
  return new Uint8Array(data.buffer, data.byteOffset, data.length)
}

/** The profile of Display P3, for files that name it by its number. */
export async function displayP3(): Promise<Uint8Array> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
  const { icc } = await sharp(await pixel.png().withIccProfile('p3').toBuffer()).metadata()
  if (!icc) throw new Error('the encoder tagged no profile')
  return icc
}

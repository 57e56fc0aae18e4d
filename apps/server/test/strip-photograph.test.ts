import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { AppError } from '@printroom/core/errors'
import { stripPhotograph } from '@printroom/core/domain/scenes/strip-photograph'

const noise = Buffer.from(Uint8Array.from({ length: 120 * 80 * 3 }, (_, at) => (at * 7919) % 251))
const picture = () => sharp(noise, { raw: { width: 120, height: 80, channels: 3 } })
const said = { IFD0: { Make: 'Camera of somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
const pixelsOf = async (bytes: Uint8Array) => (await sharp(bytes).autoOrient().raw().toBuffer()).toString('base64')
const codeOf = (bytes: Buffer): string => {
  try {
    stripPhotograph(bytes)
    return 'taken'
  } catch (error) {
    return (error as AppError).code
  }
}

describe('a photograph is stripped to its pixels', () => {
  const kinds = {
    'of one scan': () => picture().jpeg({ quality: 90 }),
    'of many scans': () => picture().jpeg({ quality: 90, progressive: true }),
    'in grey': () => picture().greyscale().jpeg(),
  }
  it.each(Object.entries(kinds))(
    'a JPEG %s keeps its pixels, its profile and which way is up, and nothing else',
    async (_, make) => {
      const clean = await make().withIccProfile('p3').withExif(said).withMetadata({ orientation: 6 }).toBuffer()
      const bytes = Buffer.concat([clean, Buffer.from('PK\u0003\u0004<script>')])
      const stripped = stripPhotograph(bytes)
      expect(stripped.type).toBe('image/jpeg')
      expect(await pixelsOf(stripped.bytes)).toBe(await pixelsOf(bytes))
      const { orientation, icc, xmp, comments } = await sharp(stripped.bytes).metadata()
      expect([orientation, icc !== undefined, xmp, comments]).toEqual([6, true, undefined, undefined])
      for (const word of ['Camera of somebody', '<script>']) {
        expect(bytes.includes(word)).toBe(true)
        expect(stripped.bytes.includes(word)).toBe(false)
      }
      expect(stripPhotograph(stripped.bytes).bytes.equals(stripped.bytes)).toBe(true)
    },
  )

  it('a PNG likewise', async () => {
    const bytes = Buffer.concat([await picture().withExif(said).png().toBuffer(), Buffer.from('<script>')])
    const stripped = stripPhotograph(bytes)
    expect(await pixelsOf(stripped.bytes)).toBe(
      await sharp(bytes)
        .raw()
        .toBuffer()
        .then((raw) => raw.toString('base64')),
    )
    expect([stripped.bytes.includes('somebody'), stripped.bytes.includes('<script>')]).toEqual([false, false])
  })

  it('whatever a file is cut to, it is refused or read to its end', async () => {
    const files = [
      await picture().withExif(said).jpeg({ progressive: true }).toBuffer(),
      await picture().png().toBuffer(),
    ]
    for (const whole of files)
      for (let end = 12; end < whole.length; end += 37)
        expect(codeOf(whole.subarray(0, end))).toBe('unreadable_photograph')
  })

  it('by its header it is too large before anything is decoded', async () => {
    const png = await picture().png().toBuffer()
    png.writeUInt32BE(9000, 16)
    png.writeUInt32BE(9000, 20)
    expect(codeOf(png)).toBe('too_large')
  })
})

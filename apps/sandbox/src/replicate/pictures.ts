import sharp from 'sharp'

export type Behaviour =
  | 'good'
  | 'slow'
  | 'wrong-colour'
  | 'wrong-garment'
  | 'garbled'
  | 'fail'
  | 'nsfw'
  | 'hang'
  | 'no-picture'
  | 'too-many'
  | 'fault'

/** No light does this to a colour. */
const BLUISH: [[number, number, number], [number, number, number], [number, number, number]] = [
  [0.5, 0, 0],
  [0, 0.7, 0],
  [0, 0, 1],
]

/** A believable answer to a reference picture: the same scene a little warmer and grainier, or a wrong one on demand. */
export async function pictureOf(reference: Buffer, behaviour: Behaviour): Promise<Buffer> {
  const { data, info } = await sharp(reference)
    .resize(1024, 1024, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: 3 } as const
  if (behaviour === 'wrong-colour') return sharp(data, { raw }).modulate({ hue: 130 }).jpeg({ quality: 92 }).toBuffer()
  if (behaviour === 'wrong-garment') return sharp(data, { raw }).recomb(BLUISH).jpeg({ quality: 92 }).toBuffer()
  if (behaviour === 'garbled') return sharp(shuffled(data, info.width), { raw }).jpeg({ quality: 92 }).toBuffer()
  return sharp(data, { raw }).modulate({ brightness: 1.02, saturation: 1.03 }).jpeg({ quality: 92 }).toBuffer()
}

/** Small tiles of the picture's middle in another order, as when a model writes letters that are none. */
function shuffled(data: Buffer, width: number): Buffer {
  const [tile, from, count] = [16, Math.round(width * 0.3), 24]
  const out = Buffer.from(data)
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      const [otherRow, otherColumn] = [(row * 7 + column * 3 + 5) % count, (column * 5 + row * 11 + 2) % count]
      for (let y = 0; y < tile; y++) {
        const source = ((from + otherRow * tile + y) * width + from + otherColumn * tile) * 3
        data.copy(out, ((from + row * tile + y) * width + from + column * tile) * 3, source, source + tile * 3)
      }
    }
  return out
}

import { LIGHT_GROUND, sceneOf } from '@printroom/measure/testing/made/lots'
import { photograph } from '@printroom/measure/testing/made/photograph'
import sharp from 'sharp'

/** A camera's words in a photograph's file, and what hangs behind the picture. */
export const [MAKER, TAIL] = ['Camera of somebody', '<script>alert(1)</script>']

/** A made photograph of a mug's calibration print, as a careless program stores it. */
export async function photographMug(): Promise<Buffer> {
  const made = await photograph({
    ...sceneOf('suite', 3, 1100),
    focal: 35,
    pitch: 6,
    yaw: -7,
    roll: 3,
    ground: LIGHT_GROUND,
  })
  const jpeg = sharp(made.jpeg)
    .withExif({ IFD0: { Make: MAKER } })
    .jpeg({ quality: 95 })
  return Buffer.concat([await jpeg.toBuffer(), Buffer.from(TAIL)])
}

const SHAPES =
  '<svg width="600" height="600"><rect width="600" height="600" fill="#fff"/><circle cx="220" cy="240" r="160" fill="#c2185b"/><path d="M60 560 L300 120 L560 540 Z" fill="#1a237e"/><rect x="380" y="60" width="160" height="120" fill="#f9a825"/></svg>'

/** A design whose shapes and colors can be told again in a picture. */
export const drawPrint = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 600, channels: 4, background: '#00000000' } })
    .composite([{ input: Buffer.from(SHAPES) }])
    .png()
    .toBuffer()

/** A mask of so many pixels a side: a disk in its middle, its radius in parts of the side. */
export function drawMask(side: number, radius: number): Promise<Buffer> {
  const svg = `<svg width="${side}" height="${side}"><rect width="${side}" height="${side}"/><circle cx="${side / 2}" cy="${side / 2}" r="${radius * side}" fill="#fff"/></svg>`
  return sharp(Buffer.from(svg)).greyscale().toColourspace('b-w').removeAlpha().png().toBuffer()
}

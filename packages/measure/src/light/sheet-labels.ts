import sharp from 'sharp'
import { drawSheet } from '../print/draw.ts'
import { pngOf } from '../print/write-print.ts'
import type { Sheet } from '../print/sheet.ts'

/** What is printed at a place of a sheet. */
export const WHITE = 0
export const BLACK = 1
export const INKED = 2

/**
 * For each texel of a sheet (`across` and `down` an inch: whole ones fill it): what is printed there, and which share of ink lies around it (0 to 255) within the
 * lens's deviation and a wider one. Squares with a patch are all `INKED`: nothing is clear black in its narrow frame.
 */
export type Labels = {
  width: number
  height: number
  across: number
  down: number
  kind: Uint8Array
  near: Uint8Array
  wide: Uint8Array
}

/** The wider reach, in deviations of blur: what a phone's sharpening lightens beside ink lies there. */
const WIDE = 2.2

/** Texels along a square. */
const TEXELS = 75

/** Labels of a sheet, some 2 million of a garment's. `blur` is the deviation of the photograph's edges in inches. */
export async function labelsOf(sheet: Sheet, blur: number): Promise<Labels> {
  const dpi = TEXELS / sheet.pitch
  const { data, info } = await sharp(await pngOf(await drawSheet(sheet), dpi))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const kind = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < kind.length; at++, from += channels) {
    const [red, green, blue] = [data[from]!, data[from + 1]!, data[from + 2]!]
    kind[at] = Math.min(red, green, blue) > 235 ? WHITE : Math.max(red, green, blue) < 20 ? BLACK : INKED
  }
  const [across, down] = [width / sheet.width, height / sheet.height]
  const ink = kind.map((label) => (label === WHITE ? 0 : 255))
  for (const { x, y } of sheet.patches) {
    const half = sheet.pitch / 2
    const range = (from: number, per: number) =>
      [Math.round((from - half) * per), Math.round((from + half) * per)] as const
    const [[left, right], [top, bottom]] = [range(x, across), range(y, down)]
    for (let j = top; j < bottom; j++) kind.fill(INKED, j * width + left, j * width + right)
  }
  const within = async (deviation: number) =>
    new Uint8Array(
      await sharp(ink, { raw: { width, height, channels: 1 } })
        // In whole numbers, which is sharp's usual way, the middle of a black square comes out as 249 to 255.
        .blur({ sigma: Math.max(0.5, deviation * dpi), precision: 'float' })
        .extractChannel(0)
        .raw()
        .toBuffer(),
    )
  const [near, wide] = await Promise.all([within(blur), within(WIDE * blur)])
  return { width, height, across, down, kind, near, wide }
}

/** A share of ink (0 to 1) at a place in inches, between the middles of texels. */
export function shareAt(shares: Uint8Array, { width, height, across, down }: Labels, x: number, y: number): number {
  const fx = Math.min(width - 1.001, Math.max(0, x * across - 0.5))
  const fy = Math.min(height - 1.001, Math.max(0, y * down - 0.5))
  const [i, j] = [Math.floor(fx), Math.floor(fy)]
  const [a, b] = [fx - i, fy - j]
  const at = j * width + i
  const upper = (1 - a) * shares[at]! + a * shares[at + 1]!
  return ((1 - b) * upper + b * ((1 - a) * shares[at + width]! + a * shares[at + width + 1]!)) / 255
}

import sharp from 'sharp'
import { drawSheet } from '../print/draw.ts'
import { pngOf } from '../print/write-print.ts'
import type { Sheet } from '../print/sheet.ts'

/** What is printed at a place of a sheet. */
export const WHITE = 0
export const BLACK = 1
export const INKED = 2

/**
 * For each texel of a sheet (`dpi` an inch): what is printed there, how white it is (0 to 255) through the lens, and in `isClear` 255
 * where it is black and so is all that the lens spreads over it.
 */
export type Labels = {
  width: number
  height: number
  dpi: number
  kind: Uint8Array
  whiteness: Uint8Array
  isClear: Uint8Array
}

/** Deviations of blur from which on nothing of white reaches black. */
const CLEAR_BLURS = 3.5

/** Texels along a square. */
const TEXELS = 75

/**
 * Labels of a sheet, some 2 million of a garment's. `blur` is the lens's deviation and `inkGain` how far ink has run, in inches.
 */
export async function labelsOf(sheet: Sheet, blur: number, inkGain: number): Promise<Labels> {
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
  const maskOf = (label: number) =>
    sharp(
      kind.map((each) => (each === label ? 255 : 0)),
      { raw: { width, height, channels: 1 } },
    )
  const eroded = async (label: number, by: number) =>
    (by > 0 ? maskOf(label).erode(by) : maskOf(label)).extractChannel(0).raw().toBuffer()
  const white = await eroded(WHITE, Math.round(inkGain * dpi))
  const spread = await sharp(white, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.5, blur * dpi))
    .extractChannel(0)
    .raw()
    .toBuffer()
  const isClear = await eroded(BLACK, Math.ceil(CLEAR_BLURS * blur * dpi))
  return { width, height, dpi, kind, whiteness: new Uint8Array(spread), isClear: new Uint8Array(isClear) }
}

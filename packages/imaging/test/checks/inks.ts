import { deltaE } from '@printroom/studio/tone/delta-e'
import type { Lot } from './lot.ts'

/** 8-bit sRGB. */
export type Rgb = readonly [number, number, number]
export const WHITE: Rgb = [255, 255, 255]
/** Reflectance of the blackest ink on cloth, from the cards' black. */
const INK_BLACK = 0.02

export const css = ([r, g, b]: Rgb, alpha = 1): string => `rgba(${r},${g},${b},${alpha})`
export const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** A colour as it comes out of a printer: grey is added to what would be darker than its black. */
function inked(rgb: Rgb): Rgb {
  const linear = rgb.map((value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
  const luminance = 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
  if (luminance >= INK_BLACK) return rgb
  return linear.map((value) => 255 * (1.055 * (value + INK_BLACK - luminance) ** (1 / 2.4) - 0.055)) as unknown as Rgb
}

export const apart = (ink: Rgb, garment: Rgb): number => deltaE(inked(ink), inked(garment))

export function drawColour(lot: Lot, isRight: (rgb: Rgb) => boolean): Rgb {
  for (;;) {
    const rgb: Rgb = [lot.whole(0, 255), lot.whole(0, 255), lot.whole(0, 255)]
    if (isRight(rgb)) return rgb
  }
}

/** A colour that nobody tells from the garment. */
export function drawVanishing(lot: Lot, garment: Rgb): Rgb {
  for (;;) {
    const near = garment.map((value) => Math.min(255, Math.max(0, value + lot.whole(-30, 20)))) as unknown as Rgb
    if (apart(near, garment) < 4) return near
  }
}

/** A colour that everybody sees; every second one is not far off. */
export function drawVisible(lot: Lot, garment: Rgb): Rgb {
  const most = lot.is(0.5) ? 25 : 200
  return drawColour(lot, (rgb) => apart(rgb, garment) > 7 && apart(rgb, garment) < most)
}

export const lightness = ([r, g, b]: Rgb): number => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255

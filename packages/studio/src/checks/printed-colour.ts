import { deltaE } from '../tone/delta-e.ts'
import { LINEAR_OF_SRGB8, fromLinear } from '../tone/srgb.ts'

/** 8-bit sRGB. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Share of light that the blackest ink and cloth throw back: what the makers' colour cards give for black (#25282A). */
const BLACK = 0.02

/** How a colour of a file comes out as ink on cloth: nothing is blacker than black cloth. */
export function printed(rgb: Rgb): Rgb {
  const linear = (value: number) => LINEAR_OF_SRGB8[Math.round(value)]!
  const [red, green, blue] = [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])]
  const lift = BLACK - (0.2126 * red + 0.7152 * green + 0.0722 * blue)
  if (lift <= 0) return rgb
  return [255 * fromLinear(red + lift), 255 * fromLinear(green + lift), 255 * fromLinear(blue + lift)]
}

/** CIEDE2000 between ink of a file's colour and the garment it is printed on. */
export const inkFromGarment = (ink: Rgb, garment: Rgb): number => deltaE(printed(ink), printed(garment))

/** `#RRGGBB` → 8-bit sRGB. */
export const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

/** 8-bit sRGB → `#rrggbb`. */
export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

import type { KernelRuntime } from '../kernels/runtime.ts'
import { PIXEL_BYTES } from '../kernels/light-format.ts'
import type { RowSource } from '../geometry/view.ts'
import { type Rgb, linearOfHex } from '../tone/srgb.ts'

/** Plain backdrops as they look in the reference light. White is not among them: it is made exact instead. */
const PLAIN_COLOURS: Record<string, string> = {
  'neutral-gray': '#A9A9A8',
  'light-gray': '#D4D5D6',
  'off-white': '#EFECE4',
}

/** Whether a background is pure white: sRGB #FFFFFF wherever no shadow falls. */
export const isWhiteStudio = (background: string): boolean => background === 'white-studio'

/** Whether a background is a plain backdrop, which needs no picture of its own. */
export const isPlainBackdrop = (background: string): boolean => isWhiteStudio(background) || background in PLAIN_COLOURS

/** The tint of a plain backdrop in linear light; null for white and for what is not plain. */
export const plainTint = (background: string): Rgb | null => {
  const tint = PLAIN_COLOURS[background]
  return tint === undefined ? null : linearOfHex(tint)
}

/** A plain backdrop's fall of light from the middle to the corners, as a share: an even one looks drawn, not photographed. */
const FALL = 0.13
const SIDE_PIXELS = 64

/** Light of an empty sheet, brightest a little below the middle. */
export function plainLight(runtime: KernelRuntime, background: string): RowSource {
  const colour = plainTint(background)
  if (!colour) throw new RangeError(`${background} is not a plain backdrop, and it has no picture`)
  return {
    width: SIDE_PIXELS,
    height: SIDE_PIXELS,
    bytes: PIXEL_BYTES,
    read(y, into) {
      const row = runtime.floats(into, SIDE_PIXELS * 4)
      for (let x = 0; x < SIDE_PIXELS; x++) {
        const dx = (x + 0.5) / SIDE_PIXELS - 0.47
        const dy = (y + 0.5) / SIDE_PIXELS - 0.56
        const light = 1 - FALL * 2 * (dx * dx + dy * dy)
        for (let c = 0; c < 3; c++) row[x * 4 + c] = colour[c]! * light
      }
    },
  }
}

import type { Engine } from './engine.ts'
import { LANES } from './light-kernels.ts'
import type { RowSource } from './resample.ts'
import { type Rgb, linearOfHex } from './srgb.ts'

/** Plain papers as they look in the reference light. White is not among them: it is made exact instead. */
const PAPERS: Record<string, string> = { 'neutral-gray': '#A9A9A8', 'light-gray': '#D4D5D6', 'off-white': '#EFECE4' }

export const isWhiteStudio = (background: string): boolean => background === 'white-studio'

/** Whether a background is plain paper, which needs no picture of its own. */
export const isPaper = (background: string): boolean => isWhiteStudio(background) || background in PAPERS

/** The tint of a paper in linear light; null for white and for what is no paper. */
export const paperTint = (background: string): Rgb | null => {
  const tint = PAPERS[background]
  return tint === undefined ? null : linearOfHex(tint)
}

/** A paper's fall of light from the middle to the corners, as a share: even paper looks drawn, not photographed. */
const FALL = 0.13
const SIDE = 64

/** Light of an empty sheet, brightest a little below the middle. */
export function paperLight(engine: Engine, background: string): RowSource {
  const colour = paperTint(background)
  if (!colour) throw new RangeError(`${background} is not a paper, and it has no picture`)
  return {
    width: SIDE,
    height: SIDE,
    bytes: LANES,
    read(y, into) {
      const row = engine.floats(into, SIDE * 4)
      for (let x = 0; x < SIDE; x++) {
        const dx = (x + 0.5) / SIDE - 0.47
        const dy = (y + 0.5) / SIDE - 0.56
        const light = 1 - FALL * 2 * (dx * dx + dy * dy)
        for (let c = 0; c < 3; c++) row[x * 4 + c] = colour[c]! * light
      }
    },
  }
}

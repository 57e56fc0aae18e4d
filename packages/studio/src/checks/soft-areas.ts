import type { Design } from '../plate/plate.ts'
import { FAINT_ALPHA, INK_ALPHA } from './ink-mask.ts'

/** An edge drawn smoothly goes from nothing to ink within two pixels: none of its own has only such neighbours. */
const STEEP_ALPHA = 204
/** Share of what is printed, and square inches, from which on it is more than an edge. */
const LEAST_SHARE = 0.03
const LEAST_AREA = 0.05

/** The share of a print that lies in areas of 2 to 50 % opacity (glows, shadows, veils); 0 where that is too little to matter. */
export function softShare({ width, height, data }: Design, widthIn: number): number {
  let [soft, all] = [0, 0]
  const alphaAt = (at: number) => data[at * 4 + 3]!
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const alpha = alphaAt(at)
      if (alpha < FAINT_ALPHA) continue
      all += 1
      if (alpha < INK_ALPHA && isWithin(x, y)) soft += 1
    }
  const share = all === 0 ? 0 : soft / all
  return share >= LEAST_SHARE && soft * (widthIn / width) ** 2 >= LEAST_AREA ? share : 0

  /** Whether everything around a pixel is as soft. */
  function isWithin(x: number, y: number): boolean {
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const alpha = alphaAt(row * width + column)
        if (alpha < FAINT_ALPHA || alpha > STEEP_ALPHA) return false
      }
    return true
  }
}

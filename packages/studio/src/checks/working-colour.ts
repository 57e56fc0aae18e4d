import type { Design } from '../plate/plate.ts'
import { deltaE } from '../tone/delta-e.ts'
import { inkFromGarment, rgbOf } from './printed-colour.ts'
import { type Region, vanishingRegions } from './vanishing.ts'

/** CIEDE2000 that a proposed colour keeps from the ink it is to show; the second where nothing offered keeps the first. */
const CLEAR = [20, 10] as const
/** Colours that are looked at whole; each takes some milliseconds. */
const MOST_TRIED = 4

export type Offered = { value: string; hex: string }

/** The colour on offer nearest to the chosen one on which none of the design vanishes; null where there is none. */
export function workingColour(
  design: Design,
  widthIn: number,
  chosen: string,
  regions: readonly Region[],
  offered: readonly Offered[],
): string | null {
  const from = rgbOf(chosen)
  const candidates = offered
    .map(({ value, hex }) => {
      const rgb = rgbOf(hex)
      const clear = Math.min(...regions.map((region) => inkFromGarment(rgbOf(region.hex), rgb)))
      return { value, rgb, clear, away: deltaE(rgb, from) }
    })
    .sort((one, other) => one.away - other.away)
  for (const least of CLEAR)
    for (const { value, rgb } of candidates.filter(({ clear }) => clear >= least).slice(0, MOST_TRIED))
      if (vanishingRegions(design, widthIn, rgb).length === 0) return value
  return null
}

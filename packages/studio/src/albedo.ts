import type { Exposure } from './exposure.ts'
import { LINEAR_OF_CODE, type Rgb } from './srgb.ts'

/** Reflectance of white in the plates' own unit. */
const WHITE = 0.8

/** No cloth or ink is blacker: below twice this, colours ease into it, so that the folds of a black shirt stay readable. */
const BLACKEST = 0.008

/**
 * How much less than all light white sends back: room above it for lit folds, or a white shirt is a cut-out.
 * Colours ease into it from half up; at and below half they are true.
 */
export const ROLL = { cloth: 0.13, glaze: 0.1, ink: 0.06 }

const soften = (albedo: number): number => {
  const knee = 2 * BLACKEST
  if (albedo >= knee) return albedo
  return albedo <= 0 ? BLACKEST : BLACKEST + (albedo * albedo) / (2 * knee)
}

const rollOff = (c: number, roll: number): number => (c <= 0.5 ? c : c - roll * (2 * c - 1) ** 2)

/** The most of a colour that may be taken away for the veil over it: more would leave another hue. */
const CLEARED = 0.4

const albedoOf = (c: number, kept: number, roll: number): number => soften(WHITE * rollOff(c, roll) * kept)

const keptOf = (c: number, veil: number): number => (c > 0 ? 1 - Math.min(CLEARED, veil / c) : 1)

/** The albedo that shows a linear colour (0…1) truly in the reference light, the veil of gloss allowed for. */
export function albedoOfColour([red, green, blue]: Rgb, { veil }: Exposure, roll: number): Rgb {
  // One share for all channels: the veil is grey, and the hue must stay.
  const kept = keptOf(0.2126 * red + 0.7152 * green + 0.0722 * blue, (veil[0] + veil[1] + veil[2]) / 3)
  return [albedoOf(red, kept, roll), albedoOf(green, kept, roll), albedoOf(blue, kept, roll)]
}

/** Albedo of ink of each sRGB code, a table a channel. */
export const inkAlbedo = ({ veil }: Exposure): [Float32Array, Float32Array, Float32Array] => {
  const table = (channel: 0 | 1 | 2) => LINEAR_OF_CODE.map((c) => albedoOf(c, keptOf(c, veil[channel]), ROLL.ink))
  return [table(0), table(1), table(2)]
}

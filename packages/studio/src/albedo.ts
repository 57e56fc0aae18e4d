import type { Exposure } from './exposure.ts'
import { LINEAR_OF_CODE, type Rgb } from './srgb.ts'

/** Reflectance of white in the plates' own unit. */
const WHITE = 0.8

/** No cloth or ink is blacker: below twice this, colours ease into it, so that the folds of a black shirt stay readable. */
const BLACKEST = 0.008

const soften = (albedo: number): number => {
  const knee = 2 * BLACKEST
  if (albedo >= knee) return albedo
  return albedo <= 0 ? BLACKEST : BLACKEST + (albedo * albedo) / (2 * knee)
}

/** The albedo that shows linear colour `c` (0…1) truly in the reference light, the veil of gloss allowed for. */
export const albedoOf = (c: number, exposure: Exposure, channel: 0 | 1 | 2): number =>
  soften(WHITE * (c - exposure.veil[channel]))

export const albedoOfColour = (linear: Rgb, exposure: Exposure): Rgb => [
  albedoOf(linear[0], exposure, 0),
  albedoOf(linear[1], exposure, 1),
  albedoOf(linear[2], exposure, 2),
]

/** Albedo of each sRGB code, a table a channel. */
export const albedoTables = (exposure: Exposure): [Float32Array, Float32Array, Float32Array] => {
  const table = (channel: 0 | 1 | 2) => LINEAR_OF_CODE.map((c) => albedoOf(c, exposure, channel))
  return [table(0), table(1), table(2)]
}

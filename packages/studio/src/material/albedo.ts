import type { Exposure } from '../light/exposure.ts'
import { LINEAR_OF_SRGB8, type Rgb } from '../tone/srgb.ts'
import { unshoulder } from '../tone/tone-curve.ts'

/** Reflectance of white in the plates' own unit. */
const WHITE = 0.8

/** No cloth or ink is blacker: below twice this, colours ease into it, so that the folds of a black shirt stay readable. */
export const BLACKEST = 0.005

/** How a kind of surface takes its colours. */
export type Finish = {
  /**
   * How far below the backdrop's white a white is shown, in display light: room above it for lit folds, or a white shirt is a cut-out.
   * Colours ease into it from half up; at and below half they are true.
   */
  roll: number
  /** The most of a colour that may be taken away for the veil over it: what lies outside a mug's reflections is seen without. */
  cleared: number
}

export const CLOTH: Finish = { roll: 0.145, cleared: 0.85 }
export const GLAZE: Finish = { roll: 0.1, cleared: 0.4 }

/** No ink is brighter: white ink's albedo, with some rounding's room. */
export const BRIGHTEST = 0.86

/** Ink is whiter than cloth. Its channels are cleared one by one, so less: its hue must stay. */
export const inkOn = (finish: Finish): Finish => ({ roll: 0.07, cleared: Math.min(0.6, finish.cleared) })

const soften = (albedo: number): number => {
  const knee = 2 * BLACKEST
  if (albedo >= knee) return albedo
  return albedo <= 0 ? BLACKEST : BLACKEST + (albedo * albedo) / (2 * knee)
}

const rollOff = (c: number, roll: number): number => (c <= 0.5 ? c : c - roll * (2 * c - 1) ** 3)

const albedoOf = (c: number, kept: number, roll: number): number => soften(WHITE * unshoulder(rollOff(c, roll)) * kept)

const keptOf = (c: number, veil: number, most: number): number => (c > 0 ? 1 - Math.min(most, veil / c) : 1)

/** The albedo that shows a linear colour (0…1) truly in the reference light, the veil of gloss allowed for. */
export function albedoOfColour([red, green, blue]: Rgb, { veil }: Exposure, { roll, cleared }: Finish): Rgb {
  // One share for all channels: the veil is grey, and the hue must stay.
  const kept = keptOf(0.2126 * red + 0.7152 * green + 0.0722 * blue, (veil[0] + veil[1] + veil[2]) / 3, cleared)
  // And one for the room above: rolled off channel by channel a light pink or yellow would pale as well as darken.
  const most = Math.max(red, green, blue)
  const rolled = most > 0 ? rollOff(most, roll) / most : 1
  const albedo = (c: number) => soften(WHITE * unshoulder(c * rolled) * kept)
  return [albedo(red), albedo(green), albedo(blue)]
}

/** Albedo of ink of each 8-bit sRGB value, a table a channel. */
export const inkAlbedo = (
  { veil }: Exposure,
  { roll, cleared }: Finish,
): [Float32Array, Float32Array, Float32Array] => {
  const table = (channel: 0 | 1 | 2) => LINEAR_OF_SRGB8.map((c) => albedoOf(c, keptOf(c, veil[channel], cleared), roll))
  return [table(0), table(1), table(2)]
}

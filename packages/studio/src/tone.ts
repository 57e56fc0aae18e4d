import { fromLinear } from './srgb.ts'

/** Below this linear value the picture is true; above it highlights roll off as on film. */
const KNEE = 0.75

/** Scene light (1 = a white in the reference light) → display light 0…1: straight up to the knee, then a soft shoulder. */
export const shoulder = (light: number): number =>
  light <= KNEE ? light : 1 - (1 - KNEE) * Math.exp((KNEE - light) / (1 - KNEE))

/** The scene light that the curve shows as this display light, which is below 1. */
export const unshoulder = (display: number): number =>
  display <= KNEE ? display : KNEE - (1 - KNEE) * Math.log((1 - display) / (1 - KNEE))

/** Steps of the tables a unit of light: fine enough that the darkest step is a fifth of an 8-bit code. */
export const STEPS = 16_384
const TOP = 4

const table = (length: number, code: (light: number) => number): Float32Array =>
  Float32Array.from({ length }, (_, step) => code((step + 0.5) / STEPS))

/** sRGB code (0…255, fractional) of scene light, shoulder included, by step; light of 4 and more is the last entry. */
export const CODE_OF_SCENE = table(STEPS * TOP, (light) => 255 * fromLinear(shoulder(light)))

/** sRGB code (0…255, fractional) of display light 0…1 by step; the last entry, for 1 and more, is exactly 255. */
export const CODE_OF_DISPLAY = table(STEPS + 1, (light) => 255 * Math.min(1, fromLinear(light)))
CODE_OF_DISPLAY[STEPS] = 255

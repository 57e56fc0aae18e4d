import { fromLinear } from './srgb.ts'

/** Below this linear value the picture is true; above it highlights roll off. */
const KNEE = 0.75

/** Scene light (1 = a white in the reference light) → display light 0…1: straight up to the knee, then a soft shoulder. */
export const shoulder = (light: number): number =>
  light <= KNEE ? light : 1 - (1 - KNEE) * Math.exp((KNEE - light) / (1 - KNEE))

/** The scene light that the curve shows as this display light, which is below 1. */
export const unshoulder = (display: number): number =>
  display <= KNEE ? display : KNEE - (1 - KNEE) * Math.log((1 - display) / (1 - KNEE))

/** Steps of the tables a unit of the square root of light: a step is an eighth of an 8-bit value, in the dark and in the light. */
export const STEPS = 2048
/** The last step of tables of scene light: light of 4 and more. */
export const TOP_STEP = 2 * STEPS

const table = <T>(steps: number, of: (light: number) => T): T[] =>
  Array.from({ length: steps + 1 }, (_, step) => of(((step + 0.5) / STEPS) ** 2))

const srgb8Of = (display: number): number => 255 * Math.min(1, fromLinear(display))

/** 8-bit sRGB values (0…255, fractional) of scene light, shoulder included, by step. */
export const srgb8OfScene = (): number[] => table(TOP_STEP, (light) => srgb8Of(shoulder(light)))

/** 8-bit sRGB values of display light by step; the last entry, for 1 and more, is exactly 255. */
export const srgb8OfDisplay = (): number[] => table(STEPS, srgb8Of)

/** Display light of scene light by step. */
export const displayOfScene = (): number[] => table(TOP_STEP, shoulder)

import { hash } from './random.ts'

const SIDE = 512
/** Deviation in 8-bit codes, of brightness and of colour: a full-frame camera at base sensitivity, scaled down. */
const STRENGTH = 0.8
const COLOUR = 0.35

/** Three channels of grain in codes, each a tile of `side` × `side`. */
export type Grain = { side: number; channels: [Float32Array, Float32Array, Float32Array] }

let made: Grain | undefined

/**
 * Grain slightly coarser than a pixel, as a sensor's is after its colour filter; most of it common to the
 * channels. Repeats without a seam; made once a process, the same in every process.
 */
export function grainTile(): Grain {
  if (made) return made
  const bright = noise(77)
  const channel = (seed: number) => noise(seed).map((tint, i) => STRENGTH * bright[i]! + COLOUR * tint)
  made = { side: SIDE, channels: [channel(78), channel(79), channel(80)] }
  return made
}

function noise(seed: number): Float32Array {
  const raw = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const bits = hash(i, seed)
    return (((bits & 0xffff) + (bits >>> 16)) / 65_536 - 1) * 2.45 // two uniforms: near enough to a bell
  })
  const right = (i: number) => raw[i - (i % SIDE) + ((i + 1) % SIDE)]!
  return raw.map((value, i) => 0.9 * value + 0.3 * (right(i) + raw[(i + SIDE) % raw.length]!))
}

/** Share of the grain at an sRGB code: less in the lights, none at pure white, which must stay 255. */
export const GRAIN_AT_CODE = Float32Array.from({ length: 256 }, (_, code) => Math.min(1, Math.max(0, (254.4 - code) / 60)) ** 0.7)

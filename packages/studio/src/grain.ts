import { hash } from './random.ts'

const SIDE = 512
/** Deviation in 8-bit codes, of brightness and of colour: a full-frame camera at base sensitivity, scaled down. */
const STRENGTH = 0.8
const COLOUR = 0.35

/** Steps of the tile a code. */
const FINENESS = 24

/** The side of the repeating tile, a power of two. */
export const GRAIN_SIDE = SIDE

/**
 * A tile of grain: three channels and an empty one, signed, a pixel of four bytes. Slightly coarser than a pixel, as a
 * sensor's is after its colour filter; most of it common to the channels. Repeats without a seam, the same in every process.
 */
export function grainTile(): Int8Array {
  const bright = noise(77)
  const tile = new Int8Array(4 * SIDE * SIDE)
  ;[78, 79, 80].forEach((seed, channel) =>
    noise(seed).forEach((tint, i) => {
      tile[4 * i + channel] = Math.round(FINENESS * (STRENGTH * bright[i]! + COLOUR * tint))
    }),
  )
  return tile
}

function noise(seed: number): Float32Array {
  const raw = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const bits = hash(i, seed)
    return (((bits & 0xffff) + (bits >>> 16)) / 65_536 - 1) * 2.45 // two uniforms: near enough to a bell
  })
  const right = (i: number) => raw[i - (i % SIDE) + ((i + 1) % SIDE)]!
  return raw.map((value, i) => 0.9 * value + 0.3 * (right(i) + raw[(i + SIDE) % raw.length]!))
}

/** Codes, each with the share of the tile that falls on it: less in the lights, none at pure white, which must stay 255. */
export const withGrain = (codes: readonly number[]): Float32Array =>
  Float32Array.from(codes.flatMap((code) => [code, Math.min(1, Math.max(0, (254.4 - code) / 60)) ** 0.7 / FINENESS]))

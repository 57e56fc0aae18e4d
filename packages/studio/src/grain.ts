import { hash } from './random.ts'

const SIDE = 512
/** Deviation in 8-bit codes, of brightness and of colour: a full-frame camera at base sensitivity, scaled down. */
const STRENGTH = 0.8
const COLOUR = 0.35

/** Steps of the tile a code. */
const FINENESS = 24

/** The side of the repeating tile, a power of two. */
export const GRAIN_SIDE = SIDE
/** Pixels of a row of the tile: its first three stand again behind its last, since four are read at once. */
const ROW = SIDE + 3
/** Bytes of a row of the tile. */
export const GRAIN_ROW = 4 * ROW

/**
 * A tile of grain: three channels and an empty one, signed, a pixel of four bytes. Slightly coarser than a pixel, as a
 * sensor's is after its colour filter; most of it common to the channels. Repeats without a seam, the same in every process.
 */
export function grainTile(): Int8Array {
  const bright = noise(77)
  const tile = new Int8Array(GRAIN_ROW * SIDE)
  ;[78, 79, 80].forEach((seed, channel) => {
    const tint = noise(seed)
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < ROW; x++) {
        const i = y * SIDE + (x % SIDE)
        tile[GRAIN_ROW * y + 4 * x + channel] = Math.round(FINENESS * (STRENGTH * bright[i]! + COLOUR * tint[i]!))
      }
  })
  return tile
}

function noise(seed: number): Float32Array {
  const raw = new Float32Array(SIDE * SIDE).map((_, i) => {
    const bits = hash(i, seed)
    return (((bits & 0xffff) + (bits >>> 16)) / 65_536 - 1) * 2.45 // two uniforms: near enough to a bell
  })
  const right = (i: number) => raw[i - (i % SIDE) + ((i + 1) % SIDE)]!
  return raw.map((value, i) => 0.9 * value + 0.3 * (right(i) + raw[(i + SIDE) % raw.length]!))
}

/** Codes and grain are added in parts of a code, 2 to this power; grain times its share has so many bits more. */
export const CODE_BITS = 6
export const GRAIN_BITS = 6

/**
 * Codes, each with the share of the tile that falls on it, as words: less in the lights, none at pure white, which must
 * stay 255. Half a code is in them, so that what is below a code is cut off.
 */
export const withGrain = (codes: readonly number[]): Int16Array =>
  Int16Array.from(
    codes.flatMap((code) => {
      const share = Math.min(1, Math.max(0, (254.4 - code) / 60)) ** 0.7 / FINENESS
      return [Math.round((code + 0.5) * 2 ** CODE_BITS), Math.round(share * 2 ** (CODE_BITS + GRAIN_BITS))]
    }),
  )

import { hash } from '../random.ts'

const SIDE_PIXELS = 512
/** Deviation in 8-bit values, of brightness and of colour: a full-frame camera at base sensitivity, scaled down. */
const STRENGTH = 0.8
const COLOUR = 0.35

/** Steps of the tile in an 8-bit value. */
const FINENESS = 24

/** The side of the repeating tile, a power of two. */
export const GRAIN_SIDE_PIXELS = SIDE_PIXELS
/** Pixels of a row of the tile: its first three stand again behind its last, since four are read at once. */
const ROW_PIXELS = SIDE_PIXELS + 3
/** Bytes of a row of the tile. */
export const GRAIN_ROW_BYTES = 4 * ROW_PIXELS

/**
 * A tile of grain: three channels and an empty one, signed, a pixel of four bytes. Slightly coarser than a pixel, as a
 * sensor's is after its colour filter; most of it common to the channels. Repeats without a seam, the same in every process.
 */
export function grainTile(): Int8Array {
  const bright = noise(77)
  const tile = new Int8Array(GRAIN_ROW_BYTES * SIDE_PIXELS)
  ;[78, 79, 80].forEach((seed, channel) => {
    const tint = noise(seed)
    for (let y = 0; y < SIDE_PIXELS; y++)
      for (let x = 0; x < ROW_PIXELS; x++) {
        const i = y * SIDE_PIXELS + (x % SIDE_PIXELS)
        tile[GRAIN_ROW_BYTES * y + 4 * x + channel] = Math.round(FINENESS * (STRENGTH * bright[i]! + COLOUR * tint[i]!))
      }
  })
  return tile
}

/** A tile of no grain. */
export const noGrain = (): Int8Array => new Int8Array(GRAIN_ROW_BYTES * SIDE_PIXELS)

function noise(seed: number): Float32Array {
  const raw = new Float32Array(SIDE_PIXELS * SIDE_PIXELS).map((_, i) => {
    const bits = hash(i, seed)
    return (((bits & 0xffff) + (bits >>> 16)) / 65_536 - 1) * 2.45 // two uniforms: near enough to a bell
  })
  const right = (i: number) => raw[i - (i % SIDE_PIXELS) + ((i + 1) % SIDE_PIXELS)]!
  return raw.map((value, i) => 0.9 * value + 0.3 * (right(i) + raw[(i + SIDE_PIXELS) % raw.length]!))
}

/** 8-bit values and grain are added in parts of a value, 2 to this power; grain times its share has so many bits more. */
export const VALUE_FRACTION_BITS = 6
export const GRAIN_FRACTION_BITS = 6

/**
 * 8-bit values, each with the share of the tile that falls on it, as words: less in the lights, none at pure white, which must
 * stay 255. Half a value is in them, so that what is below a value is cut off.
 */
export const withGrain = (values: readonly number[]): Int16Array =>
  Int16Array.from(
    values.flatMap((value) => {
      const share = Math.min(1, Math.max(0, (254.4 - value) / 60)) ** 0.7 / FINENESS
      return [
        Math.round((value + 0.5) * 2 ** VALUE_FRACTION_BITS),
        Math.round(share * 2 ** (VALUE_FRACTION_BITS + GRAIN_FRACTION_BITS)),
      ]
    }),
  )

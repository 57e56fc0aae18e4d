import { type Field, halve } from './field.ts'

/** Quantities of a tile, side by side in each texel. */
export const CHANNELS = 4
export type Channels = readonly [Field, Field, Field, Field]
/** The value of a quantity that stands for a step of its byte. */
export type Units = readonly [number, number, number, number]

/** Texels across the coarsest level. */
const LEAST_SIDE = 8

/** Mip levels of a tile, from the finest. */
export const levelsOf = (side: number): number => Math.log2(side / LEAST_SIDE) + 1

/** Bytes of a tile with all its levels. */
const bytesOf = (side: number): number => CHANNELS * (levelStart(side, LEAST_SIDE) + LEAST_SIDE * (LEAST_SIDE + 1))

/**
 * Texels that lie before a level: the levels follow each other, and each row has its first texel once more at its end,
 * so that two neighbours are always read together.
 */
export const levelStart = (finest: number, side: number): number =>
  (4 * (finest * finest - side * side)) / 3 + 2 * (finest - side)

/** A tile as the loops read it: of each level, rows of texels of four signed bytes. */
export function packTile(channels: Channels, units: Units): Int8Array {
  const finest = Math.sqrt(channels[0].length)
  const packed = new Int8Array(bytesOf(finest))
  let level: readonly Field[] = channels
  for (let side = finest; side >= LEAST_SIDE; side >>= 1) {
    level.forEach((field, channel) => {
      const per = 1 / units[channel]!
      let at = CHANNELS * levelStart(finest, side) + channel
      for (let y = 0; y < side; y++)
        for (let x = 0; x <= side; x++, at += CHANNELS)
          packed[at] = Math.max(-127, Math.min(127, Math.round(per * field[y * side + (x & (side - 1))]!)))
    })
    if (side > LEAST_SIDE) level = level.map(halve)
  }
  return packed
}

import type { PatternMap } from './plate.ts'

/** A second difference of u or v beyond this is a real fold, seam or edge, not the rounding of the file. */
const ROUNDING = 14

/**
 * Takes the stair-steps of the stored precision out of u and v (a mean over 3 × 3 wherever they run straight),
 * or straight edges of a print would show them. Coverage is left alone.
 */
export function smoothMap(map: PatternMap): PatternMap {
  const { width, height, coverage } = map
  return { width, height, coverage, u: smooth(map.u, width, height), v: smooth(map.v, width, height) }
}

function smooth(values: Uint16Array, width: number, height: number): Uint16Array {
  const out = values.slice()
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const middle = values[at]!
      const across = values[at - 1]! + values[at + 1]!
      const down = values[at - width]! + values[at + width]!
      const turn = Math.abs(across - 2 * middle) + Math.abs(down - 2 * middle)
      if (turn === 0 || turn > 2 * ROUNDING) continue
      const diagonal =
        values[at - width - 1]! + values[at - width + 1]! + values[at + width - 1]! + values[at + width + 1]!
      if (Math.abs(diagonal - 4 * middle) > 4 * ROUNDING) continue
      out[at] = Math.round((4 * middle + 2 * (across + down) + diagonal) / 16)
    }
  return out
}

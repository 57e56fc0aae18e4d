import type { UvMap } from './plate.ts'
import { coverageBoundsOf } from '../geometry/coverage-bounds.ts'

/** A second difference of u or v beyond this is a real fold, seam or edge, not jitter. */
const ROUNDING = 14

/**
 * Takes the jitter of sampling out of u and v as they are rendered (a mean over 3 × 3 wherever they run straight), or
 * straight edges of a print would show it. Coverage is left alone, and so is what lies off the product.
 */
export function smoothMap(map: UvMap): UvMap {
  return { ...map, u: smooth(map.u, map), v: smooth(map.v, map) }
}

/** Pixels beyond the product's outermost that its rim is read with. */
const RIM = 2

function smooth(values: Uint16Array, map: UvMap): Uint16Array {
  const { width, height } = map
  const { columns } = coverageBoundsOf(map)
  const out = values.slice()
  for (let y = 1; y < height - 1; y++) {
    const { first, end } = columns(y)
    const last = end === 0 ? 0 : Math.min(width - 1, end + RIM)
    for (let x = Math.max(1, first - RIM), at = y * width + x; x < last; x++, at++) {
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
  }
  return out
}

/** For each of some output texels the first source texel that weighs upon it, and the weights of `count` from there on. */
export type Taps = { count: number; firsts: Int32Array; weights: Float32Array }

/** The loops take this many taps at a time; those that are too many weigh nothing. */
export const TAPS_AT_ONCE = 4

/**
 * Taps of Catmull and Rom's cubic stretched by `ratio` source texels an output texel. Taps beyond an end of the `length`
 * source texels weigh upon the last texel there.
 */
export function stretchedTaps(length: number, ratio: number, size: number): Taps {
  const used = ratio === 1 ? 1 : Math.floor(4 * ratio) + 1
  const count = Math.ceil(used / TAPS_AT_ONCE) * TAPS_AT_ONCE
  const firsts = new Int32Array(size)
  const weights = new Float32Array(size * count)
  const found = new Float64Array(used)
  for (let i = 0; i < size; i++) {
    const centre = (i + 0.5) * ratio - 0.5
    const first = ratio === 1 ? i : Math.ceil(centre - 2 * ratio)
    let total = 0
    for (let k = 0; k < used; k++) total += found[k] = cubic(Math.abs(first + k - centre) / ratio)
    firsts[i] = first
    for (let k = 0; k < used; k++) {
      const held = Math.min(length - 1, Math.max(0, first + k)) - first
      weights[i * count + held]! += found[k]! / total
    }
  }
  return { count, firsts, weights }
}

/** Keys 1981 with a = -1/2. */
function cubic(d: number): number {
  if (d >= 2) return 0
  return d < 1 ? 1 + d * d * (1.5 * d - 2.5) : 2 + d * (-4 + d * (2.5 - 0.5 * d))
}

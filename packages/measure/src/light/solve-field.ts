import { type Slopes, halvedSlopes } from './slopes.ts'

/** A square field, `side` values a row: what is known of it, how surely (0 to 1), and slopes that it follows. */
export type Field = { side: number; value: Float32Array; weight: Float32Array; slopes: Slopes }

/** How much neighbours weigh that should be alike, against a value that is known surely. */
const EVENNESS = 2
const STEPS = 24
const OVERSHOOT = 1.7
/** Sides below this are solved by more steps, not by a smaller field. */
const SMALLEST = 32
/** A fold is softer than this from one value to the next; what is not is an edge that lies elsewhere than the map has it, and is followed so far. */
const STEEPEST = 0.15

/**
 * The smooth field nearest to what is known, by least squares: successive over-relaxation from the same field at half its size
 * (cascadic multigrid, F. Bornemann and P. Deuflhard, 1996).
 */
export function solveField(field: Field): Float32Array {
  const { side } = field
  const isSmall = side <= SMALLEST
  const out = isSmall ? new Float32Array(side * side).fill(meanOf(field)) : enlarged(solveField(halved(field)), side)
  relax(out, field, isSmall ? 8 * STEPS : STEPS)
  return out
}

function meanOf({ value, weight }: Field): number {
  let [sum, all] = [0, 0]
  for (let at = 0; at < value.length; at++) {
    sum += weight[at]! * value[at]!
    all += weight[at]!
  }
  return all === 0 ? 0 : sum / all
}

function halved({ side, value, weight, slopes }: Field): Field {
  const half = Math.ceil(side / 2)
  const [values, weights] = [new Float32Array(half * half), new Float32Array(half * half)]
  for (let y = 0; y < half; y++)
    for (let x = 0; x < half; x++) {
      let [sum, all] = [0, 0]
      for (let j = 2 * y; j < Math.min(side, 2 * y + 2); j++)
        for (let i = 2 * x; i < Math.min(side, 2 * x + 2); i++) {
          const at = j * side + i
          sum += weight[at]! * value[at]!
          all += weight[at]!
        }
      const to = y * half + x
      if (all > 0) values[to] = sum / all
      // A larger cell's slopes weigh as much as those of the four within it, its values four times as much.
      weights[to] = all
    }
  return { side: half, value: values, weight: weights, slopes: halvedSlopes(slopes) }
}

function enlarged(values: Float32Array, side: number): Float32Array {
  const half = Math.ceil(side / 2)
  const out = new Float32Array(side * side)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [fx, fy] = [(x - 0.5) / 2, (y - 0.5) / 2].map((at) => Math.min(half - 1, Math.max(0, at))) as [
        number,
        number,
      ]
      const [i, j] = [Math.min(half - 2, Math.floor(fx)), Math.min(half - 2, Math.floor(fy))]
      const [a, b] = [fx - i, fy - j]
      const at = j * half + i
      const upper = values[at]! + a * (values[at + 1]! - values[at]!)
      out[y * side + x] = upper + b * (values[at + half]! + a * (values[at + half + 1]! - values[at + half]!) - upper)
    }
  return out
}

function relax(out: Float32Array, { side, value, weight, slopes }: Field, steps: number): void {
  const falls = fallsOf(slopes)
  for (let step = 0; step < steps; step++)
    for (let y = 0; y < side; y++)
      for (let x = 0, at = y * side; x < side; x++, at++) {
        // Beyond the border it goes on as it is.
        const here = out[at]!
        const left = x > 0 ? out[at - 1]! : here
        const right = x < side - 1 ? out[at + 1]! : here
        const upper = y > 0 ? out[at - side]! : here
        const lower = y < side - 1 ? out[at + side]! : here
        const sum = falls[at]! + left + right + upper + lower
        const own = weight[at]!
        const mean = (EVENNESS * sum + own * value[at]!) / (4 * EVENNESS + own)
        out[at] = here + OVERSHOOT * (mean - here)
      }
}

/** What slopes add to the sum of the neighbours, which does not change from step to step. */
function fallsOf({ side, across, down }: Slopes): Float32Array {
  const falls = new Float32Array(across.length)
  const add = (at: number, near: number, slope: number): void => {
    const bounded = Math.min(STEEPEST, Math.max(-STEEPEST, slope))
    falls[at]! += bounded
    falls[near]! -= bounded
  }
  for (let y = 0; y < side; y++)
    for (let x = 0, at = y * side; x < side; x++, at++) {
      if (x + 1 < side) add(at, at + 1, (across[at]! + across[at + 1]!) / 2)
      if (y + 1 < side) add(at, at + side, (down[at]! + down[at + side]!) / 2)
    }
  return falls
}

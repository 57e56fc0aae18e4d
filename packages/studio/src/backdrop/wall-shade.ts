import type { RowSource } from '../geometry/view.ts'
import { scaleOf } from '../geometry/layout.ts'
import { PIXEL_BYTES } from '../kernels/light-format.ts'
import type { KernelRuntime } from '../kernels/runtime.ts'
import { LIGHT_GROUPS } from '../light/light-groups.ts'
import type { Light } from '../plate/manifest.ts'
import type { Plate, UvMap } from '../plate/plate.ts'

/** Cells across: the shade is softer than a cell. */
const SIDE = 192

/** Metres from a product's outline to the paper or the wall behind it. */
export const BEHIND = 0.06

/**
 * The lamp's penumbra on the wall as the standard deviation of a Gaussian, as a share of `BEHIND`: 1 / √12 is that of a
 * window as wide as it is far away. A smaller one, farther behind, threw a second garment on the wall, as a reader saw it.
 */
const PENUMBRA = 0.29

/** The share of the lamp's light that comes straight from it; the rest comes by way of the room, from all around. */
const DIRECT = 0.6

/**
 * The share of the light from all around that the wall loses to what hides it: the product is lit itself, and lights the wall
 * behind it. With all of it a dark rim went round the shoulders too, which readers took for an effect.
 */
export const HIDDEN = 0.6

/** How far to the side a lamp throws the shade at most, as a share of `BEHIND`: one that rakes would throw it out of the picture. */
const FARTHEST = 0.95

/**
 * Light from all around that a point of the wall loses to what stands `BEHIND` before it: d² / π(r² + d²)² of the
 * product's area at r (two cosines over the distance squared, of a matt plane). As Gaussians of these widths (shares of
 * `BEHIND`) and weights; within r = d it has 0.49 of the light instead of 0.50, within 2d 0.77 instead of 0.80.
 */
const AROUND = [
  { width: 0.55, weight: 0.45 },
  { width: 1.15, weight: 0.35 },
  { width: 2.8, weight: 0.2 },
] as const

/** What a product keeps from the wall of its lamp's light and of that from all around: shares by cell, row by row. */
type Kept = { lamp: Float32Array; around: Float32Array }

/** Whether a plate shows a product in mid-air: no shadow of it was rendered, so that what is behind has none. */
export const isInMidAir = ({ groups }: Plate): boolean =>
  LIGHT_GROUPS.every((group) => {
    const { data } = groups[group].whiteShadow
    return data.every((value) => value === data[0])
  })

/**
 * The light on a paper or a wall behind a product in mid-air over that on a bare one, reckoned from the product's outline:
 * the shade of its lamp, thrown to the side that is away from it, and a wider one of the light from all around.
 */
export function wallShade(runtime: KernelRuntime, plate: Plate, light: Light): RowSource {
  const { lamp, around } = keptBy(plate)
  const { key, env } = light.gains
  const shares = ([0, 1, 2] as const).map((c) => (DIRECT * key[c]) / (key[c] + env[c]))
  return {
    width: SIDE,
    height: SIDE,
    bytes: PIXEL_BYTES,
    read(y, into) {
      const row = runtime.floats(into, SIDE * 4)
      for (let x = 0, at = y * SIDE; x < SIDE; x++, at++)
        for (let c = 0; c < 3; c++)
          row[4 * x + c] = 1 - shares[c]! * lamp[at]! - HIDDEN * (1 - shares[c]!) * around[at]!
    },
  }
}

const known = new WeakMap<Plate, Kept>()

/** Measured once a plate: 49 to 75 ms of processor of a plate of 2048 beside a build, 0.3 MB. */
function keptBy(plate: Plate): Kept {
  const found = known.get(plate) ?? measure(plate)
  known.set(plate, found)
  return found
}

function measure(plate: Plate): Kept {
  const outline = outlineOf(plate.map)
  const cells = (BEHIND * scaleOf(plate) * SIDE) / plate.map.width
  const [right, up, near] = plate.manifest.lamps.key
  const slant = cells / Math.max(near, Math.hypot(right, up) / FARTHEST, 1e-6)
  const around = new Float32Array(SIDE * SIDE)
  for (const { width, weight } of AROUND) {
    const part = blurred(outline, width * cells)
    for (let i = 0; i < around.length; i++) around[i]! += weight * part[i]!
  }
  return { lamp: moved(blurred(outline, PENUMBRA * cells), -right * slant, up * slant), around }
}

/** The product's coverage, 0 to 1, as means of cells. */
function outlineOf({ width, height, coverage }: UvMap): Float32Array {
  const out = new Float32Array(SIDE * SIDE)
  const edges = (pixels: number) => Array.from({ length: SIDE + 1 }, (_, i) => Math.round((i * pixels) / SIDE))
  const [across, down] = [edges(width), edges(height)]
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const [left, right, top, bottom] = [across[column]!, across[column + 1]!, down[row]!, down[row + 1]!]
      let sum = 0
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += coverage[y * width + x]!
      out[row * SIDE + column] = sum / (255 * Math.max(1, (right - left) * (bottom - top)))
    }
  return out
}

/** A Gaussian's blur as three means, each a cell wider than twice its reach; nothing stands outside. Deviation in cells. */
function blurred(cells: Float32Array, deviation: number): Float32Array {
  // Three means of n cells have the deviation √((n² − 1) / 4).
  const reach = Math.max(1, Math.round((Math.sqrt(4 * deviation * deviation + 1) - 1) / 2))
  let out = cells
  for (let round = 0; round < 3; round++) out = averaged(averaged(out, 1, SIDE, reach), SIDE, 1, reach)
  return out
}

/** Running means of `2 reach + 1` cells along lines: steps of `step` within one, of `next` to the next. */
function averaged(cells: Float32Array, step: number, next: number, reach: number): Float32Array {
  const out = new Float32Array(cells.length)
  for (let line = 0; line < SIDE; line++) {
    const first = line * next
    const valueAt = (i: number) => (i < 0 || i >= SIDE ? 0 : cells[first + i * step]!)
    let sum = 0
    for (let i = 0; i < reach; i++) sum += valueAt(i)
    for (let i = 0; i < SIDE; i++) {
      sum += valueAt(i + reach)
      out[first + i * step] = sum / (2 * reach + 1)
      sum -= valueAt(i - reach)
    }
  }
  return out
}

/** Cells moved to the right and down, by whole ones: what comes in from outside is nothing. */
function moved(cells: Float32Array, right: number, down: number): Float32Array {
  const [dx, dy] = [Math.round(right), Math.round(down)]
  const out = new Float32Array(cells.length)
  for (let y = Math.max(0, dy); y < Math.min(SIDE, SIDE + dy); y++)
    for (let x = Math.max(0, dx); x < Math.min(SIDE, SIDE + dx); x++)
      out[y * SIDE + x] = cells[(y - dy) * SIDE + x - dx]!
  return out
}

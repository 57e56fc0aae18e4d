import { scaleOf } from '../geometry/layout.ts'
import { LIGHT_GROUPS } from '../light/light-groups.ts'
import type { Layer, Plate, UvMap } from '../plate/plate.ts'

/** Cells across a plate, at least: geometry and light of cloth change over some millimetres. */
const CELLS_ACROSS = 256

/** Cells that are filled in around those that are known: an edge is read with what lies beyond it. */
const RIM = 3

/** Hair stands out by this power of 1 less the cosine between the cloth's normal and the view. */
const TURN_POWER = 2.2

/** A step of the map longer than this many usual ones a pixel leads to another piece of cloth. */
const DISCONTINUITY_STEPS = 8

/** Numbers of a cell, by their places. */
export const CELL = {
  /** What a metre along the cloth's u is on the screen, in metres to the right and up; then along v. */
  uRight: 0,
  uUp: 1,
  vRight: 2,
  vUp: 3,
  /** 1 where the map shows cloth at its own scale, down to 0 where it stretches or crowds it. */
  trust: 4,
  /** How far the cloth's hair stands out against the view: 0 where it faces the camera, 1 where it is turned wholly away. */
  turned: 5,
  /** Light of each group a unit of albedo, at gain 1. */
  key: 6,
  fill: 7,
  env: 8,
} as const
export const CELL_NUMBERS = 9

/** What a plate says of its cloth's slant and light, in square cells: `side` of them across and down. */
export type Cells = { side: number; numbers: Float32Array }

const found = new WeakMap<Plate, Cells>()

/** Measured once a plate: some 10 ms, 2 MB. */
export function cellsOf(plate: Plate): Cells {
  const cells = found.get(plate) ?? measure(plate)
  found.set(plate, cells)
  return cells
}

function measure(plate: Plate): Cells {
  const { map } = plate
  let pixels = 1
  while (map.width >= 2 * pixels * CELLS_ACROSS && map.width % (2 * pixels) === 0) pixels *= 2
  const side = Math.floor(map.width / pixels)
  const numbers = new Float32Array(side * side * CELL_NUMBERS)
  const known = new Uint8Array(side * side)
  const stepsAt = steps(plate)
  const reach = Math.max(2, pixels)
  const lightAt = lights(plate, pixels)
  const places = placesIn(pixels)
  const turnedIn = (left: number, top: number): number => {
    let [sum, count] = [0, 0]
    for (const down of places)
      for (const across of places) {
        const found = stepsAt(left + across, top + down, Math.max(2, pixels >> 1))
        if (!found) continue
        sum += turnedBy(found)
        count++
      }
    return sum / Math.max(1, count)
  }
  for (let row = 0, cell = 0; row < side; row++)
    for (let column = 0; column < side; column++, cell++) {
      const [left, top] = [column * pixels, row * pixels]
      const into = numbers.subarray(cell * CELL_NUMBERS, (cell + 1) * CELL_NUMBERS)
      const found = stepsAt(left + (pixels >> 1), top + (pixels >> 1), reach)
      if (!found || !lightAt(left, top, into)) {
        into.fill(0)
        continue
      }
      slant(found, into)
      into[CELL.turned] = turnedIn(left, top)
      known[cell] = 1
    }
  fillRim(numbers, known, side)
  soften(numbers, side)
  return { side, numbers }
}

/** Pixels from a cell's corner at which it is sampled, both ways. */
const placesIn = (pixels: number) => (pixels < 2 ? [0] : [pixels >> 2, pixels - 1 - (pixels >> 2)])

/** What a pixel across and a pixel down are in the map, in usual steps along u and v; and the area between them. */
type Steps = { across: readonly [number, number]; down: readonly [number, number]; area: number }

/** Reads the map's steps around a pixel, from `reach` before to `reach` behind it; null where the map does not tell them. */
function steps(plate: Plate) {
  const { map, manifest } = plate
  const usual = 1 / scaleOf(plate)
  // The map's values as usual steps.
  const [perU, perV] = [manifest.pattern.width / 65_535 / usual, manifest.pattern.height / 65_535 / usual]
  /** Steps a pixel from one place of the map to the other, null where they are not one piece. */
  const between = (from: number, to: number, pixels: number): [number, number] | null => {
    if (map.coverage[from] === 0 || map.coverage[to] === 0) return null
    const step: [number, number] = [
      ((map.u[to]! - map.u[from]!) * perU) / pixels,
      ((map.v[to]! - map.v[from]!) * perV) / pixels,
    ]
    return Math.abs(step[0]) + Math.abs(step[1]) < DISCONTINUITY_STEPS ? step : null
  }
  const along = (at: number, step: number, reach: number, hasBefore: boolean, hasAfter: boolean) =>
    (hasBefore && hasAfter ? between(at - step * reach, at + step * reach, 2 * reach) : null) ??
    (hasAfter ? between(at, at + step * reach, reach) : null) ??
    (hasBefore ? between(at - step * reach, at, reach) : null)
  return (x: number, y: number, reach: number): Steps | null => {
    const at = y * map.width + x
    const across = along(at, 1, reach, x >= reach, x + reach < map.width)
    const down = along(at, map.width, reach, y >= reach, y + reach < map.height)
    if (!across || !down) return null
    const area = across[0] * down[1] - across[1] * down[0]
    return Math.abs(area) < 1e-3 ? null : { across, down, area }
  }
}

function slant({ across, down, area }: Steps, into: Float32Array): void {
  const hold = (value: number) => Math.max(-1, Math.min(1, value / area))
  into[CELL.uRight] = hold(down[1])
  into[CELL.uUp] = hold(across[1])
  into[CELL.vRight] = hold(-down[0])
  into[CELL.vUp] = hold(-across[0])
  into[CELL.trust] = trustIn(across, down, area)
}

const turnedBy = ({ area }: Steps): number => (1 - Math.min(1, 1 / Math.abs(area))) ** TURN_POWER

/**
 * Evens how far cloth is turned over the cells beside (1, 2, 1 each way): a steep fold that is narrower than two cells had
 * teeth of a cell's size, which a reader saw on black cloth.
 */
function soften(numbers: Float32Array, side: number): void {
  for (const step of [1, side]) {
    const before = Float32Array.from({ length: side * side }, (_, cell) => numbers[cell * CELL_NUMBERS + CELL.turned]!)
    for (let cell = step; cell < side * side - step; cell++)
      numbers[cell * CELL_NUMBERS + CELL.turned] = (before[cell - step]! + 2 * before[cell]! + before[cell + step]!) / 4
  }
}

const ease = (from: number, to: number, value: number): number => {
  const share = Math.max(0, Math.min(1, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/**
 * How far a pixel's steps in the map can be those of cloth, by the longest and the shortest that it takes in any direction
 * (singular values of the Jacobian). Cloth that is turned away takes longer steps, cloth that is stretched shorter ones:
 * loops drawn as large as that would look like fingerprints.
 */
function trustIn([a, b]: readonly number[], [c, d]: readonly number[], area: number): number {
  const sum = a! * a! + b! * b! + c! * c! + d! * d!
  const longest = Math.sqrt((sum + Math.sqrt(Math.max(0, sum * sum - 4 * area * area))) / 2)
  const shortest = Math.abs(area) / longest
  return ease(0.5, 0.8, shortest) * (1 - ease(3.5, 7, longest))
}

/** Reads the light of the groups in the square of pixels from a corner on; false where no pixel of it is covered. */
function lights({ map, groups, manifest }: Plate, pixels: number) {
  const places = placesIn(pixels)
  const all = LIGHT_GROUPS.map((group) => [groups[group].white, groups[group].black] as const)
  const lightOf = ({ data, range }: Layer, at: number) => range * (data[at]! / 255) ** 2
  return (left: number, top: number, into: Float32Array): boolean => {
    let covered = 0
    for (const down of places)
      for (const across of places) {
        const at = (top + down) * map.width + left + across
        covered += coverageAt(map, at)
        all.forEach(([white, black], group) => {
          into[CELL.key + group]! += Math.max(0, lightOf(white, at) - lightOf(black, at)) / manifest.albedo
        })
      }
    if (covered < 0.25) return false
    for (let group = 0; group < all.length; group++) into[CELL.key + group]! /= covered
    return true
  }
}

const coverageAt = (map: UvMap, at: number): number => map.coverage[at]! / 255

/** Gives cells beside known ones the mean of those. */
function fillRim(numbers: Float32Array, known: Uint8Array, side: number): void {
  for (let round = 0; round < RIM; round++) {
    const before = known.slice()
    for (let row = 1; row < side - 1; row++)
      for (let column = 1; column < side - 1; column++) {
        const cell = row * side + column
        if (before[cell]) continue
        let count = 0
        for (const beside of [-side - 1, -side, -side + 1, -1, 1, side - 1, side, side + 1]) {
          if (!before[cell + beside]) continue
          count++
          for (let i = 0; i < CELL_NUMBERS; i++)
            numbers[cell * CELL_NUMBERS + i]! += numbers[(cell + beside) * CELL_NUMBERS + i]!
        }
        if (count === 0) continue
        for (let i = 0; i < CELL_NUMBERS; i++) numbers[cell * CELL_NUMBERS + i]! /= count
        known[cell] = 1
      }
  }
}

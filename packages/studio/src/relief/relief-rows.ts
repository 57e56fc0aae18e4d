import type { Layout } from '../geometry/layout.ts'
import { createResampler } from '../geometry/resample.ts'
import type { RowSource } from '../geometry/view.ts'
import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import { PIXEL_BYTES } from '../kernels/light-format.ts'
import { SPAN_KINDS } from '../kernels/spans.ts'
import { LIGHT_GROUPS } from '../light/light-groups.ts'
import type { Light } from '../plate/manifest.ts'
import type { Plate } from '../plate/plate.ts'
import { CELL, CELL_NUMBERS, type Cells, cellsOf } from './cells.ts'

/** Lamps that light a place at all are taken to stand as high above it as this makes them, up to their own strength. */
const PER_LIGHT = 1.6
const STRONGEST = 1.35

/** The most that a slope of 1 changes light by, in parts of the light. */
const MOST = 1.7

/** How much of each group's light the hair of turned cloth scatters: most of what comes from behind. */
const SCATTERED = { key: 0.5, fill: 1.2, env: 0.8 }

/**
 * How relief is lit, a vector for each pixel of a row: by how much slopes along u and v change its light (in parts of it, a unit
 * of slope), how far the map may be trusted with loops, and the share of light that hair adds (`hair` of it where the cloth is
 * turned wholly away).
 */
export function createReliefRows(
  runtime: KernelRuntime,
  plate: Plate,
  light: Light,
  layout: Layout,
  hair: number,
): (row: number) => Pointer {
  const cells = cellsOf(plate)
  const { side } = cells
  const lit = litCellsOf(cells, plate, light, hair)
  const source: RowSource = {
    width: side,
    height: side,
    bytes: PIXEL_BYTES,
    read: (y, into) => runtime.floats(into, 4 * side).set(lit.subarray(y * 4 * side, (y + 1) * 4 * side)),
  }
  const read = createResampler(runtime, source, layout, 'linear')
  const { first, end } = layout.bounds
  const withinBounds = runtime.put(Int32Array.of(SPAN_KINDS.edge, first, SPAN_KINDS.end, end))
  return (row) => read(row, withinBounds)
}

const found = new WeakMap<Cells, WeakMap<Light, Float32Array>>()

/** The vectors of all cells, reckoned once a plate and light: neither colour nor design changes them. 1 MB. */
function litCellsOf(cells: Cells, plate: Plate, light: Light, hair: number): Float32Array {
  const byLight = found.get(cells) ?? new WeakMap<Light, Float32Array>()
  const lit = byLight.get(light) ?? lightCells(cells, plate, light, hair)
  found.set(cells, byLight.set(light, lit))
  return lit
}

function lightCells({ side, numbers }: Cells, plate: Plate, light: Light, hair: number): Float32Array {
  const { lamps } = plate.manifest
  const groups = LIGHT_GROUPS.map((group) => {
    const gain = light.gains[group].reduce((sum, channel) => sum + channel, 0) / 3
    return { at: CELL[group], gain, lamp: lamps[group], scattered: SCATTERED[group] }
  })
  const hold = (value: number) => Math.max(-MOST, Math.min(MOST, value))
  const out = new Float32Array(4 * side * side)
  for (let to = 0, at = 0; to < out.length; to += 4, at += CELL_NUMBERS) {
    let [right, up, lit, scattered] = [0, 0, 1e-3, 0]
    for (const { at: group, gain, lamp, scattered: share } of groups) {
      const light = numbers[at + group]!
      const strength = gain * Math.min(STRONGEST, PER_LIGHT * light)
      right += strength * lamp[0]
      up += strength * lamp[1]
      lit += gain * light
      scattered += share * gain * light
    }
    out[to] = -hold((right * numbers[at + CELL.uRight]! + up * numbers[at + CELL.uUp]!) / lit)
    out[to + 1] = -hold((right * numbers[at + CELL.vRight]! + up * numbers[at + CELL.vUp]!) / lit)
    out[to + 2] = numbers[at + CELL.trust]!
    out[to + 3] = (hair * numbers[at + CELL.turned]! * scattered) / lit
  }
  return out
}

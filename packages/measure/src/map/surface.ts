/**
 * Where each place of the sheet lies in the photograph: a cubic B-spline of two axes, its knots `step` inches apart, the first at
 * (left, top). Values in pixels.
 */
export type Surface = {
  left: number
  top: number
  step: number
  columns: number
  rows: number
  px: Float64Array
  py: Float64Array
}

/** The pixel of a place of the sheet (inches), by a formula. */
export type Base = (x: number, y: number) => [px: number, py: number]

/** What a place is made of: the first of its 4 × 4 coefficients, and their weights. */
export type Basis = { first: number; weights: Float64Array }

const cubic = (t: number): [number, number, number, number] => {
  const s = 1 - t
  return [(s * s * s) / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6, (t * t * t) / 6]
}

/** A surface of nothing yet over an area of the sheet, in inches. */
export function emptySurface(area: { width: number; height: number }, step: number): Surface {
  const columns = Math.ceil(area.width / step) + 4
  const rows = Math.ceil(area.height / step) + 4
  const [left, top] = [-1.5 * step, -1.5 * step]
  const size = columns * rows
  return { left, top, step, columns, rows, px: new Float64Array(size), py: new Float64Array(size) }
}

/** The coefficients that a place of the sheet (inches) depends on, into `weights`. Beyond the surface those of its rim count. */
export function basisAt(
  { left, top, step, columns, rows }: Surface,
  x: number,
  y: number,
  weights = new Float64Array(16),
): Basis {
  const [fx, fy] = [(x - left) / step - 1, (y - top) / step - 1]
  const i = Math.min(columns - 4, Math.max(0, Math.floor(fx)))
  const j = Math.min(rows - 4, Math.max(0, Math.floor(fy)))
  const [across, down] = [cubic(fx - i), cubic(fy - j)]
  for (let b = 0; b < 4; b++) for (let a = 0; a < 4; a++) weights[4 * b + a] = across[a]! * down[b]!
  return { first: j * columns + i, weights }
}

/** A sum of coefficients by their weights. */
export function valueOf(values: Float64Array, columns: number, { first, weights }: Basis): number {
  let sum = 0
  for (let b = 0; b < 4; b++) for (let a = 0; a < 4; a++) sum += weights[4 * b + a]! * values[first + b * columns + a]!
  return sum
}

/** A million places are looked up in turn. */
const SCRATCH = new Float64Array(16)

/** The pixel of a place of the sheet. */
export function pixelAt(surface: Surface, x: number, y: number): [px: number, py: number] {
  const basis = basisAt(surface, x, y, SCRATCH)
  return [valueOf(surface.px, surface.columns, basis), valueOf(surface.py, surface.columns, basis)]
}

import { type Base, type Basis, type Surface, basisAt, emptySurface, valueOf } from './surface.ts'

/** A place of the sheet (inches), its pixel, and how much it counts. */
export type Weighed = { x: number; y: number; px: number; py: number; weight: number }

const MOST_STEPS = 160
const CONVERGED = 1e-7

/**
 * The surface nearest to the points by least squares that bends little: penalised are the second differences of its
 * coefficients along both axes and across them (P-splines, P. Eilers and B. Marx, 1996; as a thin plate), so that it goes on
 * straight where there are no points. Solved by conjugate gradients from the plane through all points, or from `base`, from
 * which it then bends little. `stiffness`: square pixels of misfit that a bend of a pixel a knot weighs.
 */
export function fitSurface(
  points: readonly Weighed[],
  area: { width: number; height: number },
  step: number,
  stiffness: number,
  base: Base | null = null,
): Surface {
  const surface = emptySurface(area, step)
  const bases = points.map(({ x, y }) => basisAt(surface, x, y))
  const weights = Float64Array.from(points, ({ weight }) => weight)
  if (base) take(surface, base)
  for (const axis of ['px', 'py'] as const) {
    if (!base) plane(surface, axis, points)
    solve(surface, axis, { bases, weights, values: Float64Array.from(points, (point) => point[axis]) }, stiffness)
  }
  return surface
}

/**
 * Coefficients of a formula: of its values at the knots, (8 f(i) - f(i - 1) - f(i + 1)) / 6 along each axis, which repeats cubics
 * (C. de Boor and G. Fix, 1973).
 */
function take({ left, top, step, columns, rows, px, py }: Surface, base: Base): void {
  const wide = columns + 2
  const values = Array.from({ length: wide * (rows + 2) }, (_, k) =>
    base(left + ((k % wide) - 1) * step, top + (Math.floor(k / wide) - 1) * step),
  )
  const across = (k: number, axis: 0 | 1) => (8 * values[k]![axis] - values[k - 1]![axis] - values[k + 1]![axis]) / 6
  for (let j = 0, at = 0; j < rows; j++)
    for (let i = 0; i < columns; i++, at++) {
      const k = (j + 1) * wide + i + 1
      px[at] = (8 * across(k, 0) - across(k - wide, 0) - across(k + wide, 0)) / 6
      py[at] = (8 * across(k, 1) - across(k - wide, 1) - across(k + wide, 1)) / 6
    }
}

/** Coefficients of the plane of least squares: a cubic B-spline repeats planes exactly. */
function plane(
  { left, top, step, columns, rows, ...values }: Surface,
  axis: 'px' | 'py',
  points: readonly Weighed[],
): void {
  const normal = new Float64Array(9)
  const right = new Float64Array(3)
  for (const { x, y, weight, ...at } of points) {
    const row = [1, x, y]
    for (let i = 0; i < 3; i++) {
      right[i]! += weight * row[i]! * at[axis]
      for (let j = 0; j < 3; j++) normal[3 * i + j]! += weight * row[i]! * row[j]!
    }
  }
  const [a, b, c] = cramer(normal, right)
  for (let j = 0, k = 0; j < rows; j++)
    for (let i = 0; i < columns; i++, k++) values[axis][k] = a + b * (left + i * step) + c * (top + j * step)
}

/** Solves three equations, `m` row by row (Cramer's rule); where they say too little, by the first unknown alone. */
export function cramer(m: Float64Array, r: Float64Array): [number, number, number] {
  const determinant = (a: number[]) =>
    a[0]! * (a[4]! * a[8]! - a[5]! * a[7]!) -
    a[1]! * (a[3]! * a[8]! - a[5]! * a[6]!) +
    a[2]! * (a[3]! * a[7]! - a[4]! * a[6]!)
  const whole = determinant([...m])
  if (Math.abs(whole) < 1e-9) return [r[0]! / Math.max(1e-9, m[0]!), 0, 0]
  const at = (column: number) =>
    determinant([...m].map((value, i) => (i % 3 === column ? r[Math.floor(i / 3)]! : value))) / whole
  return [at(0), at(1), at(2)]
}

type Data = { bases: readonly Basis[]; weights: Float64Array; values: Float64Array }

function solve({ columns, rows, ...surface }: Surface, axis: 'px' | 'py', data: Data, stiffness: number): void {
  const from = surface[axis]
  const x = new Float64Array(from.length)
  const apply = (v: Float64Array): Float64Array => {
    const out = bending(v, columns, rows, stiffness)
    data.bases.forEach((basis, i) => spread(out, columns, basis, data.weights[i]! * valueOf(v, columns, basis)))
    return out
  }
  const residual = new Float64Array(x.length)
  const lacking = (basis: Basis, i: number) => data.values[i]! - valueOf(from, columns, basis)
  data.bases.forEach((basis, i) => spread(residual, columns, basis, data.weights[i]! * lacking(basis, i)))
  const scale = diagonal(data, columns, rows, stiffness)
  let z = residual.map((value, k) => value / scale[k]!)
  const p = z.slice()
  let rz = dot(residual, z)
  const first = rz
  for (let step = 0; step < MOST_STEPS && rz > CONVERGED * first; step++) {
    const ap = apply(p)
    const share = rz / dot(p, ap)
    for (let k = 0; k < x.length; k++) {
      x[k]! += share * p[k]!
      residual[k]! -= share * ap[k]!
    }
    z = residual.map((value, k) => value / scale[k]!)
    const next = dot(residual, z)
    for (let k = 0; k < p.length; k++) p[k] = z[k]! + (next / rz) * p[k]!
    rz = next
  }
  for (let k = 0; k < x.length; k++) from[k]! += x[k]!
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!
  return sum
}

function spread(out: Float64Array, columns: number, { first, weights }: Basis, amount: number): void {
  for (let b = 0; b < 4; b++) for (let a = 0; a < 4; a++) out[first + b * columns + a]! += weights[4 * b + a]! * amount
}

/** The penalty's own matrix times v. */
function bending(v: Float64Array, columns: number, rows: number, stiffness: number): Float64Array {
  const out = new Float64Array(v.length)
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const k = j * columns + i
      if (i + 2 < columns) second(out, v, k, 1, stiffness)
      if (j + 2 < rows) second(out, v, k, columns, stiffness)
      if (i + 1 < columns && j + 1 < rows) {
        const twist = 2 * stiffness * (v[k]! - v[k + 1]! - v[k + columns]! + v[k + columns + 1]!)
        out[k]! += twist
        out[k + 1]! -= twist
        out[k + columns]! -= twist
        out[k + columns + 1]! += twist
      }
    }
  return out
}

function second(out: Float64Array, v: Float64Array, k: number, by: number, stiffness: number): void {
  const bend = stiffness * (v[k]! - 2 * v[k + by]! + v[k + 2 * by]!)
  out[k]! += bend
  out[k + by]! -= 2 * bend
  out[k + 2 * by]! += bend
}

function diagonal({ bases, weights }: Data, columns: number, rows: number, stiffness: number): Float64Array {
  const out = new Float64Array(columns * rows).fill(20 * stiffness + 1e-9)
  bases.forEach((basis, i) => {
    for (let b = 0; b < 4; b++)
      for (let a = 0; a < 4; a++) out[basis.first + b * columns + a]! += weights[i]! * basis.weights[4 * b + a]! ** 2
  })
  return out
}

/**
 * Solves a positive definite system of `n` equations, of which the lower half counts (row by row), with the inverse of its matrix
 * (Cholesky); null where the equations say too little.
 */
export function solveSymmetric(
  matrix: Float64Array,
  right: Float64Array,
  n: number,
): { x: Float64Array; inverse: Float64Array } | null {
  const l = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= l[i * n + k]! * l[j * n + k]!
      if (i > j) l[i * n + j] = sum / l[j * n + j]!
      else if (sum <= 1e-9 * matrix[i * n + i]!) return null
      else l[i * n + i] = Math.sqrt(sum)
    }
  const solve = (b: Float64Array): Float64Array => {
    const x = b.slice()
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) x[i]! -= l[i * n + k]! * x[k]!
      x[i]! /= l[i * n + i]!
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) x[i]! -= l[k * n + i]! * x[k]!
      x[i]! /= l[i * n + i]!
    }
    return x
  }
  const inverse = new Float64Array(n * n)
  for (let i = 0; i < n; i++) inverse.set(solve(new Float64Array(n).fill(0).map((_, k) => (k === i ? 1 : 0))), i * n)
  return { x: solve(right), inverse }
}

/**
 * A plane's projective map, its nine numbers row by row with the last at 1, in shares of the picture: (0, 0) is its
 * middle and 1 its width. So one map serves a picture at every size.
 */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

export const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** Where a point in pixels goes. */
export function apply(h: Homography, x: number, y: number): [number, number] {
  const w = h[6] * x + h[7] * y + h[8]
  return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w]
}

/** What undoes it: the adjugate, scaled so that its last number is 1. @throws RangeError when nothing does */
export function invert([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ] as const
  const last = adjugate[8]
  if (Math.abs(last) < 1e-9) throw new RangeError('this map cannot be undone')
  return adjugate.map((value) => value / last) as unknown as Homography
}

/** A turn by `degrees` (clockwise on the screen), a scale and a shift about a point. */
export function turnAbout(x: number, y: number, degrees: number, scale: number, dx: number, dy: number): Homography {
  const [c, s] = [scale * Math.cos((degrees * Math.PI) / 180), scale * Math.sin((degrees * Math.PI) / 180)]
  return [c, -s, x - c * x + s * y + dx, s, c, y - s * x - c * y + dy, 0, 0, 1]
}

/** The solution of a small linear system by elimination with pivots; null where it has none. `rows` are used up. */
export function solve(rows: Float64Array[], right: Float64Array): Float64Array | null {
  const size = right.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    if (Math.abs(rows[pivot]![column]!) < 1e-12) return null
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    ;[right[column], right[pivot]] = [right[pivot]!, right[column]!]
    for (let row = column + 1; row < size; row++) {
      const factor = rows[row]![column]! / rows[column]![column]!
      for (let k = column; k < size; k++) rows[row]![k]! -= factor * rows[column]![k]!
      right[row]! -= factor * right[column]!
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) right[row]! -= rows[row]![k]! * right[k]!
    right[row]! /= rows[row]![row]!
  }
  return right
}

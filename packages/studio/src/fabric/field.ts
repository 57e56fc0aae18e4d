import { hash } from '../random.ts'

/** A square of numbers that repeats without a seam, row by row. */
export type Field = Float32Array

const sideOf = (field: Field): number => Math.sqrt(field.length)

/** Noise without any likeness between neighbours, -1 to 1, the same in every process. */
export function white(side: number, seed: number): Field {
  const out = new Float32Array(side * side)
  for (let i = 0; i < out.length; i++) out[i] = hash(i, seed) / 0x8000_0000 - 1
  return out
}

/** Running mean of `length` texels along an axis. */
export function blur(field: Field, length: number, axis: 'x' | 'y'): Field {
  return axis === 'x' ? blurAcross(field, length) : blurDown(field, length)
}

function blurAcross(field: Field, length: number): Field {
  const side = sideOf(field)
  const out = new Float32Array(field.length)
  const shift = length >> 1
  for (let row = 0; row < field.length; row += side) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += field[row + (i & (side - 1))]!
    for (let i = 0; i < side; i++) {
      out[row + ((i + shift) & (side - 1))] = sum / length
      sum += field[row + ((i + length) & (side - 1))]! - field[row + i]!
    }
  }
  return out
}

/** Row by row all the same: columns lie far apart in memory. */
function blurDown(field: Field, length: number): Field {
  const side = sideOf(field)
  const out = new Float32Array(field.length)
  const sums = new Float64Array(side)
  const shift = length >> 1
  const row = (y: number) => (y & (side - 1)) * side
  for (let i = 0; i < length; i++) for (let x = 0; x < side; x++) sums[x]! += field[row(i) + x]!
  for (let y = 0; y < side; y++) {
    const [to, next, last] = [row(y + shift), row(y + length), row(y)]
    for (let x = 0; x < side; x++) {
      out[to + x] = sums[x]! / length
      sums[x]! += field[next + x]! - field[last + x]!
    }
  }
  return out
}

/** Twice the running mean along both axes: nearly a bell, each some 0.4 `length` texels in deviation. */
export const soften = (field: Field, across: number, down: number): Field => {
  let out = field
  for (let turn = 0; turn < 2; turn++) {
    if (across > 1) out = blurAcross(out, across)
    if (down > 1) out = blurDown(out, down)
  }
  return out
}

/** Twice the mean of 2 to the power `doublings` texels that lie a step of `dx`, `dy` texels apart, at any slant. */
export function smear(field: Field, dx: number, dy: number, doublings: number): Field {
  const side = sideOf(field)
  const mask = side - 1
  let out = field
  for (let turn = 0; turn < 2; turn++)
    for (let power = 0; power < doublings; power++) {
      const [sx, sy] = [dx << power, dy << power]
      const next = new Float32Array(out.length)
      for (let y = 0; y < side; y++) {
        const [here, there] = [y * side, ((y + sy) & mask) * side]
        for (let x = 0; x < side; x++) next[here + x] = 0.5 * (out[here + x]! + out[there + ((x + sx) & mask)]!)
      }
      out = next
    }
  return out
}

/** A field seen through uneven glass: each texel is read `bend` times `x`, `y` texels away, linear between texels. */
export function warp(field: Field, x: Field, y: Field, bend: number): Field {
  const side = sideOf(field)
  const mask = side - 1
  const out = new Float32Array(field.length)
  for (let row = 0, i = 0; row < side; row++)
    for (let column = 0; column < side; column++, i++) {
      const [across, down] = [column + bend * x[i]!, row + bend * y[i]!]
      const [left, top] = [Math.floor(across), Math.floor(down)]
      const [right, lower] = [across - left, down - top]
      const [a, b] = [(top & mask) * side, ((top + 1) & mask) * side]
      const [c, d] = [left & mask, (left + 1) & mask]
      const upper = field[a + c]! + right * (field[a + d]! - field[a + c]!)
      out[i] = upper + lower * (field[b + c]! + right * (field[b + d]! - field[b + c]!) - upper)
    }
  return out
}

/** Mean 0, deviation 1; in place. */
export function standardise(field: Field): Field {
  let [sum, squares] = [0, 0]
  for (const value of field) {
    sum += value
    squares += value * value
  }
  const mean = sum / field.length
  const per = 1 / Math.sqrt(Math.max(squares / field.length - mean * mean, 1e-12))
  for (let i = 0; i < field.length; i++) field[i] = (field[i]! - mean) * per
  return field
}

/** Rise a metre of a field of heights in metres, from each texel to the next: across and down. */
export function slopesOf(heights: Field, texel: number): { u: Field; v: Field } {
  const side = sideOf(heights)
  const mask = side - 1
  const [u, v] = [new Float32Array(heights.length), new Float32Array(heights.length)]
  for (let y = 0; y < side; y++) {
    const [here, next] = [y * side, ((y + 1) & mask) * side]
    for (let x = 0; x < side; x++) {
      const height = heights[here + x]!
      u[here + x] = (heights[here + ((x + 1) & mask)]! - height) / texel
      v[here + x] = (heights[next + x]! - height) / texel
    }
  }
  return { u, v }
}

/** Half as many texels along each axis: weights 1, 3, 3, 1 each way, which leave little that could beat with the new ones. */
export function halve(field: Field): Field {
  const side = sideOf(field)
  const [half, mask] = [side >> 1, side - 1]
  const across = new Float32Array(side * half)
  for (let y = 0; y < side; y++)
    for (let x = 0, row = y * side; x < half; x++)
      across[y * half + x] =
        (field[row + ((2 * x - 1) & mask)]! + field[row + ((2 * x + 2) & mask)]!) / 8 +
        (3 * (field[row + 2 * x]! + field[row + 2 * x + 1]!)) / 8
  const out = new Float32Array(half * half)
  for (let y = 0; y < half; y++) {
    const [before, first, second, after] = [2 * y - 1, 2 * y, 2 * y + 1, 2 * y + 2].map((line) => (line & mask) * half)
    for (let x = 0; x < half; x++)
      out[y * half + x] =
        (across[before! + x]! + across[after! + x]!) / 8 + (3 * (across[first! + x]! + across[second! + x]!)) / 8
  }
  return out
}

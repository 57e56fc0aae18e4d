import { type Body, type Expr, f32, i32 } from './wasm.ts'

/** A logarithm of base 2, right to a hundredth: what a choice of sharpness needs. */
export function log2(body: Body, value: Expr<'f32'>): Expr<'f32'> {
  const bits = body.let(f32.mul(f32.of(i32.bits(value)), 2 ** -23))
  const rest = body.let(f32.sub(bits, f32.floor(bits)))
  return f32.add(f32.sub(bits, 127), f32.mul(0.344, f32.mul(rest, f32.sub(1, rest))))
}

import { type Expr, type Local, f32x4 } from '@printroom/wasm-assembler/instructions'
import type { Body } from '@printroom/wasm-assembler/assembler'

/** Logarithms of base 2 of positive lanes, right to a hundredth: what a choice of sharpness needs. */
export function log2(body: Body, values: Local<'v128'>): Expr<'v128'> {
  const bits = body.let(f32x4.mul(f32x4.of(values), 2 ** -23))
  const rest = body.let(f32x4.sub(bits, f32x4.floor(bits)))
  return f32x4.add(f32x4.sub(bits, 127), f32x4.mul(0.344, f32x4.mul(rest, f32x4.sub(1, rest))))
}

import { type Expr, type Local, v128 } from '@printroom/wasm-assembler/instructions'
import type { Body } from '@printroom/wasm-assembler/assembler'

/** Four vectors of one quantity each as four vectors of one pixel each, and the other way round. */
export function transposed(body: Body, [a, b, c, d]: readonly Local<'v128'>[]): readonly Expr<'v128'>[] {
  const mixed = (one: Local<'v128'>, other: Local<'v128'>, from: 0 | 2) =>
    body.let(v128.pick(one, other, [from, 4 + from, 1 + from, 5 + from]))
  return ([0, 2] as const).flatMap((from) => {
    const [upper, lower] = [mixed(a!, b!, from), mixed(c!, d!, from)]
    return [v128.pick(upper, lower, [0, 1, 4, 5]), v128.pick(upper, lower, [2, 3, 6, 7])]
  })
}

import { type Expr, type Local, type Value, f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'

/** The light of an 8-bit value at range 1, in all lanes: values are square roots. */
export const lightOf = (decodeTable: Local<'i32'>, value: Value<'i32'>): Expr<'v128'> =>
  v128.loadSplat(i32.add(decodeTable, i32.shl(value, 2)))

/** The sum of vectors, lane by lane. */
export const total = (parts: readonly Expr<'v128'>[]): Expr<'v128'> => parts.reduce((sum, part) => f32x4.add(sum, part))

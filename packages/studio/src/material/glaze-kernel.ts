import { f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'
import { kernel } from '@printroom/wasm-assembler/assembler'

/** Paints a row of one albedo; its fourth lane leaves ink upon it as it is. */
export const glazeKernel = kernel({ garment: 'i32', albedo: 'i32' }, ['first', 'end'], (p, body) => {
  const albedo = body.let(f32x4.withLane(v128.load(p.garment), 3, 1))
  body.for(p.first, p.end, (i) => body.store(i32.add(p.albedo, i32.shl(i, 4)), albedo))
})

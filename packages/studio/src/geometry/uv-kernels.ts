import { type Expr, type Value, f32, f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'
import { kernel } from '@printroom/wasm-assembler/assembler'

/** The halves of a vector, each in the other's place. */
const swapped = (a: Expr<'v128'>): Expr<'v128'> => v128.pick(a, a, [2, 3, 0, 1])

export const uvKernels = {
  /** 16-bit values of u and v, four at a time, as metres side by side. */
  decodeUvs: kernel(
    { u: 'i32', v: 'i32', perU: 'f32', perV: 'f32', x0: 'f32', y0: 'f32' },
    ['first', 'end', 'out'],
    (p, body) => {
      const metres = (values: Value<'i32'>, scale: Expr<'f32'>, zero: Expr<'f32'>) =>
        body.let(f32x4.add(f32x4.mul(f32x4.of(v128.load16x4(values)), f32x4.splat(scale)), f32x4.splat(zero)))
      body.for(
        p.first,
        p.end,
        (i) => {
          const x = metres(i32.add(p.u, i32.shl(i, 1)), p.perU, p.x0)
          const y = metres(i32.add(p.v, i32.shl(i, 1)), p.perV, p.y0)
          const to = body.let(i32.add(p.out, i32.shl(i, 3)))
          body.store(to, v128.pick(x, y, [0, 4, 1, 5]))
          body.store(to, v128.pick(x, y, [2, 6, 3, 7]), 16)
        },
        4,
      )
    },
  ),
  /**
   * UV positions of a row between two rows of the map, `down` pointing at its part of the way. Between pixels that do not
   * belong together (further apart than `discontinuity` metres: a fold over, a seam, another part) the nearest counts: a mean of
   * two parts would lie on a third.
   */
  sampleUvs: kernel(
    { offsets: 'i32', parts: 'i32', discontinuity: 'f32' },
    ['above', 'under', 'down', 'first', 'end', 'out'],
    (p, body) => {
      const discontinuity = body.let(f32x4.splat(p.discontinuity))
      const down = body.let(v128.loadSplat(p.down))
      body.for(p.first, p.end, (i) => {
        const offset = body.let(i32.load(i32.add(p.offsets, i32.shl(i, 2))))
        const across = body.let(v128.loadSplat(i32.add(p.parts, i32.shl(i, 2))))
        const upper = body.let(v128.load(i32.add(p.above, offset)))
        const lower = body.let(v128.load(i32.add(p.under, offset)))
        const mean = body.let(f32x4.add(upper, f32x4.mul(f32x4.sub(lower, upper), down)))
        body.if(v128.anyTrue(f32x4.gt(f32x4.abs(f32x4.sub(upper, swapped(lower))), discontinuity)), () => {
          body.set(mean, upper)
          body.if(f32.gt(f32x4.lane(down, 0), 0.499999), () => body.set(mean, lower))
          body.if(f32.gt(f32x4.lane(across, 0), 0.499999), () => body.set(mean, swapped(mean)))
          body.set(across, 0)
        })
        body.store64(i32.add(p.out, i32.shl(i, 3)), f32x4.add(mean, f32x4.mul(f32x4.sub(swapped(mean), mean), across)))
      })
    },
  ),
}

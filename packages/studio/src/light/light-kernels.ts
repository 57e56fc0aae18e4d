import { type Local, f32, f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'
import { WHITE_ALBEDO } from './exposure.ts'
import { PIXEL_BYTES } from '../kernels/light-format.ts'
import { lightOf, total } from '../kernels/light-lanes.ts'
import { kernel } from '@printroom/wasm-assembler/assembler'

export const lightKernels = {
  /**
   * The product's light in a row: 8-bit values of white and black passes of three groups, `stride` apart. `gains` holds
   * vectors: of white, of black (both for the diffuse light) and of black again, for the gloss; three each. Of gloss as
   * faint as `faint` half is kept, the fainter the less.
   * Diffuse light x above that of a reference white eases towards 1 + `headroom`, by the scalar reference's `eased`.
   */
  mixProduct: kernel(
    { rows: 'i32', stride: 'i32', coverage: 'i32', gains: 'i32', faint: 'f32', headroom: 'f32', decodeTable: 'i32' },
    ['first', 'end', 'out'],
    (p, body) => {
      const gains = Array.from({ length: 9 }, (_, i) => body.let(v128.load(p.gains, i * PIXEL_BYTES)))
      const rows = Array.from({ length: 6 }, (_, i) => body.let(i32.add(p.rows, i32.mul(p.stride, i))))
      body.for(p.first, p.end, (x) => {
        const values = rows.map((row) => body.let(lightOf(p.decodeTable, i32.load8(i32.add(row, x)))))
        const [white, black] = [values.filter((_, i) => i % 2 === 0), values.filter((_, i) => i % 2 === 1)]
        const weighed = (of: readonly Local<'v128'>[], from: number) =>
          of.map((value, i) => f32x4.mul(value, gains[from + i]!))
        const mixed = body.let(f32x4.max(total([...weighed(white, 0), ...weighed(black, 3)]), 0))
        const coverage = body.let(f32.mul(f32.of(i32.load8(i32.add(p.coverage, x))), 1 / 255))
        const to = body.let(i32.add(p.out, i32.shl(x, 5)))
        const level = body.let(f32.mul(f32x4.lane(mixed, 1), WHITE_ALBEDO))
        const over = body.let(f32.max(f32.sub(level, coverage), 0))
        const room = f32.add(f32.mul(p.headroom, coverage), over)
        // Where there is no light nothing is divided by nothing.
        const taken = f32.div(f32.mul(over, over), f32.max(f32.mul(room, level), 1e-9))
        const diffuse = f32x4.mul(mixed, f32x4.splat(f32.sub(1, taken)))
        body.store(to, f32x4.withLane(diffuse, 3, coverage))
        // Where there is no gloss nothing is divided by nothing.
        const gloss = body.let(total(weighed(black, 6)))
        const least = body.let(f32x4.splat(f32.add(f32.mul(p.faint, coverage), 1e-9)))
        body.store(to, f32x4.div(f32x4.mul(gloss, gloss), f32x4.add(gloss, least)), PIXEL_BYTES)
      })
    },
  ),
}

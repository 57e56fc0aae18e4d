import { BRIGHTEST } from '../material/albedo.ts'
import { BLOCK_TEXELS, FULL, TEXEL_BYTES } from './ink-format.ts'
import { type Expr, f32, f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'
import { TAPS_AT_ONCE } from './taps.ts'
import { type Body, kernel } from '@printroom/wasm-assembler/assembler'

/** A texel's lanes as they are kept, ink being never less than none, more than all, or brighter than white. */
function keep(body: Body, value: Expr<'v128'>): Expr<'v128'> {
  const texel = body.let(value)
  const alpha = body.let(f32x4.max(f32x4.min(v128.pick(texel, texel, [3, 3, 3, 3]), 1), 0))
  const most = f32x4.withLane(f32x4.mul(alpha, BRIGHTEST), 3, f32x4.lane(alpha, 3))
  const held = f32x4.add(f32x4.mul(f32x4.max(f32x4.min(texel, most), 0), FULL), 0.5)
  const values = body.let(f32x4.truncate(held))
  return v128.narrow32Unsigned(values, values)
}

export const inkKernels = {
  /** Marks those of `count` blocks that have ink in a row of texels. */
  findInk: kernel({ count: 'i32' }, ['row', 'out'], (p, body) => {
    const at = body.int(p.row)
    body.for(p.out, i32.add(p.out, p.count), (to) => {
      const texels = Array.from({ length: (BLOCK_TEXELS * TEXEL_BYTES) / 16 }, (_, two) => v128.load(at, 16 * two))
      body.if(v128.anyTrue(texels.reduce((some, two) => v128.or(some, two))), () => body.store8(to, 1))
      body.add(at, BLOCK_TEXELS * TEXEL_BYTES)
    })
  }),
  /**
   * Adds to texels `first` up to `end` of a line the albedo of `by` straight pixels each, times coverage and `part`.
   * What a pixel adds is kept for the next, which mostly has the same colour.
   */
  addPixels: kernel({ row: 'i32', tables: 'i32', by: 'i32', part: 'f32', line: 'i32' }, ['first', 'end'], (p, body) => {
    const at = body.let(i32.add(p.row, i32.shl(i32.mul(p.first, p.by), 2)))
    const known = body.int(0)
    const ink = body.lanes(0)
    body.for(p.first, p.end, (x) => {
      const to = body.let(i32.add(p.line, i32.shl(x, 4)))
      const sum = body.let(v128.load(to))
      body.for(0, p.by, () => {
        const pixel = body.let(i32.load(at))
        body.if(i32.ne(pixel, known), () => {
          body.set(known, pixel)
          const entry = (channel: number) =>
            i32.add(i32.add(p.tables, 1024 * channel), i32.shl(i32.load8(at, channel), 2))
          const red = v128.load32Lane(f32x4.splat(1), entry(0), 0)
          const albedo = v128.load32Lane(v128.load32Lane(red, entry(1), 1), entry(2), 2)
          body.set(ink, f32x4.mul(albedo, f32x4.splat(f32.mul(f32.of(i32.load8(at, 3)), p.part))))
        })
        body.add(sum, ink)
        body.add(at, 4)
      })
      body.store(to, sum)
    })
  }),
  /** Sums of `taps` texels of a line (a multiple of 4), by a table of the first one's offset and of weights. */
  shrink: kernel({ line: 'i32', offsets: 'i32', weights: 'i32', taps: 'i32' }, ['first', 'end', 'out'], (p, body) => {
    const weight = body.let(i32.add(p.weights, i32.shl(i32.mul(p.first, p.taps), 2)))
    body.for(p.first, p.end, (x) => {
      const at = body.let(i32.add(p.line, i32.load(i32.add(p.offsets, i32.shl(x, 2)))))
      const sum = body.lanes(0)
      body.for(
        0,
        p.taps,
        () => {
          const [a, b, c, d] = [0, 1, 2, 3].map((tap) =>
            f32x4.mul(v128.load(at, 16 * tap), v128.loadSplat(weight, 4 * tap)),
          )
          body.add(sum, f32x4.add(f32x4.add(a!, b!), f32x4.add(c!, d!)))
          body.add(at, 16 * TAPS_AT_ONCE)
          body.add(weight, 4 * TAPS_AT_ONCE)
        },
        TAPS_AT_ONCE,
      )
      body.store(i32.add(p.out, i32.shl(x, 4)), sum)
    })
  }),
  /** Adds the bytes `from` up to `end` of a row of vectors, weighed, to a sum. */
  addRow: kernel({ sum: 'i32' }, ['row', 'weight', 'from', 'end'], (p, body) => {
    const weight = body.let(v128.loadSplat(p.weight))
    body.for(
      p.from,
      p.end,
      (at) => {
        const to = body.let(i32.add(p.sum, at))
        body.store(to, f32x4.add(v128.load(to), f32x4.mul(weight, v128.load(i32.add(p.row, at)))))
      },
      16,
    )
  }),
  /** A row of vectors as texels. */
  keepRow: kernel({ row: 'i32', count: 'i32' }, ['out'], (p, body) => {
    body.for(0, p.count, (x) => {
      body.store64(i32.add(p.out, i32.shl(x, 3)), keep(body, v128.load(i32.add(p.row, i32.shl(x, 4)))))
    })
  }),
  /** Means of 2 × 2 texels of two rows. */
  halve: kernel({ count: 'i32' }, ['upper', 'lower', 'out'], (p, body) => {
    const texel = (row: Expr<'i32'>, offset: number) => f32x4.of(v128.load16x4(row, offset))
    body.for(0, p.count, (x) => {
      const [a, b] = [p.upper, p.lower].map((row) => body.let(i32.add(row, i32.shl(x, 4))))
      const sum = f32x4.add(
        f32x4.add(texel(a!, 0), texel(a!, TEXEL_BYTES)),
        f32x4.add(texel(b!, 0), texel(b!, TEXEL_BYTES)),
      )
      const values = body.let(f32x4.truncate(f32x4.add(f32x4.mul(sum, 0.25), 0.5)))
      body.store64(i32.add(p.out, i32.shl(x, 3)), v128.narrow32Unsigned(values, values))
    })
  }),
}

import { f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'
import { PIXEL_BYTES } from '../kernels/light-format.ts'
import { total } from '../kernels/light-lanes.ts'
import { forEachSpan } from '../kernels/spans.ts'
import { kernel } from '@printroom/wasm-assembler/assembler'

/**
 * Means of `taps` neighbours, by a table of their first one's offset and of their weights; `lanes` vectors a pixel. In
 * all spans of a list but those of the kind `except`.
 */
const gather = (taps: 2 | 4, lanes: 1 | 2) =>
  kernel({ offsets: 'i32', weights: 'i32', except: 'i32', out: 'i32' }, ['from', 'list'], (p, body) => {
    forEachSpan(body, p.list, (kind, first, end) =>
      body.if(i32.ne(kind, p.except), () =>
        body.for(first, end, (i) => {
          const at = body.let(i32.add(p.from, i32.load(i32.add(p.offsets, i32.shl(i, 2)))))
          const table = body.let(i32.add(p.weights, i32.mul(i, taps * 4)))
          const weights = Array.from({ length: taps }, (_, tap) => body.let(v128.loadSplat(table, tap * 4)))
          const to = body.let(i32.add(p.out, i32.mul(i, lanes * PIXEL_BYTES)))
          for (let lane = 0; lane < lanes; lane++) {
            const parts = weights.map((weight, tap) =>
              f32x4.mul(weight, v128.load(at, (tap * lanes + lane) * PIXEL_BYTES)),
            )
            body.store(to, total(parts), lane * PIXEL_BYTES)
          }
        }),
      ),
    )
  })

/** The mean of two or four rows of vectors, from byte `from` to `end`, with as many weights. */
const blend = (taps: 2 | 4) =>
  kernel({ out: 'i32' }, ['a', 'b', 'c', 'd', 'weights', 'from', 'end'], (p, body) => {
    const rows = [p.a, p.b, p.c, p.d].slice(0, taps)
    const weights = rows.map((_, i) => body.let(v128.loadSplat(p.weights, 4 * i)))
    body.for(
      p.from,
      p.end,
      (at) => {
        body.store(i32.add(p.out, at), total(rows.map((row, i) => f32x4.mul(weights[i]!, v128.load(i32.add(row, at))))))
      },
      PIXEL_BYTES,
    )
  })

export const resampleKernels = {
  /** Repeats a row's outermost pixels, of `bytes` each, four times beyond its sides; `last` is where the last one begins. */
  repeatEnds: kernel({ bytes: 'i32', last: 'i32' }, ['row'], (p, body) => {
    body.for(
      0,
      p.bytes,
      (at) => {
        const from = body.let(i32.add(p.row, at))
        const ends = [from, body.let(i32.add(from, p.last))].map((end) => body.let(v128.load(end)))
        for (let beyond = 1; beyond <= 4; beyond++) {
          const way = i32.mul(p.bytes, beyond)
          body.store(i32.sub(from, way), ends[0]!)
          body.store(i32.add(i32.add(from, p.last), way), ends[1]!)
        }
      },
      PIXEL_BYTES,
    )
  }),
  blendTwo: blend(2),
  blendFour: blend(4),
  gatherTwo: gather(2, 1),
  gatherFour: gather(4, 1),
  gatherProduct: gather(4, 2),
}

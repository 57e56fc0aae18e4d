import { type Expr, type Local, f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'
import { PIXEL_BYTES } from '../kernels/light-format.ts'
import { lightOf, total } from '../kernels/light-lanes.ts'
import { SPAN_KINDS, forEachSpan } from '../kernels/spans.ts'
import { kernel } from '@printroom/wasm-assembler/assembler'

/** Light of one group of an empty backdrop at a pixel, before its gain. */
const backdropLight = (channels: 1 | 3, decodeTable: Local<'i32'>, at: Expr<'i32'>): Expr<'v128'> =>
  channels === 1 ? lightOf(decodeTable, i32.load8(at)) : f32x4.of(v128.widen16(v128.widen8(v128.load32(at))))

const squared = (channels: 1 | 3, value: Local<'v128'>): Expr<'v128'> =>
  channels === 1 ? value : f32x4.mul(value, value)

/** Rows of three groups' 8-bit values; the gains have 255² in them where the pixels have three channels. */
const mixBackdrop = (channels: 1 | 3) =>
  kernel(
    { key: 'i32', fill: 'i32', env: 'i32', gains: 'i32', decodeTable: 'i32', count: 'i32' },
    ['out'],
    (p, body) => {
      const gains = [0, 1, 2].map((group) => body.let(v128.load(p.gains, group * PIXEL_BYTES)))
      body.for(0, p.count, (x) => {
        const at = channels === 3 ? body.let(i32.mul(x, 3)) : x
        const parts = [p.key, p.fill, p.env].map((row, group) => {
          const light = body.let(backdropLight(channels, p.decodeTable, i32.add(row, at)))
          return f32x4.mul(squared(channels, light), gains[group]!)
        })
        body.store(i32.add(p.out, i32.shl(x, 4)), total(parts))
      })
    },
  )

/** Light with the product over light without it, each group weighed by the light of a backdrop that has a picture. */
const shadowOnBackdrop = (channels: 1 | 3) =>
  kernel(
    {
      rows: 'i32',
      stride: 'i32',
      key: 'i32',
      fill: 'i32',
      env: 'i32',
      columns: 'i32',
      gains: 'i32',
      decodeTable: 'i32',
      count: 'i32',
    },
    ['out'],
    (p, body) => {
      body.for(0, p.count, (x) => {
        const column = body.let(i32.load(i32.add(p.columns, i32.shl(x, 2))))
        const at = channels === 3 ? body.let(i32.mul(column, 3)) : column
        const all = body.lanes(0)
        const line = body.lanes(0)
        ;[p.key, p.fill, p.env].forEach((backdrop, group) => {
          const value = (layer: number) =>
            lightOf(p.decodeTable, i32.load8(i32.add(i32.add(p.rows, x), i32.mul(p.stride, 2 * group + layer))))
          const gain = (of: number) => v128.load(p.gains, (3 * group + of) * PIXEL_BYTES)
          const light = body.let(backdropLight(channels, p.decodeTable, i32.add(backdrop, at)))
          const share = body.let(f32x4.mul(squared(channels, light), gain(0)))
          body.add(all, share)
          body.add(line, f32x4.mul(share, f32x4.add(f32x4.mul(value(0), gain(1)), f32x4.mul(value(1), gain(2)))))
        })
        // Where there is no light there is no shadow.
        const least = 1e-9
        body.store(i32.add(p.out, i32.shl(x, 4)), f32x4.div(f32x4.add(line, least), f32x4.add(all, least)))
      })
    },
  )

export const backdropKernels = {
  /** The shadow on a plain backdrop, which all groups light alike: six rows of 8-bit values, six gains. */
  shadowOnPlainBackdrop: kernel(
    { rows: 'i32', stride: 'i32', gains: 'i32', decodeTable: 'i32', count: 'i32' },
    ['out'],
    (p, body) => {
      const gains = Array.from({ length: 6 }, (_, i) => body.let(v128.load(p.gains, i * PIXEL_BYTES)))
      const rows = Array.from({ length: 6 }, (_, i) => body.let(i32.add(p.rows, i32.mul(p.stride, i))))
      body.for(0, p.count, (x) => {
        const parts = rows.map((row, i) => f32x4.mul(lightOf(p.decodeTable, i32.load8(i32.add(row, x))), gains[i]!))
        body.store(i32.add(p.out, i32.shl(x, 4)), total(parts))
      })
    },
  ),
  shadowOnGreyBackdrop: shadowOnBackdrop(1),
  shadowOnColourBackdrop: shadowOnBackdrop(3),
  mixGreyBackdrop: mixBackdrop(1),
  mixColourBackdrop: mixBackdrop(3),
  /** Eases shadows fainter than `faint` out of a row, in place; deep ones lose about as much. */
  whiten: kernel({ count: 'i32', faint: 'f32' }, ['row'], (p, body) => {
    const faint = body.let(f32x4.splat(p.faint))
    body.for(0, p.count, (x) => {
      const at = body.let(i32.add(p.row, i32.shl(x, 4)))
      const shade = body.let(f32x4.max(f32x4.sub(1, v128.load(at)), 0))
      body.store(at, f32x4.sub(1, f32x4.div(f32x4.mul(shade, shade), f32x4.add(shade, faint))))
    })
  }),
  /** Backdrop times the shadow on it, where the list has backdrop. */
  shade: kernel({ out: 'i32' }, ['backdrop', 'ratio', 'list'], (p, body) => {
    forEachSpan(body, p.list, (kind, first, end) =>
      body.if(i32.ne(kind, SPAN_KINDS.product), () =>
        body.for(
          i32.shl(first, 4),
          i32.shl(end, 4),
          (at) => {
            body.store(
              i32.add(p.out, at),
              f32x4.mul(v128.load(i32.add(p.backdrop, at)), v128.load(i32.add(p.ratio, at))),
            )
          },
          PIXEL_BYTES,
        ),
      ),
    )
  }),
}

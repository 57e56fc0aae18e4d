import { type Local, f32, i32 } from '@printroom/wasm-assembler/instructions'
import { type Body, kernel } from '@printroom/wasm-assembler/assembler'
import { PRODUCT_PIXEL_BYTES } from './light-format.ts'

/** Kinds of pixels in a row's list of spans. */
export const SPAN_KINDS = { backdrop: 0, edge: 1, product: 2, end: -1 } as const

/** Each span of a list of kinds and first pixels, which the kind `end` closes with the row's end. */
export function forEachSpan(
  body: Body,
  list: Local<'i32'>,
  each: (kind: Local<'i32'>, first: Local<'i32'>, end: Local<'i32'>) => void,
): void {
  const at = body.int(list)
  const kind = body.let(i32.load(at))
  const first = body.let(i32.load(at, 4))
  const end = body.int(0)
  body.while(
    () => i32.ne(kind, SPAN_KINDS.end),
    () => {
      body.set(end, i32.load(at, 12))
      each(kind, first, end)
      body.add(at, 8)
      body.set(kind, i32.load(at))
      body.set(first, end)
    },
  )
}

/** Less coverage than this is none, and more than all but this is all. */
export const NEGLIGIBLE = 0.002

/** A row's spans of one kind of pixel: a list of kind and first pixel, closed by the end's. */
export const findSpansKernel = kernel({ width: 'i32', out: 'i32' }, ['light', 'first', 'end'], (p, body) => {
  const out = body.int(p.out)
  const kind = body.int(SPAN_KINDS.backdrop)
  body.if(
    f32.gt(f32.of(p.first), 0),
    () => {
      body.store32(out, SPAN_KINDS.backdrop)
      body.store32(out, 0, 4)
      body.add(out, 8)
    },
    () => body.set(kind, SPAN_KINDS.end),
  )
  body.for(p.first, p.end, (i) => {
    const coverage = body.let(f32.load(i32.add(p.light, i32.mul(i, PRODUCT_PIXEL_BYTES)), 12))
    const now = body.let(i32.add(f32.gt(coverage, NEGLIGIBLE), f32.gt(coverage, 1 - NEGLIGIBLE)))
    body.if(i32.ne(now, kind), () => {
      body.store32(out, now)
      body.store32(out, i, 4)
      body.add(out, 8)
      body.set(kind, now)
    })
  })
  body.if(i32.lt(p.end, p.width), () => {
    body.store32(out, SPAN_KINDS.backdrop)
    body.store32(out, p.end, 4)
    body.add(out, 8)
  })
  body.store32(out, SPAN_KINDS.end)
  body.store32(out, p.width, 4)
})

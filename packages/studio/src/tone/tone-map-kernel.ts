import { VALUE_FRACTION_BITS, GRAIN_FRACTION_BITS } from './grain.ts'
import {
  type Expr,
  type Local,
  f32,
  f32x4,
  i16x8,
  i32,
  i32x4,
  lanes,
  v128,
} from '@printroom/wasm-assembler/instructions'
import { PIXEL_BYTES, PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'
import { SPAN_KINDS, NEGLIGIBLE, forEachSpan } from '../kernels/spans.ts'
import { STEPS, TOP_STEP } from './tone-curve.ts'
import { type Body, floors, kernel } from '@printroom/wasm-assembler/assembler'

/** Pixels that are tone mapped at once. What is written beyond a span's end the next span writes over. */
const PIXELS_AT_ONCE = 4

/** Light as bytes into a table of entries of four bytes: tables go by its square root, which is nearly how the eye sees. */
function stepOf(body: Body, light: Expr<'v128'>, top: number): Expr<'v128'> {
  const steps = body.let(f32x4.min(f32x4.mul(f32x4.sqrt(f32x4.max(light, 0)), STEPS), top))
  return i32x4.shl(v128.and(floors(body, steps).bits, i32x4.constant(2 * TOP_STEP - 1)), 2)
}

/** The entries of three channels in a table, in as many lanes, and 0 in the fourth. */
function entriesOf(body: Body, table: Local<'i32'>, light: Expr<'v128'>, top: number): Local<'v128'> {
  const at = body.let(i32x4.add(stepOf(body, light, top), i32x4.splat(table)))
  const entry = (lane: number) => i32x4.lane(at, lane)
  return body.let(v128.load32Lane(v128.load32Lane(v128.load32(entry(0)), entry(1), 1), entry(2), 2))
}

type Write = { [K in 'grain' | 'shift' | 'wrap' | 'into']: Local<'i32'> }

/** The lower bytes of four pixels of four lanes, three of each. */
const THREE_OF_FOUR = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15]

/** Four pixels' 8-bit values by a table of value and share of grain, with their grain, into the picture's row from pixel `i` on. */
function write(
  body: Body,
  p: Write,
  i: Local<'i32'>,
  table: Local<'i32'>,
  lights: readonly Expr<'v128'>[],
  top: number,
): void {
  const entries = lights.map((light) => entriesOf(body, table, light, top))
  const noise = body.let(i32.add(p.grain, i32.shl(i32.and(i32.add(i, p.shift), p.wrap), 2)))
  const words = ([0, 2] as const).map((pair) => {
    const two = (lanes: readonly number[]) => v128.pickWords(entries[pair]!, entries[pair + 1]!, lanes)
    const grain = i16x8.shr(
      i16x8.mul(v128.load8x8Signed(noise, 4 * pair), two([1, 3, 5, 7, 9, 11, 13, 15])),
      GRAIN_FRACTION_BITS,
    )
    return body.let(i16x8.shr(i16x8.add(two([0, 2, 4, 6, 8, 10, 12, 14]), grain), VALUE_FRACTION_BITS))
  })
  const bytes = body.let(v128.narrow16(words[0]!, words[1]!))
  body.store(i32.add(p.into, i32.mul(i, 3)), v128.pickBytes(bytes, bytes, THREE_OF_FOUR))
}

/** Light of the product at a pixel. */
function productLight(
  body: Body,
  p: { light: Local<'i32'>; albedo: Local<'i32'> },
  i: Local<'i32'>,
  pixel: number,
): Expr<'v128'> {
  const at = body.let(i32.add(p.light, i32.mul(i, PRODUCT_PIXEL_BYTES)))
  const diffuse = f32x4.mul(
    v128.load(at, PRODUCT_PIXEL_BYTES * pixel),
    v128.load(i32.add(p.albedo, i32.shl(i, 4)), PIXEL_BYTES * pixel),
  )
  return f32x4.add(diffuse, v128.load(at, PRODUCT_PIXEL_BYTES * pixel + PIXEL_BYTES))
}

/**
 * A row of the picture from its spans. Backdrop is scene light, or display light already (a white backdrop), where 1 and more is
 * white. A cut-out's edge is the product's colour as it is under its coverage. Tables: `scene` and `display. of 8-bit values with grain, `shown` of the display light of scene light.
 */
export const toneMapKernel = kernel(
  {
    wrap: 'i32',
    shift: 'i32',
    into: 'i32',
    albedo: 'i32',
    isDisplay: 'i32',
    isCutOut: 'i32',
    scene: 'i32',
    display: 'i32',
    shown: 'i32',
  },
  ['light', 'backdrop', 'list', 'grain'],
  (p, body) => {
    const four = <T>(of: (pixel: number) => T): T[] => Array.from({ length: PIXELS_AT_ONCE }, (_, pixel) => of(pixel))
    const backdropAt = (i: Local<'i32'>, pixel: number) =>
      v128.load(i32.add(p.backdrop, i32.shl(i, 4)), PIXEL_BYTES * pixel)
    const product = (i: Local<'i32'>) =>
      write(
        body,
        p,
        i,
        p.scene,
        four((pixel) => productLight(body, p, i, pixel)),
        TOP_STEP,
      )
    const backdrop = (i: Local<'i32'>) =>
      write(
        body,
        p,
        i,
        p.scene,
        four((pixel) => backdropAt(i, pixel)),
        TOP_STEP,
      )
    const displayed = (i: Local<'i32'>) => {
      const lights = four((pixel) => body.let(backdropAt(i, pixel)))
      const least = lights.reduce<Expr<'v128'>>((least, light) => f32x4.min(least, light), lanes(1, 1, 1, 1))
      body.if(
        v128.anyTrue(f32x4.gt(lanes(1, 1, 1, -1), least)),
        () => write(body, p, i, p.display, lights, STEPS),
        () => body.store(i32.add(p.into, i32.mul(i, 3)), i32x4.constant(-1)),
      )
    }
    // Each side through the curve by itself: a bright backdrop must not eat the edge of a dark shirt.
    const shown = (light: Expr<'v128'>) => entriesOf(body, p.shown, light, TOP_STEP)
    const edge = (i: Local<'i32'>) => {
      const lights = four((pixel) => {
        const coverage = f32.load(i32.add(p.light, i32.mul(i, PRODUCT_PIXEL_BYTES)), PRODUCT_PIXEL_BYTES * pixel + 12)
        // What is no edge beyond the span's end must not divide by nothing.
        const share = body.let(f32x4.splat(f32.max(f32.min(coverage, 1), NEGLIGIBLE)))
        const near = shown(f32x4.div(productLight(body, p, i, pixel), share))
        body.if(p.isCutOut, () => body.set(share, lanes(1, 1, 1, 1)))
        const far = body.let(f32x4.min(backdropAt(i, pixel), 1))
        body.if(i32.eq(p.isDisplay, 0), () => body.set(far, shown(backdropAt(i, pixel))))
        return body.let(f32x4.add(f32x4.mul(share, near), f32x4.mul(f32x4.sub(1, share), far)))
      })
      write(body, p, i, p.display, lights, STEPS)
    }
    forEachSpan(body, p.list, (kind, first, end) => {
      body.if(i32.eq(kind, SPAN_KINDS.product), () => body.for(first, end, product, PIXELS_AT_ONCE))
      body.if(i32.eq(kind, SPAN_KINDS.edge), () => body.for(first, end, edge, PIXELS_AT_ONCE))
      body.if(i32.eq(kind, SPAN_KINDS.backdrop), () =>
        body.if(
          p.isDisplay,
          () => body.for(first, end, displayed, PIXELS_AT_ONCE),
          () => body.for(first, end, backdrop, PIXELS_AT_ONCE),
        ),
      )
    })
  },
)

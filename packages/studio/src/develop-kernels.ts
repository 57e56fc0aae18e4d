import { LANES, PRODUCT } from './light-kernels.ts'
import { KINDS, forRuns } from './runs.ts'
import { STEPS, TOP_STEP } from './tone.ts'
import { type Body, type Expr, type Local, f32, f32x4, i32, i32Lane, kernel, v128 } from './wasm.ts'

/** Light as a place in a table: tables go by its square root, which is nearly how the eye sees. */
function stepOf(body: Body, light: Expr<'v128'>, top: number): Local<'v128'> {
  return body.let(f32x4.truncate(f32x4.min(f32x4.mul(f32x4.sqrt(f32x4.max(light, 0)), STEPS), top)))
}

/** Display light of three channels from a table of single values. */
function displayOf(body: Body, table: Local<'i32'>, light: Expr<'v128'>): Expr<'v128'> {
  const step = stepOf(body, light, TOP_STEP)
  const entry = (lane: number) => i32.add(table, i32.shl(i32Lane(step, lane), 2))
  return v128.load32Lane(v128.load32Lane(v128.load32(entry(0)), entry(1), 1), entry(2), 2)
}

type Write = { [K in 'grain' | 'shift' | 'wrap' | 'into']: Local<'i32'> }

/** Codes of three channels by a table of code and share of grain, with their grain, into the picture's row. */
function write(body: Body, p: Write, i: Local<'i32'>, table: Local<'i32'>, light: Expr<'v128'>, top: number): void {
  const step = stepOf(body, light, top)
  const entry = (lane: number) => i32.add(table, i32.shl(i32Lane(step, lane), 3))
  const two = body.let(v128.load64Lane(v128.load64(entry(0)), entry(1), 1))
  const third = body.let(v128.load64(entry(2)))
  const noise = v128.load32(i32.add(p.grain, i32.shl(i32.and(i32.add(i, p.shift), p.wrap), 2)))
  const grain = f32x4.mul(f32x4.of(v128.widen16Signed(v128.widen8Signed(noise))), v128.pick(two, third, [1, 3, 5, 7]))
  const value = f32x4.add(f32x4.add(v128.pick(two, third, [0, 2, 4, 6]), grain), 0.5)
  const words = body.let(f32x4.truncate(value))
  const bytes = body.let(v128.narrow32(words, words))
  body.store32(i32.add(p.into, i32.mul(i, 3)), i32Lane(v128.narrow16(bytes, bytes), 0))
}

/** Light of the product at a pixel, and its coverage. */
function productLight(body: Body, p: { light: Local<'i32'>; albedo: Local<'i32'> }, i: Local<'i32'>) {
  const at = body.let(i32.add(p.light, i32.mul(i, PRODUCT)))
  const diffuse = f32x4.mul(v128.load(at), v128.load(i32.add(p.albedo, i32.shl(i, 4))))
  return { light: f32x4.add(diffuse, v128.load(at, LANES)), coverage: f32.load(at, 12) }
}

/** Less coverage than this is none, and more than all but this is all. */
const NEGLIGIBLE = 0.002

export const developKernels = {
  /** A row's runs of one kind of pixel: a list of kind and first pixel, closed by the end's. */
  runs: kernel({ width: 'i32', out: 'i32' }, ['light', 'first', 'end'], (p, body) => {
    const out = body.int(p.out)
    const kind = body.int(KINDS.ground)
    body.if(f32.gt(f32.of(p.first), 0), () => {
      body.store32(out, KINDS.ground)
      body.store32(out, 0, 4)
      body.add(out, 8)
    }, () => body.set(kind, KINDS.end))
    body.for(p.first, p.end, (i) => {
      const coverage = body.let(f32.load(i32.add(p.light, i32.mul(i, PRODUCT)), 12))
      const now = body.let(i32.add(f32.gt(coverage, NEGLIGIBLE), f32.gt(coverage, 1 - NEGLIGIBLE)))
      body.if(i32.ne(now, kind), () => {
        body.store32(out, now)
        body.store32(out, i, 4)
        body.add(out, 8)
        body.set(kind, now)
      })
    })
    body.if(i32.lt(p.end, p.width), () => {
      body.store32(out, KINDS.ground)
      body.store32(out, p.end, 4)
      body.add(out, 8)
    })
    body.store32(out, KINDS.end)
    body.store32(out, p.width, 4)
  }),
  /**
   * A row of the picture from its runs. Ground is scene light, or display light already (paper), where 1 and more is
   * white. Tables: `scene` and `display` of codes with grain, `shown` of the display light of scene light.
   */
  develop: kernel(
    { wrap: 'i32', shift: 'i32', into: 'i32', albedo: 'i32', isPaper: 'i32', scene: 'i32', display: 'i32', shown: 'i32' },
    ['light', 'ground', 'list', 'grain'],
    (p, body) => {
      const groundAt = (i: Local<'i32'>) => v128.load(i32.add(p.ground, i32.shl(i, 4)))
      const product = (i: Local<'i32'>) => write(body, p, i, p.scene, productLight(body, p, i).light, TOP_STEP)
      const paper = (i: Local<'i32'>) => write(body, p, i, p.display, groundAt(i), STEPS)
      const ground = (i: Local<'i32'>) => write(body, p, i, p.scene, groundAt(i), TOP_STEP)
      // Each side through the curve by itself: a bright ground must not eat the edge of a dark shirt.
      const edge = (i: Local<'i32'>) => {
        const { light, coverage } = productLight(body, p, i)
        const share = body.let(f32x4.splat(f32.min(coverage, 1)))
        const near = body.let(displayOf(body, p.shown, f32x4.div(light, share)))
        const far = body.let(f32x4.min(groundAt(i), 1))
        body.if(i32.eq(p.isPaper, 0), () => body.set(far, displayOf(body, p.shown, groundAt(i))))
        write(body, p, i, p.display, f32x4.add(f32x4.mul(share, near), f32x4.mul(f32x4.sub(1, share), far)), STEPS)
      }
      forRuns(body, p.list, (kind, first, end) => {
        body.if(i32.eq(kind, KINDS.product), () => body.for(first, end, product))
        body.if(i32.eq(kind, KINDS.edge), () => body.for(first, end, edge))
        body.if(i32.eq(kind, KINDS.ground), () =>
          body.if(p.isPaper, () => body.for(first, end, paper), () => body.for(first, end, ground)),
        )
      })
    },
  ),
}

import { CODE_BITS, GRAIN_BITS } from './grain.ts'
import { type Expr, type Local, f32, f32x4, i16x8, i32, i32x4, lanes, v128 } from './instructions.ts'
import { LANES, PRODUCT } from './light-kernels.ts'
import { KINDS, forRuns } from './runs.ts'
import { STEPS, TOP_STEP } from './tone.ts'
import { type Body, floors, kernel } from './wasm.ts'

/** Pixels that are developed at once. What is written beyond a run's end the next run writes over. */
const AT_ONCE = 4

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

/** Four pixels' codes by a table of code and share of grain, with their grain, into the picture's row from pixel `i` on. */
function write(body: Body, p: Write, i: Local<'i32'>, table: Local<'i32'>, lights: readonly Expr<'v128'>[], top: number): void {
  const entries = lights.map((light) => entriesOf(body, table, light, top))
  const noise = body.let(i32.add(p.grain, i32.shl(i32.and(i32.add(i, p.shift), p.wrap), 2)))
  const words = ([0, 2] as const).map((pair) => {
    const two = (lanes: readonly number[]) => v128.pickWords(entries[pair]!, entries[pair + 1]!, lanes)
    const grain = i16x8.shr(i16x8.mul(v128.load8x8Signed(noise, 4 * pair), two([1, 3, 5, 7, 9, 11, 13, 15])), GRAIN_BITS)
    return body.let(i16x8.shr(i16x8.add(two([0, 2, 4, 6, 8, 10, 12, 14]), grain), CODE_BITS))
  })
  const bytes = body.let(v128.narrow16(words[0]!, words[1]!))
  body.store(i32.add(p.into, i32.mul(i, 3)), v128.pickBytes(bytes, bytes, THREE_OF_FOUR))
}

/** Light of the product at a pixel. */
function productLight(body: Body, p: { light: Local<'i32'>; albedo: Local<'i32'> }, i: Local<'i32'>, pixel: number): Expr<'v128'> {
  const at = body.let(i32.add(p.light, i32.mul(i, PRODUCT)))
  const diffuse = f32x4.mul(v128.load(at, PRODUCT * pixel), v128.load(i32.add(p.albedo, i32.shl(i, 4)), LANES * pixel))
  return f32x4.add(diffuse, v128.load(at, PRODUCT * pixel + LANES))
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
      const four = <T>(of: (pixel: number) => T): T[] => Array.from({ length: AT_ONCE }, (_, pixel) => of(pixel))
      const groundAt = (i: Local<'i32'>, pixel: number) => v128.load(i32.add(p.ground, i32.shl(i, 4)), LANES * pixel)
      const product = (i: Local<'i32'>) => write(body, p, i, p.scene, four((pixel) => productLight(body, p, i, pixel)), TOP_STEP)
      const ground = (i: Local<'i32'>) => write(body, p, i, p.scene, four((pixel) => groundAt(i, pixel)), TOP_STEP)
      const paper = (i: Local<'i32'>) => {
        const lights = four((pixel) => body.let(groundAt(i, pixel)))
        const least = lights.reduce<Expr<'v128'>>((least, light) => f32x4.min(least, light), lanes(1, 1, 1, 1))
        body.if(
          v128.anyTrue(f32x4.gt(lanes(1, 1, 1, -1), least)),
          () => write(body, p, i, p.display, lights, STEPS),
          () => body.store(i32.add(p.into, i32.mul(i, 3)), i32x4.constant(-1)),
        )
      }
      // Each side through the curve by itself: a bright ground must not eat the edge of a dark shirt.
      const shown = (light: Expr<'v128'>) => entriesOf(body, p.shown, light, TOP_STEP)
      const edge = (i: Local<'i32'>) => {
        const lights = four((pixel) => {
          const coverage = f32.load(i32.add(p.light, i32.mul(i, PRODUCT)), PRODUCT * pixel + 12)
          // What is no edge beyond the run's end must not divide by nothing.
          const share = body.let(f32x4.splat(f32.max(f32.min(coverage, 1), NEGLIGIBLE)))
          const near = shown(f32x4.div(productLight(body, p, i, pixel), share))
          const far = body.let(f32x4.min(groundAt(i, pixel), 1))
          body.if(i32.eq(p.isPaper, 0), () => body.set(far, shown(groundAt(i, pixel))))
          return body.let(f32x4.add(f32x4.mul(share, near), f32x4.mul(f32x4.sub(1, share), far)))
        })
        write(body, p, i, p.display, lights, STEPS)
      }
      forRuns(body, p.list, (kind, first, end) => {
        body.if(i32.eq(kind, KINDS.product), () => body.for(first, end, product, AT_ONCE))
        body.if(i32.eq(kind, KINDS.edge), () => body.for(first, end, edge, AT_ONCE))
        body.if(i32.eq(kind, KINDS.ground), () =>
          body.if(p.isPaper, () => body.for(first, end, paper, AT_ONCE), () => body.for(first, end, ground, AT_ONCE)),
        )
      })
    },
  ),
}

import { BRIGHTEST } from './albedo.ts'
import { sampleCloth } from './cloth-kernel.ts'
import { sampleInk } from './ink-sampler.ts'
import { PRODUCT } from './light-kernels.ts'
import { log2 } from './logarithm.ts'
import { type Body, type Expr, type Local, type Value, f32, f32x4, i32, kernel, lanes, v128 } from './wasm.ts'

/** Bytes of a place in pattern space: x and y in metres. */
export const PLACE = 8

/** The halves of a vector, each in the other's place. */
const swapped = (a: Expr<'v128'>): Expr<'v128'> => v128.pick(a, a, [2, 3, 0, 1])

/** x and y of both halves, added up without their signs, twice in each half. */
const reach = (body: Body, steps: Expr<'v128'>): Expr<'v128'> => {
  const sizes = body.let(f32x4.abs(steps))
  return f32x4.add(sizes, v128.pick(sizes, sizes, [1, 0, 3, 2]))
}

/**
 * The footprint of a pixel at `place` (x, y, twice): the steps in pattern space to the next pixel across (lower half)
 * and down (upper half) that is on the same piece of cloth.
 */
function footprint(
  body: Body,
  p: { usual: Local<'f32'> },
  jump: Local<'v128'>,
  at: Local<'i32'>,
  here: Local<'v128'>,
  place: Local<'v128'>,
  below: Expr<'v128'>,
): Local<'v128'> {
  const steps = body.let(f32x4.sub(v128.pick(here, below, [2, 3, 4, 5]), place))
  const far = body.let(f32x4.gt(reach(body, steps), jump))
  body.if(v128.anyTrue(far), () => {
    const before = v128.load64(i32.sub(at, PLACE))
    const back = body.let(f32x4.sub(place, v128.pick(before, before, [0, 1, 0, 1])))
    body.if(v128.anyTrue(f32x4.gt(reach(body, back), jump)), () => body.set(back, f32x4.withLane(f32x4.splat(0), 0, p.usual)))
    body.if(v128.anyTrue(v128.and(far, lanes(Number.NaN, 0, 0, 0))), () => body.set(steps, v128.pick(back, steps, [0, 1, 6, 7])))
    body.if(v128.anyTrue(v128.and(far, lanes(0, 0, Number.NaN, 0))), () => {
      const turned = f32x4.mul(v128.pick(steps, steps, [1, 0, 1, 0]), lanes(1, -1, 1, -1))
      body.set(steps, v128.pick(steps, turned, [0, 1, 4, 5]))
    })
  })
  return steps
}

/** Paints the albedo of a row: the cloth with its structure and fibres, and the ink over it. */
const paint = (isCloth: boolean) =>
  kernel(
    {
      usual: 'f32',
      jump: 'f32',
      box: 'i32',
      levels: 'i32',
      levelCount: 'i32',
      garment: 'i32',
      structure: 'f32',
      inkStructure: 'f32',
      cloth: 'i32',
      texel: 'f32',
      clothLevels: 'f32',
      albedo: 'i32',
      mask: 'i32',
    },
    ['here', 'below', 'light', 'first', 'end'],
    (p, body) => {
      const base = body.let(v128.load(p.garment))
      const fibre = body.let(v128.load(p.garment, 16))
      const corner = body.let(v128.load(p.box))
      const perMetre = body.let(v128.load(p.box, 16))
      const jump = body.let(f32x4.splat(p.jump))
      const perTexel = body.let(f32.mul(p.texel, p.texel))
      const least = body.let(f32.mul(f32.mul(p.usual, p.usual), 0.25))
      body.for(p.first, p.end, (i) => {
        const at = body.let(i32.add(p.here, i32.shl(i, 3)))
        const here = body.let(v128.load(at))
        const place = body.let(v128.pick(here, here, [0, 1, 0, 1]))
        const steps = footprint(body, p, jump, at, here, place, v128.load64(i32.add(p.below, i32.shl(i, 3))))
        const albedo = body.lanes(base)
        const inkShade = body.lanes(1)
        if (isCloth) {
          const product = body.let(f32x4.mul(steps, v128.pick(steps, steps, [3, 2, 1, 0])))
          const area = f32.abs(f32.sub(f32x4.lane(product, 0), f32x4.lane(product, 1)))
          // Half the logarithm of the area is that of the side.
          const raw = body.let(f32.mul(0.5, log2(body, f32.mul(f32.max(area, least), perTexel))))
          const level = body.let(f32.min(f32.max(raw, 0), p.clothLevels))
          const shade = sampleCloth(body, p.cloth, place, level)
          const structure = body.let(v128.pick(shade, shade, [0, 0, 0, 0]))
          const mixture = f32x4.add(base, f32x4.mul(fibre, v128.pick(shade, shade, [1, 1, 1, 1])))
          body.set(albedo, f32x4.mul(mixture, f32x4.add(1, f32x4.mul(f32x4.splat(p.structure), structure))))
          body.set(inkShade, f32x4.add(1, f32x4.mul(f32x4.splat(p.inkStructure), structure)))
        }
        const shares = body.let(f32x4.mul(f32x4.sub(place, corner), perMetre))
        const shareSteps = body.let(f32x4.mul(steps, perMetre))
        const sizes = body.let(f32x4.abs(shareSteps))
        const margin = body.let(f32x4.add(sizes, swapped(sizes)))
        // Distance to the nearer side, along both axes.
        const inside = body.let(f32x4.min(shares, f32x4.sub(1, shares)))
        body.if(i32.eq(v128.anyTrue(f32x4.gt(0, f32x4.add(inside, margin))), 0), () => {
          const within = body.let(f32x4.add(f32x4.div(inside, f32x4.max(margin, 1e-9)), 0.5))
          const share = f32.min(1, f32.max(0, f32.min(f32x4.lane(within, 0), f32x4.lane(within, 1))))
          const covered = f32.min(1, f32.load(i32.add(p.light, i32.mul(i, PRODUCT)), 12))
          body.store8(i32.add(p.mask, i), i32.truncate(f32.nearest(f32.mul(255, f32.mul(share, covered)))))
          // The box ends within the pixel: the design's edge is as sharp as the picture, whatever the filter.
          const drop = body.let(f32x4.mul(sampleInk(body, p, shares, shareSteps), f32x4.splat(share)))
          const alpha = body.let(f32x4.max(f32x4.min(v128.pick(drop, drop, [3, 3, 3, 3]), 1), 0))
          const ink = f32x4.mul(f32x4.max(f32x4.min(drop, f32x4.mul(alpha, BRIGHTEST)), 0), inkShade)
          body.set(albedo, f32x4.add(ink, f32x4.mul(albedo, f32x4.sub(1, alpha))))
        })
        body.store(i32.add(p.albedo, i32.shl(i, 4)), albedo)
      })
    },
  )

export const surfaceKernels = {
  /** Codes of u and v, four at a time, as metres side by side. */
  place: kernel(
    { u: 'i32', v: 'i32', perU: 'f32', perV: 'f32', x0: 'f32', y0: 'f32' },
    ['first', 'end', 'out'],
    (p, body) => {
      const metres = (codes: Value<'i32'>, scale: Expr<'f32'>, zero: Expr<'f32'>) =>
        body.let(f32x4.add(f32x4.mul(f32x4.of(v128.load16x4(codes)), f32x4.splat(scale)), f32x4.splat(zero)))
      body.for(p.first, p.end, (i) => {
        const x = metres(i32.add(p.u, i32.shl(i, 1)), p.perU, p.x0)
        const y = metres(i32.add(p.v, i32.shl(i, 1)), p.perV, p.y0)
        const to = body.let(i32.add(p.out, i32.shl(i, 3)))
        body.store(to, v128.pick(x, y, [0, 4, 1, 5]))
        body.store(to, v128.pick(x, y, [2, 6, 3, 7]), 16)
      }, 4)
    },
  ),
  /**
   * Places of a row between two rows of the map, `down` pointing at its part of the way. Between pixels that do not
   * belong together (further apart than `torn` metres: a fold over, a seam, another part) the nearest counts: a mean of
   * two parts would lie on a third.
   */
  pattern: kernel(
    { offsets: 'i32', parts: 'i32', torn: 'f32' },
    ['above', 'under', 'down', 'first', 'end', 'out'],
    (p, body) => {
      const torn = body.let(f32x4.splat(p.torn))
      const down = body.let(v128.loadSplat(p.down))
      body.for(p.first, p.end, (i) => {
        const offset = body.let(i32.load(i32.add(p.offsets, i32.shl(i, 2))))
        const across = body.let(v128.loadSplat(i32.add(p.parts, i32.shl(i, 2))))
        const upper = body.let(v128.load(i32.add(p.above, offset)))
        const lower = body.let(v128.load(i32.add(p.under, offset)))
        const mean = body.let(f32x4.add(upper, f32x4.mul(f32x4.sub(lower, upper), down)))
        body.if(v128.anyTrue(f32x4.gt(f32x4.abs(f32x4.sub(upper, swapped(lower))), torn)), () => {
          body.set(mean, upper)
          body.if(f32.gt(f32x4.lane(down, 0), 0.499999), () => body.set(mean, lower))
          body.if(f32.gt(f32x4.lane(across, 0), 0.499999), () => body.set(mean, swapped(mean)))
          body.set(across, 0)
        })
        body.store64(i32.add(p.out, i32.shl(i, 3)), f32x4.add(mean, f32x4.mul(f32x4.sub(swapped(mean), mean), across)))
      })
    },
  ),
  paintCloth: paint(true),
  paintGlaze: paint(false),
}

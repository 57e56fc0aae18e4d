import { FULL, INK_LEVEL, TEXEL } from './ink-format.ts'
import { log2 } from './logarithm.ts'
import { MAGIC_BITS, type Body, type Expr, type Local, f32, f32x4, floors, i32, i32Lane, lanes, v128 } from './wasm.ts'

/** Samples along the longer side of a pixel's footprint, at most: beyond 4 : 1 the surface is turned away. */
const MAX_SAMPLES = 4

/** Catmull and Rom's weights at -1, 0, 1, 2, each in all lanes of a vector of its own. */
function cubic(body: Body, part: Expr<'f32'>): Local<'v128'>[] {
  const t = body.let(f32x4.splat(part))
  const cube = f32x4.add(lanes(1, -2.5, 2, -0.5), f32x4.mul(t, lanes(-0.5, 1.5, -1.5, 0.5)))
  const slope = f32x4.add(lanes(-0.5, 0, 0.5, 0), f32x4.mul(t, cube))
  const weights = body.let(f32x4.add(lanes(0, 1, 0, 0), f32x4.mul(t, slope)))
  return [0, 1, 2, 3].map((i) => body.let(v128.pick(weights, weights, [i, i, i, i])))
}

/** Adds a share of one level's cubic over 4 × 4 texels. Places off the design are held in its margin. */
function addCubic(body: Body, level: Local<'i32'>, shares: Expr<'v128'>, part: Expr<'f32'>, out: Local<'v128'>): void {
  const raw = f32x4.sub(f32x4.mul(shares, v128.load(level)), 0.5)
  const texels = body.let(f32x4.max(f32x4.min(raw, v128.load(level, 16)), -2))
  const { whole, bits } = floors(body, texels)
  const parts = body.let(f32x4.sub(texels, whole))
  const stride = body.let(i32.load(level, 36))
  const before = (lane: 0 | 1) => i32.sub(i32Lane(bits, lane), MAGIC_BITS + 1)
  const row = body.let(i32.add(i32.add(i32.load(level, 32), i32.shl(before(0), 3)), i32.mul(before(1), stride)))
  const across = cubic(body, f32x4.lane(parts, 0))
  const down = cubic(body, f32x4.lane(parts, 1))
  const sum = body.lanes(0)
  down.forEach((weight, j) => {
    const taps = across.map((share, i) => f32x4.mul(share, f32x4.of(v128.load16x4(row, i * TEXEL))))
    body.add(sum, f32x4.mul(weight, f32x4.add(f32x4.add(taps[0]!, taps[1]!), f32x4.add(taps[2]!, taps[3]!))))
    if (j < 3) body.add(row, stride)
  })
  body.add(out, f32x4.mul(sum, f32x4.splat(f32.mul(part, 1 / FULL))))
}

/**
 * Ink for a pixel, premultiplied. `shares` is the place in shares of the design (0…1, down, twice); `steps` leads to the
 * next pixel across (lower half) and down (upper half). Along the footprint's longer side several samples are taken, so
 * that foreshortened text stays sharp.
 */
export function sampleInk(
  body: Body,
  p: { levels: Local<'i32'>; levelCount: Local<'i32'> },
  shares: Local<'v128'>,
  steps: Local<'v128'>,
): Local<'v128'> {
  const texels = body.let(f32x4.mul(steps, v128.load(p.levels)))
  const squares = body.let(f32x4.mul(texels, texels))
  const lengths = body.let(f32x4.add(squares, v128.pick(squares, squares, [1, 0, 3, 2])))
  const major = body.let(f32x4.lane(lengths, 0))
  const minor = body.let(f32x4.lane(lengths, 2))
  const along = body.lanes(steps)
  body.if(f32.gt(minor, major), () => {
    body.set(major, minor)
    body.set(minor, f32x4.lane(lengths, 0))
    body.set(along, v128.pick(steps, steps, [2, 3, 2, 3]))
  })
  const wanted = f32.nearest(f32.sqrt(f32.div(major, f32.max(minor, 1))))
  const samples = body.let(f32.min(MAX_SAMPLES, f32.max(1, wanted)))
  const side = body.let(f32.max(f32.div(major, f32.mul(samples, samples)), minor))
  // Up to an eighth more than a texel a pixel the cubic still carries: mixing in the next level would only soften.
  const raw = body.let(f32.sub(f32.mul(0.5, log2(body, f32.max(side, 1))), 0.17))
  const level = body.let(f32.min(f32.max(raw, 0), f32.of(i32.sub(p.levelCount, 1))))
  const fine = body.let(f32.floor(level))
  const rest = body.let(f32.sub(level, fine))
  const at = body.let(i32.add(p.levels, i32.mul(i32.truncate(fine), INK_LEVEL)))
  const perSample = body.let(f32.div(1, samples))
  const sum = body.lanes(0)
  const way = body.let(f32.sub(f32.mul(0.5, perSample), 0.5))
  body.while(
    () => f32.lt(way, 0.5),
    () => {
      const place = body.let(f32x4.add(shares, f32x4.mul(along, f32x4.splat(way))))
      addCubic(body, at, place, f32.mul(f32.sub(1, rest), perSample), sum)
      body.if(f32.gt(rest, 0.01), () => addCubic(body, body.let(i32.add(at, INK_LEVEL)), place, f32.mul(rest, perSample), sum))
      body.add(way, perSample)
    },
  )
  return sum
}

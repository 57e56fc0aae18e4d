import { FULL, MIP_LEVEL_BYTES, TEXEL_BYTES } from './ink-format.ts'
import { type Expr, type Local, f32, f32x4, i32, i32x4, lanes, v128 } from '@printroom/wasm-assembler/instructions'
import { type Body, MAGIC_BITS, floors, nearest } from '@printroom/wasm-assembler/assembler'

/** Weights across are parts of this: they are multiplied as words. */
const WHOLE = 2 ** 14

/** Catmull and Rom's weights at -1, 0, 1, 2. */
function cubic(body: Body, part: Expr<'f32'>): Local<'v128'> {
  const t = body.let(f32x4.splat(part))
  const cube = f32x4.add(lanes(1, -2.5, 2, -0.5), f32x4.mul(t, lanes(-0.5, 1.5, -1.5, 0.5)))
  const slope = f32x4.add(lanes(-0.5, 0, 0.5, 0), f32x4.mul(t, cube))
  return body.let(f32x4.add(lanes(0, 1, 0, 0), f32x4.mul(t, slope)))
}

/** Adds a share of one level's cubic over 4 × 4 texels. Places off the design are held in its margin. */
function addCubic(body: Body, level: Local<'i32'>, place: Expr<'v128'>, part: Expr<'f32'>, out: Local<'v128'>): void {
  const raw = f32x4.sub(f32x4.mul(place, v128.load(level)), 0.5)
  const texels = body.let(f32x4.max(f32x4.min(raw, v128.load(level, 16)), -2))
  const { whole, bits } = floors(body, texels)
  const parts = body.let(f32x4.sub(texels, whole))
  const stride = body.let(i32.load(level, 36))
  const before = (lane: 0 | 1) => i32.sub(i32x4.lane(bits, lane), MAGIC_BITS + 1)
  const row = body.let(i32.add(i32.add(i32.load(level, 32), i32.shl(before(0), 3)), i32.mul(before(1), stride)))
  const across = body.let(nearest(f32x4.mul(cubic(body, f32x4.lane(parts, 0)), WHOLE)))
  // The weights of two neighbours as words side by side, for each of four channels.
  const pairs = [0, 4].map((from) =>
    body.let(
      v128.pickWords(
        across,
        across,
        [0, 2, 0, 2, 0, 2, 0, 2].map((word) => from + word),
      ),
    ),
  )
  const down = cubic(body, f32x4.lane(parts, 1))
  const sum = body.lanes(0)
  for (let j = 0; j < 4; j++) {
    const taps = pairs.map((weights, pair) => {
      const two = body.let(v128.load(row, 2 * pair * TEXEL_BYTES))
      return i32x4.dot(v128.pickWords(two, two, [0, 4, 1, 5, 2, 6, 3, 7]), weights)
    })
    body.add(sum, f32x4.mul(v128.pick(down, down, [j, j, j, j]), f32x4.of(i32x4.add(taps[0]!, taps[1]!))))
    if (j < 3) body.add(row, stride)
  }
  body.add(out, f32x4.mul(sum, f32x4.splat(f32.mul(part, 1 / (FULL * WHOLE)))))
}

/**
 * Ink for a pixel, premultiplied. `at` leads to its place in shares of the design (0…1, down) and to the longer side of
 * its footprint, to what share of it each of its samples stands for, and to its mip level. The samples lie along
 * that side, so that foreshortened text stays sharp.
 */
export function sampleInk(body: Body, levels: Local<'i32'>, at: Local<'i32'>): Local<'v128'> {
  const drop = body.let(v128.load(at))
  const start = body.let(v128.pick(drop, drop, [0, 1, 0, 1]))
  const along = body.let(v128.pick(drop, drop, [2, 3, 2, 3]))
  const perSample = body.let(f32.load(at, 16))
  const level = body.let(f32.load(at, 20))
  const fine = body.let(f32.floor(level))
  const rest = body.let(f32.sub(level, fine))
  const entry = body.let(i32.add(levels, i32.mul(i32.truncate(fine), MIP_LEVEL_BYTES)))
  const sum = body.lanes(0)
  const way = body.let(f32.sub(f32.mul(0.5, perSample), 0.5))
  body.while(
    () => f32.lt(way, 0.5),
    () => {
      const place = body.let(f32x4.add(start, f32x4.mul(along, f32x4.splat(way))))
      addCubic(body, entry, place, f32.mul(f32.sub(1, rest), perSample), sum)
      body.if(f32.gt(rest, 0.01), () =>
        addCubic(body, body.let(i32.add(entry, MIP_LEVEL_BYTES)), place, f32.mul(rest, perSample), sum),
      )
      body.add(way, perSample)
    },
  )
  return sum
}

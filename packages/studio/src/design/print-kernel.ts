import { BRIGHTEST } from '../material/albedo.ts'
import { footprints, readFour } from '../kernels/footprint.ts'
import { BLOCK_TEXELS } from './ink-format.ts'
import { sampleInk } from './ink-sampler.ts'
import { type Expr, type Local, f32, f32x4, i32, i32x4, v128 } from '@printroom/wasm-assembler/instructions'
import { PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'
import { log2 } from '../kernels/logarithm.ts'
import { transposed } from '../kernels/transpose.ts'
import { type Body, MAGIC_BITS, floors, kernel } from '@printroom/wasm-assembler/assembler'

/** Samples along the longer side of a pixel's footprint, at most: beyond 4 : 1 the surface is turned away. */
const MAX_SAMPLES = 4

/** Ink lays this share of the hair flat. */
export const FLATTENED = 0.62

/** Bytes that the kernel notes of four pixels: eight numbers of each. */
export const NOTES_BYTES = 128

const within = (value: Expr<'v128'>, least: number, most: Expr<'v128'> | number) =>
  f32x4.max(f32x4.min(value, most), least)

type Ways = { u: Local<'v128'>; v: Local<'v128'> }

/** How four footprints (steps across and down, in texels of the finest level) are sampled. */
function sampling(body: Body, across: Ways, down: Ways, levelCount: Local<'i32'>) {
  const length = ({ u, v }: Ways) => body.let(f32x4.add(f32x4.mul(u, u), f32x4.mul(v, v)))
  const [wide, high] = [length(across), length(down)]
  const isHigh = body.let(f32x4.gt(high, wide))
  const [major, minor] = [body.let(f32x4.max(wide, high)), body.let(f32x4.min(wide, high))]
  const wanted = f32x4.nearest(f32x4.sqrt(f32x4.div(major, f32x4.max(minor, 1))))
  const samples = body.let(within(wanted, 1, MAX_SAMPLES))
  const side = body.let(f32x4.max(f32x4.max(f32x4.div(major, f32x4.mul(samples, samples)), minor), 1))
  // Up to an eighth more than a texel a pixel the cubic still carries: mixing in the next level would only soften.
  const raw = f32x4.sub(f32x4.mul(0.5, log2(body, side)), 0.17)
  const coarsest = f32x4.splat(f32.of(i32.sub(levelCount, 1)))
  return { isHigh, perSample: body.let(f32x4.div(1, samples)), level: body.let(within(raw, 0, coarsest)) }
}

/**
 * Prints the ink upon the painted albedo of a row, whose fourth lane shades it, and notes in the mask how much of each pixel
 * the design's box covers. What `change` and `hair` note of the cloth (a float a pixel) it changes to what is so of the
 * ink. `box` holds the design's left upper corner, and the shares of it across and down that a metre right and one up are, as
 * `sharesOf` has them: a turned design is sampled as an upright one, once; `blocks` says which blocks of
 * the finest level have ink in or beside them, `blocksAcross` of them in a row.
 */
export const printKernel = kernel(
  {
    usual: 'f32',
    discontinuity: 'f32',
    box: 'i32',
    levels: 'i32',
    levelCount: 'i32',
    blocks: 'i32',
    blocksAcross: 'i32',
    notes: 'i32',
    albedo: 'i32',
    mask: 'i32',
    change: 'i32',
    hair: 'i32',
  },
  ['here', 'below', 'light', 'first', 'end'],
  (p, body) => {
    const [left, top] = [0, 4].map((at) => body.let(v128.loadSplat(p.box, at)))
    const [ux, uy, vx, vy] = [8, 12, 16, 20].map((at) => body.let(v128.loadSplat(p.box, at)))
    const [texelsWide, texelsHigh] = [0, 4].map((at) => body.let(v128.loadSplat(p.levels, at)))
    /** Ways in metres as shares of the box. */
    const shareOf = (way: { x: Local<'v128'>; y: Local<'v128'> }): Ways => ({
      u: body.let(f32x4.add(f32x4.mul(way.x, ux!), f32x4.mul(way.y, uy!))),
      v: body.let(f32x4.add(f32x4.mul(way.x, vx!), f32x4.mul(way.y, vy!))),
    })
    const far = body.let(f32x4.splat(p.discontinuity))
    // The longest way is as long along one axis as along both together.
    const farthest = (x: Local<'v128'>, y: Local<'v128'>) =>
      body.let(f32x4.mul(far, f32x4.max(f32x4.abs(x), f32x4.abs(y))))
    const [farU, farV] = [farthest(ux!, uy!), farthest(vx!, vy!)]
    body.for(
      p.first,
      p.end,
      (i) => {
        const here = body.let(i32.add(p.here, i32.shl(i, 3)))
        const uv = readFour(body, here, 0)
        const { u, v } = shareOf({ x: body.let(f32x4.sub(uv.x, left!)), y: body.let(f32x4.sub(uv.y, top!)) })
        const toSide = (share: Local<'v128'>) => f32x4.min(share, f32x4.sub(1, share))
        // No step is longer than the discontinuity: farther off than it no pixel reaches the box.
        const off = f32x4.min(f32x4.add(toSide(u), farU), f32x4.add(toSide(v), farV))
        body.if(v128.anyTrue(f32x4.gt(off, 0)), () => {
          const { across, down } = footprints(body, p, here, i32.add(p.below, i32.shl(i, 3)))
          const [right, under] = [shareOf(across), shareOf(down)]
          // Distance to the nearer side in pixels, along both axes; the box ends within the pixel at its middle.
          const inside = (share: Local<'v128'>, a: Local<'v128'>, b: Local<'v128'>) =>
            f32x4.div(f32x4.min(share, f32x4.sub(1, share)), f32x4.max(f32x4.add(f32x4.abs(a), f32x4.abs(b)), 1e-9))
          const nearer = f32x4.min(inside(u, right.u, under.u), inside(v, right.v, under.v))
          const share = body.let(within(f32x4.add(nearer, 0.5), 0, 1))
          body.if(v128.anyTrue(f32x4.gt(share, 0)), () => {
            const texels = ({ u, v }: Ways): Ways => ({
              u: body.let(f32x4.mul(u, texelsWide!)),
              v: body.let(f32x4.mul(v, texelsHigh!)),
            })
            const { isHigh, perSample, level } = sampling(body, texels(right), texels(under), p.levelCount)
            const along = {
              u: body.let(v128.choose(under.u, right.u, isHigh)),
              v: body.let(v128.choose(under.v, right.v, isHigh)),
            }
            const blockOf = (share: Local<'v128'>, size: Local<'v128'>) => {
              const blocks = body.let(f32x4.mul(f32x4.mul(within(share, 0, 1), size), 1 / BLOCK_TEXELS))
              return i32x4.sub(floors(body, blocks).bits, i32x4.constant(MAGIC_BITS))
            }
            const row = i32x4.mul(blockOf(v, texelsHigh!), i32x4.splat(p.blocksAcross))
            const block = body.let(i32x4.add(i32x4.add(row, blockOf(u, texelsWide!)), i32x4.splat(p.blocks)))
            transposed(body, [u, v, along.u, along.v]).forEach((drop, lane) => body.store(p.notes, drop, 32 * lane))
            transposed(body, [perSample, level, share, block]).forEach((drop, lane) =>
              body.store(p.notes, drop, 32 * lane + 16),
            )
            const at = body.int(p.notes)
            const pixel = body.int(i)
            body.for(0, 4, () => {
              const cover = body.let(f32.load(at, 24))
              body.if(f32.gt(cover, 0), () => {
                const covered = f32.min(1, f32.load(i32.add(p.light, i32.mul(pixel, PRODUCT_PIXEL_BYTES)), 12))
                body.store8(i32.add(p.mask, pixel), i32.truncate(f32.nearest(f32.mul(255, f32.mul(cover, covered)))))
                // Wide footprints look beyond a block's neighbours.
                const isWide = f32.gt(f32.load(at, 20), 1)
                body.if(i32.or(i32.load8(i32.load(at, 28)), isWide), () => {
                  const to = body.let(i32.add(p.albedo, i32.shl(pixel, 4)))
                  const painted = body.let(v128.load(to))
                  const drop = body.let(f32x4.mul(sampleInk(body, p.levels, at), f32x4.splat(cover)))
                  const alpha = body.let(within(v128.pick(drop, drop, [3, 3, 3, 3]), 0, 1))
                  const ink = f32x4.mul(
                    within(drop, 0, f32x4.mul(alpha, BRIGHTEST)),
                    v128.pick(painted, painted, [3, 3, 3, 3]),
                  )
                  body.store(to, f32x4.add(ink, f32x4.mul(painted, f32x4.sub(1, alpha))))
                  const inked = body.let(f32x4.lane(alpha, 0))
                  const way = i32.shl(pixel, 2)
                  const change = body.let(i32.add(p.change, way))
                  const was = body.let(f32.load(change))
                  const more = f32.sub(f32.sub(f32x4.lane(painted, 3), 1), was)
                  body.storeFloat(change, f32.add(was, f32.mul(inked, more)))
                  const hair = body.let(i32.add(p.hair, way))
                  body.storeFloat(hair, f32.mul(f32.load(hair), f32.sub(1, f32.mul(FLATTENED, inked))))
                })
              })
              body.add(at, 32)
              body.add(pixel, 1)
            })
          })
        })
      },
      4,
    )
  },
)

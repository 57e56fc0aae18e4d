import { addLevels } from '../fabric/tile-kernel.ts'
import { COARSE, COARSE_UNITS, FINE, FINE_UNITS } from '../fabric/cloth-tiles.ts'
import { levelsOf } from '../fabric/tile.ts'
import { WHOLE } from '../fabric/tile-kernel.ts'
import { footprints } from '../kernels/footprint.ts'
import { type Expr, type Local, f32, f32x4, i32, v128 } from '@printroom/wasm-assembler/instructions'
import { PIXEL_BYTES } from '../kernels/light-format.ts'
import { log2 } from '../kernels/logarithm.ts'
import { transposed } from '../kernels/transpose.ts'
import { type Body, kernel } from '@printroom/wasm-assembler/assembler'

/** The least and the most that relief changes light by, in parts of it. */
export const DARKEST = -0.55
export const BRIGHTEST_CHANGE = 0.8

/**
 * A pixel's side on the cloth, squared, is its area, or if it is long this share of its sides' squares: what lies across it
 * would beat with the picture's pixels.
 */
export const SLENDER = 0.35

/** No pixel is taken for less of the cloth than this share of the usual one's area: cloth that the map stretches shows no larger loops. */
export const FINEST = 0.6

/** The share of a mixture that shows wherever the map is not to be trusted: without any, a collar would be of another cloth. */
export const STEADY = 0.55

/**
 * Sums of a tile's four quantities at four pixels, a vector a pixel; `size` is half the logarithm of a pixel's area in square
 * metres. Pixels without a sum are left out.
 */
function sampleTile(
  body: Body,
  tile: { side: number; texel: number },
  at: Local<'i32'>,
  uv: { x: Local<'v128'>; y: Local<'v128'> },
  size: Local<'v128'>,
  sums: readonly (Local<'v128'> | null)[],
): void {
  const raw = f32x4.sub(size, Math.log2(tile.texel))
  const level = body.let(f32x4.min(f32x4.max(raw, 0), levelsOf(tile.side) - 1))
  const share = (axis: 'x' | 'y') => body.let(f32x4.mul(uv[axis], 1 / (tile.side * tile.texel)))
  addLevels(body, { x: share('x'), y: share('y'), at, side: tile.side }, level, sums)
}

/**
 * The coarse tile is read at every other pixel, where it counts for two, and between them the mean of both stands: the
 * logarithm of the side of what is read.
 */
export const PAIR = 0.5

/**
 * Paints a row of cloth, four pixels at a time: its albedo with structure and fibre, lit by the slopes of its relief, and in
 * the fourth lane what ink upon it is multiplied by; and notes by how much relief changes the light, and the hair's share.
 * Between two levels of fineness both are mixed: they fade as the pixel grows wider than the yarn, so that nothing shimmers.
 */
export const clothKernel = kernel(
  {
    usual: 'f32',
    discontinuity: 'f32',
    garment: 'i32',
    structure: 'f32',
    inkStructure: 'f32',
    /** Of the light's change by loops, on cloth and on ink; by creases on both. */
    loops: 'f32',
    inkLoops: 'f32',
    creases: 'f32',
    fine: 'i32',
    coarse: 'i32',
    albedo: 'i32',
    change: 'i32',
    hair: 'i32',
  },
  ['here', 'below', 'relief', 'first', 'end'],
  (p, body) => {
    const colours = [0, 1, 2].map((channel) => ({
      base: body.let(v128.loadSplat(p.garment, 4 * channel)),
      fibre: body.let(f32x4.mul(v128.loadSplat(p.garment, 16 + 4 * channel), FINE_UNITS[3] / WHOLE)),
    }))
    const all = (setting: Local<'f32'>, unit: number) => body.let(f32x4.mul(f32x4.splat(setting), unit / WHOLE))
    const [structure, inkStructure] = [all(p.structure, FINE_UNITS[2]), all(p.inkStructure, FINE_UNITS[2])]
    const creased = all(p.creases, COARSE_UNITS[0])
    const [loops, inkLoops] = [p.loops, p.inkLoops].map((setting) => body.let(f32x4.splat(setting)))
    const least = body.let(f32x4.splat(f32.mul(f32.mul(p.usual, p.usual), FINEST)))
    const before = body.lanes(0)
    body.for(
      p.first,
      p.end,
      (i) => {
        const at = body.let(i32.add(p.here, i32.shl(i, 3)))
        const { uv, across, down } = footprints(body, p, at, i32.add(p.below, i32.shl(i, 3)))
        const area = f32x4.abs(f32x4.sub(f32x4.mul(across.x, down.y), f32x4.mul(across.y, down.x)))
        const square = (lanes: Local<'v128'>) => f32x4.mul(lanes, lanes)
        const sides = f32x4.add(
          f32x4.add(square(across.x), square(across.y)),
          f32x4.add(square(down.x), square(down.y)),
        )
        const pixel = body.let(f32x4.max(f32x4.max(area, f32x4.mul(sides, SLENDER)), least))
        // Half the logarithm of the area is that of the side.
        const size = body.let(f32x4.mul(0.5, log2(body, pixel)))
        const fine = [0, 1, 2, 3].map(() => body.lanes(0))
        sampleTile(body, FINE, p.fine, uv, size, fine)
        const quantities = (pixels: readonly Local<'v128'>[]) =>
          transposed(body, pixels).map((lanes) => body.let(lanes))
        const [slopeU, slopeV, shade, fibre] = quantities(fine.map((sum) => body.let(f32x4.of(sum))))
        const [second, fourth] = [body.lanes(0), body.lanes(0)]
        sampleTile(body, COARSE, p.coarse, uv, body.let(f32x4.add(size, PAIR)), [null, second, null, fourth])
        const [b, d] = [body.let(f32x4.of(second)), body.let(f32x4.of(fourth))]
        const mean = (one: Local<'v128'>, other: Local<'v128'>) => body.let(f32x4.mul(0.5, f32x4.add(one, other)))
        const [creaseU, creaseV, unevenU, unevenV] = quantities([mean(before, b), b, mean(b, d), d])
        body.set(before, d)
        const lit = body.let(i32.add(p.relief, i32.shl(i, 4)))
        const vectors = [0, 1, 2, 3].map((lane) => body.let(v128.load(lit, PIXEL_BYTES * lane)))
        const [alongU, alongV, trust, hair] = transposed(body, vectors).map((lanes) => body.let(lanes))
        const change = (u: Local<'v128'>, v: Local<'v128'>) => f32x4.add(f32x4.mul(alongU!, u), f32x4.mul(alongV!, v))
        const texture = body.let(
          f32x4.mul(
            f32x4.add(
              f32x4.mul(change(slopeU!, slopeV!), FINE_UNITS[0] / WHOLE),
              f32x4.mul(change(unevenU!, unevenV!), COARSE_UNITS[2] / WHOLE),
            ),
            trust!,
          ),
        )
        const crease = body.let(f32x4.mul(f32x4.mul(change(creaseU!, creaseV!), creased), trust!))
        const changed = (share: Local<'v128'>) =>
          body.let(f32x4.max(f32x4.min(f32x4.add(crease, f32x4.mul(texture, share)), BRIGHTEST_CHANGE), DARKEST))
        const [onCloth, onInk] = [changed(loops!), changed(inkLoops!)]
        const lightOn = (change: Local<'v128'>, structure: Local<'v128'>): Expr<'v128'> =>
          f32x4.mul(f32x4.add(1, change), f32x4.add(1, f32x4.mul(structure, shade!)))
        const light = body.let(lightOn(onCloth, structure))
        const share = f32x4.add(STEADY, f32x4.mul(1 - STEADY, trust!))
        const mixture = body.let(f32x4.mul(fibre!, share))
        const mixed = colours.map((colour) =>
          body.let(f32x4.mul(f32x4.add(colour.base, f32x4.mul(colour.fibre, mixture)), light)),
        )
        const ink = body.let(lightOn(onInk, inkStructure))
        const to = body.let(i32.add(p.albedo, i32.shl(i, 4)))
        transposed(body, [...mixed, ink]).forEach((pixel, lane) => body.store(to, pixel, 16 * lane))
        body.store(i32.add(p.change, i32.shl(i, 2)), onCloth)
        body.store(i32.add(p.hair, i32.shl(i, 2)), hair!)
      },
      4,
    )
  },
)

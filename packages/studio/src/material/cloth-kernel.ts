import { footprints } from '../kernels/footprint.ts'
import { type Local, f32, f32x4, i32, i32x4, v128 } from '@printroom/wasm-assembler/instructions'
import { log2 } from '../kernels/logarithm.ts'
import { transposed } from '../kernels/transpose.ts'
import { type Body, floors, kernel, nearest } from '@printroom/wasm-assembler/assembler'

/**
 * The cloth in memory: of each level of a tile that repeats, `side` texels across, cells of eight signed bytes from cell
 * `side²` on. A cell holds four texels, those right and below of a corner too: structure of the upper two, fibre of the
 * upper two, then of the lower two. A cell's corner is the texel of its number.
 */
export const CLOTH_CELL_BYTES = 8
/** The value of a texel for a deviation of 1: the strongest are below 4.5 of them. */
export const CLOTH_UNIT = 28

/** Weights of texels are parts of this: they are multiplied as words. */
const WHOLE = 2 ** 14

/** Words of two halves of lanes, the second above. */
const paired = (low: Local<'v128'>, high: Local<'v128'>) =>
  v128.or(v128.and(low, i32x4.constant(0xffff)), i32x4.shl(high, 16))

type Tile = { x: Local<'v128'>; y: Local<'v128'>; cloth: Local<'i32'> }

/**
 * Adds to `sums` (a vector a pixel: structure and fibre of the cells' upper rows, of their lower rows) the cloth of a
 * level at four places of the tile, linear between texels, times `share`.
 */
function addLevel(
  body: Body,
  tile: Tile,
  side: Local<'v128'>,
  share: Local<'v128'>,
  sums: readonly Local<'v128'>[],
): void {
  const sides = body.let(v128.and(nearest(side), i32x4.constant(0xffff)))
  const mask = body.let(i32x4.sub(sides, i32x4.constant(1)))
  const along = (axis: 'x' | 'y') => {
    const texels = body.let(f32x4.sub(f32x4.mul(tile[axis], side), 0.5))
    const { whole, bits } = floors(body, texels)
    return { part: body.let(f32x4.sub(texels, whole)), cell: body.let(v128.and(bits, mask)) }
  }
  const [column, row] = [along('x'), along('y')]
  const cell = i32x4.add(i32x4.mul(sides, i32x4.add(sides, row.cell)), column.cell)
  const at = body.let(i32x4.add(i32x4.shl(cell, 3), i32x4.splat(tile.cloth)))
  const all = body.let(f32x4.mul(share, WHOLE))
  const lower = body.let(f32x4.mul(all, row.part))
  const upper = body.let(f32x4.sub(all, lower))
  const weights = [upper, lower].map((both) => {
    const right = body.let(f32x4.mul(both, column.part))
    return body.let(paired(body.let(nearest(f32x4.sub(both, right))), body.let(nearest(right))))
  })
  sums.forEach((sum, i) => {
    const weight = v128.pick(weights[0]!, weights[1]!, [i, i, 4 + i, 4 + i])
    body.set(sum, i32x4.add(sum, i32x4.dot(v128.load8x8Signed(i32x4.lane(at, i)), weight)))
  })
}

/**
 * Paints a row of cloth, four pixels at a time: its albedo with structure and fibre, and in the fourth lane what
 * ink upon it is multiplied by. Between two levels of fineness both are mixed: they fade as the pixel grows wider than
 * the yarn, so that nothing shimmers.
 */
export const clothKernel = kernel(
  {
    usual: 'f32',
    discontinuity: 'f32',
    garment: 'i32',
    structure: 'f32',
    inkStructure: 'f32',
    cloth: 'i32',
    /** Texels a metre, and texels across, of the finest level; the coarsest level's number. */
    texels: 'f32',
    side: 'f32',
    coarsest: 'f32',
    albedo: 'i32',
  },
  ['here', 'below', 'first', 'end'],
  (p, body) => {
    const perDeviation = 1 / (WHOLE * CLOTH_UNIT)
    const colours = [0, 1, 2].map((channel) => ({
      base: body.let(v128.loadSplat(p.garment, 4 * channel)),
      fibre: body.let(f32x4.mul(v128.loadSplat(p.garment, 16 + 4 * channel), perDeviation)),
    }))
    const structure = body.let(f32x4.mul(f32x4.splat(p.structure), perDeviation))
    const inkStructure = body.let(f32x4.mul(f32x4.splat(p.inkStructure), perDeviation))
    const perTexel = body.let(f32.mul(p.texels, p.texels))
    const least = body.let(f32x4.splat(f32.mul(f32.mul(p.usual, p.usual), 0.25)))
    const perTile = body.let(f32x4.splat(f32.div(p.texels, p.side)))
    body.for(
      p.first,
      p.end,
      (i) => {
        const at = body.let(i32.add(p.here, i32.shl(i, 3)))
        const { uv, across, down } = footprints(body, p, at, i32.add(p.below, i32.shl(i, 3)))
        const area = f32x4.abs(f32x4.sub(f32x4.mul(across.x, down.y), f32x4.mul(across.y, down.x)))
        // Half the logarithm of the area is that of the side.
        const texels = body.let(f32x4.mul(f32x4.max(area, least), f32x4.splat(perTexel)))
        const raw = f32x4.mul(0.5, log2(body, texels))
        const level = body.let(f32x4.min(f32x4.max(raw, 0), f32x4.splat(p.coarsest)))
        const fine = body.let(f32x4.floor(level))
        // The power of two of a whole number is its place among a float's bits.
        const shrink = i32x4.shl(i32x4.sub(i32x4.constant(127), nearest(fine)), 23)
        const side = body.let(f32x4.mul(shrink, f32x4.splat(p.side)))
        const tile = { x: body.let(f32x4.mul(uv.x, perTile)), y: body.let(f32x4.mul(uv.y, perTile)), cloth: p.cloth }
        const share = body.let(f32x4.sub(level, fine))
        const sums = [0, 1, 2, 3].map(() => body.lanes(0))
        addLevel(body, tile, side, body.let(f32x4.sub(1, share)), sums)
        addLevel(body, tile, body.let(f32x4.mul(side, 0.5)), share, sums)
        const halves = [0, 2].map((pair) => {
          const [a, b] = [sums[pair]!, sums[pair + 1]!]
          return body.let(f32x4.of(i32x4.add(v128.pick(a, b, [0, 1, 4, 5]), v128.pick(a, b, [2, 3, 6, 7]))))
        })
        const shade = body.let(v128.pick(halves[0]!, halves[1]!, [0, 2, 4, 6]))
        const fibre = body.let(v128.pick(halves[0]!, halves[1]!, [1, 3, 5, 7]))
        const light = body.let(f32x4.add(1, f32x4.mul(structure, shade)))
        const mixed = colours.map((colour) =>
          body.let(f32x4.mul(f32x4.add(colour.base, f32x4.mul(colour.fibre, fibre)), light)),
        )
        const onInk = body.let(f32x4.add(1, f32x4.mul(inkStructure, shade)))
        const to = body.let(i32.add(p.albedo, i32.shl(i, 4)))
        transposed(body, [...mixed, onInk]).forEach((pixel, lane) => body.store(to, pixel, 16 * lane))
      },
      4,
    )
  },
)

import { type Local, f32x4, i32x4, v128 } from '@printroom/wasm-assembler/instructions'
import { type Body, MAGIC_BITS, floors, nearest } from '@printroom/wasm-assembler/assembler'

/** Weights of texels are parts of this: they are multiplied as words. */
export const WHOLE = 2 ** 14

/** Four times a third, of whole numbers that three divides: three's inverse among 32-bit integers. */
const FOUR_THIRDS = 4 * 0xaaaaaaab

/** Words of two halves of lanes, the second above. */
const paired = (low: Local<'v128'>, high: Local<'v128'>) =>
  v128.or(v128.and(low, i32x4.constant(0xffff)), i32x4.shl(high, 16))

/** Places of four pixels on a tile, as shares of its side; the tile's address, and texels across its finest level. */
export type TilePlace = { x: Local<'v128'>; y: Local<'v128'>; at: Local<'i32'>; side: number }

/**
 * Adds to `sums` (a vector a pixel, of the tile's four quantities in parts of `WHOLE`) a level of a tile, `side` texels across,
 * at four places, linear between texels, times `share`; but for
 * places without a sum.
 */
export function addLevel(
  body: Body,
  tile: TilePlace,
  side: Local<'v128'>,
  share: Local<'v128'>,
  sums: readonly (Local<'v128'> | null)[],
): void {
  const whole = (lanes: Local<'v128'>) => i32x4.sub(lanes, i32x4.constant(MAGIC_BITS))
  const sides = body.let(whole(body.let(nearest(side))))
  const mask = body.let(i32x4.sub(sides, i32x4.constant(1)))
  const along = (axis: 'x' | 'y') => {
    const texels = body.let(f32x4.sub(f32x4.mul(tile[axis], side), 0.5))
    const { whole, bits } = floors(body, texels)
    return { part: body.let(f32x4.sub(texels, whole)), texel: body.let(v128.and(bits, mask)) }
  }
  const [column, row] = [along('x'), along('y')]
  const start = i32x4.add(
    i32x4.mul(i32x4.sub(i32x4.constant(tile.side ** 2), i32x4.mul(sides, sides)), i32x4.constant(FOUR_THIRDS)),
    i32x4.shl(i32x4.sub(i32x4.constant(tile.side), sides), 1),
  )
  const corner = body.let(i32x4.add(start, column.texel))
  const address = (line: Local<'v128'>) => {
    const texel = i32x4.add(corner, i32x4.mul(line, i32x4.add(sides, i32x4.constant(1))))
    return body.let(i32x4.add(i32x4.shl(texel, 2), i32x4.splat(tile.at)))
  }
  const under = body.let(v128.and(i32x4.add(row.texel, i32x4.constant(1)), mask))
  const all = body.let(f32x4.mul(share, WHOLE))
  const lower = body.let(f32x4.mul(all, row.part))
  const upper = body.let(f32x4.sub(all, lower))
  const lines = [
    { at: address(row.texel), both: upper },
    { at: address(under), both: lower },
  ].map(({ at, both }) => {
    const right = body.let(f32x4.mul(both, column.part))
    const weight = body.let(paired(body.let(nearest(f32x4.sub(both, right))), body.let(nearest(right))))
    return { at, weight }
  })
  sums.forEach((sum, i) => {
    if (sum === null) return
    for (const { at, weight } of lines) {
      // Two texels of four quantities, put side by side quantity by quantity.
      const two = body.let(v128.load8x8Signed(i32x4.lane(at, i)))
      const pairs = v128.pickWords(two, two, [0, 4, 1, 5, 2, 6, 3, 7])
      body.set(sum, i32x4.add(sum, i32x4.dot(pairs, v128.pick(weight, weight, [i, i, i, i]))))
    }
  })
}

/** Between two levels only the middle of the way mixes both, this share of it: elsewhere the nearer one is read alone. */
export const MIXED = 0.5

/** As `addLevel`, with the level that `level` names (whole numbers) and the next coarser one, mixed by what it has beyond. */
export function addLevels(
  body: Body,
  tile: TilePlace,
  level: Local<'v128'>,
  sums: readonly (Local<'v128'> | null)[],
): void {
  const below = body.let(f32x4.floor(level))
  const way = f32x4.mul(f32x4.sub(f32x4.sub(level, below), (1 - MIXED) / 2), 1 / MIXED)
  const eased = body.let(f32x4.add(below, f32x4.min(f32x4.max(way, 0), 1)))
  const fine = body.let(f32x4.floor(eased))
  // The power of two of a whole number is its place among a float's bits.
  const exponent = i32x4.sub(i32x4.constant(127), i32x4.sub(body.let(nearest(fine)), i32x4.constant(MAGIC_BITS)))
  const side = body.let(f32x4.mul(i32x4.shl(exponent, 23), tile.side))
  const share = body.let(f32x4.sub(eased, fine))
  addLevel(body, tile, side, body.let(f32x4.sub(1, share)), sums)
  body.if(v128.anyTrue(f32x4.gt(share, 0)), () => addLevel(body, tile, body.let(f32x4.mul(side, 0.5)), share, sums))
}

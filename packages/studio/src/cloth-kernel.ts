import { type Body, type Expr, type Local, f32, f32x4, floors, i32, i32Lane, v128 } from './wasm.ts'

/**
 * Bytes of a level in the table of cloth: texels a metre and masks of this level and of the next (each twice, for x and
 * y), then the address and the bytes a row of both.
 */
export const CLOTH_LEVEL = 48

/**
 * Structure and fibre (lanes 0 and 1) of the cloth at a place in pattern space (x, y, twice), linear between texels of a
 * tile that repeats and between two levels of fineness: both fade as the pixel grows wider than the yarn, so that
 * nothing shimmers.
 */
export function sampleCloth(body: Body, cloth: Expr<'i32'>, place: Local<'v128'>, level: Local<'f32'>): Local<'v128'> {
  const fine = body.let(f32.floor(level))
  const at = body.let(i32.add(cloth, i32.mul(i32.truncate(fine), CLOTH_LEVEL)))
  const texels = body.let(f32x4.sub(f32x4.mul(place, v128.load(at)), 0.5))
  const { whole, bits } = floors(body, texels)
  const parts = body.let(f32x4.sub(texels, whole))
  const cells = body.let(v128.and(bits, v128.load(at, 16)))
  const sample = (lane: 0 | 2): Expr<'v128'> => {
    const stride = i32.load(at, 36 + 4 * lane)
    const column = i32.add(i32.load(at, 32 + 4 * lane), i32.shl(i32Lane(cells, lane), 3))
    const cell = body.let(i32.add(column, i32.mul(i32Lane(cells, lane + 1), stride)))
    const upper = body.let(v128.load(cell))
    const lower = v128.load(i32.add(cell, stride))
    const part = (axis: 0 | 1) => f32x4.splat(f32x4.lane(parts, lane + axis))
    const mean = body.let(f32x4.add(upper, f32x4.mul(f32x4.sub(lower, upper), part(1))))
    return f32x4.add(mean, f32x4.mul(f32x4.sub(v128.pick(mean, mean, [2, 3, 0, 1]), mean), part(0)))
  }
  const shade = body.let(sample(0))
  const coarse = body.let(sample(2))
  body.set(shade, f32x4.add(shade, f32x4.mul(f32x4.sub(coarse, shade), f32x4.splat(f32.sub(level, fine)))))
  return shade
}

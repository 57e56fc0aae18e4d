import { type Expr, type Local, type Value, f32x4, i32, lanes, v128 } from '@printroom/wasm-assembler/instructions'
import type { Body } from '@printroom/wasm-assembler/assembler'

/** Bytes of a pixel's UV position: x and y in metres of the flat pattern. */
export const UV_BYTES = 8

/** UV positions, or steps between them, of four pixels side by side. */
export type Four = { x: Local<'v128'>; y: Local<'v128'> }

/** Four pixels' UV positions, and the steps from each to the next pixel across and down. */
export type Footprints = { uv: Four; across: Four; down: Four }

/** The UV positions of four pixels from `offset` bytes behind an address on. */
export function readFour(body: Body, at: Local<'i32'>, offset: number): Four {
  const [near, far] = [body.let(v128.load(at, offset)), body.let(v128.load(at, offset + 16))]
  return { x: body.let(v128.pick(near, far, [0, 2, 4, 6])), y: body.let(v128.pick(near, far, [1, 3, 5, 7])) }
}

const between = (body: Body, from: Four, to: Four): Four => ({
  x: body.let(f32x4.sub(to.x, from.x)),
  y: body.let(f32x4.sub(to.y, from.y)),
})

/** Whether ways lead to another piece of cloth. */
const isFar = (way: Four, discontinuity: Expr<'v128'>): Expr<'v128'> =>
  f32x4.gt(f32x4.add(f32x4.abs(way.x), f32x4.abs(way.y)), discontinuity)

function setWhere(body: Body, mask: Expr<'v128'>, way: Four, x: Value<'v128'>, y: Value<'v128'>): void {
  const isSet = body.let(mask)
  body.set(way.x, v128.choose(x, way.x, isSet))
  body.set(way.y, v128.choose(y, way.y, isSet))
}

/**
 * The footprints of four pixels, whose UV positions stand from `at` on, those of the next row from `below` on. A step to
 * another piece of cloth (longer than `discontinuity`) is replaced: across by the one before or else the `usual` one, down by the
 * one across, turned.
 */
export function footprints(
  body: Body,
  p: { usual: Local<'f32'>; discontinuity: Local<'f32'> },
  at: Local<'i32'>,
  below: Expr<'i32'>,
): Footprints {
  const uv = readFour(body, at, 0)
  const across = between(body, uv, readFour(body, at, UV_BYTES))
  const down = between(body, uv, readFour(body, body.let(below), 0))
  const discontinuity = body.let(f32x4.splat(p.discontinuity))
  const [far, deep] = [body.let(isFar(across, discontinuity)), body.let(isFar(down, discontinuity))]
  body.if(v128.anyTrue(v128.or(far, deep)), () => {
    const back = between(body, readFour(body, body.let(i32.sub(at, UV_BYTES)), 0), uv)
    setWhere(body, isFar(back, discontinuity), back, f32x4.splat(p.usual), 0)
    setWhere(body, far, across, back.x, back.y)
    setWhere(body, deep, down, across.y, f32x4.mul(across.x, lanes(-1, -1, -1, -1)))
  })
  return { uv, across, down }
}

export type Uv = { x: number; y: number }

/** Metres of 16-bit values of u and v. */
export const decodeUv = (u: number, v: number, scale: { perU: number; perV: number; x0: number; y0: number }): Uv => ({
  x: u * scale.perU + scale.x0,
  y: v * scale.perV + scale.y0,
})

/**
 * The UV position between four of the map (two above, two below), `across` and `down` of the way: the nearest where two that
 * lie diagonally to each other are further apart than `discontinuity`, else linear.
 */
export function sampleUv(
  [aboveLeft, aboveRight]: Uv[],
  [belowLeft, belowRight]: Uv[],
  across: number,
  down: number,
  discontinuity: number,
): Uv {
  const isFar = (a: Uv, b: Uv) =>
    Math.abs(Math.fround(a.x - b.x)) > discontinuity || Math.abs(Math.fround(a.y - b.y)) > discontinuity
  if (isFar(aboveLeft!, belowRight!) || isFar(aboveRight!, belowLeft!)) {
    const [left, right] = down > 0.499999 ? [belowLeft!, belowRight!] : [aboveLeft!, aboveRight!]
    return across > 0.499999 ? right : left
  }
  const mix = (a: number, b: number, share: number) => a + (b - a) * share
  const along = (axis: 'x' | 'y') =>
    mix(mix(aboveLeft![axis], belowLeft![axis], down), mix(aboveRight![axis], belowRight![axis], down), across)
  return { x: along('x'), y: along('y') }
}

export type Footprint = { uv: Uv; across: Uv; down: Uv }

/**
 * A pixel's UV position and the steps to the next pixel across and down. A step beyond `discontinuity` is replaced: across by
 * the one before or else the usual one, down by the one across, turned.
 */
export function footprintOf(
  row: readonly Uv[],
  below: readonly Uv[],
  i: number,
  usual: number,
  discontinuity: number,
): Footprint {
  const step = (from: Uv, to: Uv): Uv => ({ x: Math.fround(to.x - from.x), y: Math.fround(to.y - from.y) })
  const isFar = ({ x, y }: Uv) => Math.fround(Math.abs(x) + Math.abs(y)) > discontinuity
  const uv = row[i]!
  let across = step(uv, row[i + 1]!)
  let down = step(uv, below[i]!)
  if (isFar(across)) {
    across = step(row[i - 1]!, uv)
    if (isFar(across)) across = { x: usual, y: 0 }
  }
  if (isFar(down)) down = { x: across.y, y: -across.x }
  return { uv, across, down }
}

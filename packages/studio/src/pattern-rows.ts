import type { PatternMap } from './plate.ts'
import type { Span } from './resample.ts'

/** Steps of u or v between neighbours that are not one piece of cloth: a fold over, a seam, another part. */
const TORN = 0.012

/** One row of the map at the picture's size: metres of pattern space, and coverage 0…1. */
export type PatternRow = { x: Float32Array; y: Float32Array }

/**
 * Reads u and v of a window of the map at another size, as metres. Between pixels that do not belong together
 * (their u or v jump) the nearest counts: a mean of two parts would lie on a third.
 */
export function createPatternReader(
  map: PatternMap,
  pattern: { x0: number; y0: number; width: number; height: number },
  size: number,
  across: Span,
  down: Span,
) {
  const place = (i: number, span: Span, length: number) => {
    const at = Math.min(length - 1, Math.max(0, (span.start + ((i + 0.5) / size) * span.length) * length - 0.5))
    const base = Math.min(length - 2, Math.floor(at))
    return { base, t: at - base }
  }
  const columns = Array.from({ length: size }, (_, i) => place(i, across, map.width))
  const base = Int32Array.from(columns, (column) => column.base)
  const part = Float32Array.from(columns, (column) => column.t)
  const torn = TORN * 65_535
  const { u, v, width } = map
  const [perU, perV] = [pattern.width / 65_535, pattern.height / 65_535]

  return (row: number, into: PatternRow, from: number, to: number): void => {
    const { base: line, t: ty } = place(row, down, map.height)
    for (let i = from; i < to; i++) {
      const tx = part[i]!
      const a = line * width + base[i]!
      const [b, c, d] = [a + 1, a + width, a + width + 1]
      const [ua, ub, uc, ud] = [u[a]!, u[b]!, u[c]!, u[d]!]
      const [va, vb, vc, vd] = [v[a]!, v[b]!, v[c]!, v[d]!]
      const spread =
        Math.abs(ua - ud) + Math.abs(ub - uc) + Math.abs(ua - ub) + Math.abs(va - vd) + Math.abs(vb - vc) + Math.abs(va - vb)
      if (spread > torn) {
        const near = ty < 0.5 ? (tx < 0.5 ? a : b) : tx < 0.5 ? c : d
        into.x[i] = pattern.x0 + u[near]! * perU
        into.y[i] = pattern.y0 + v[near]! * perV
      } else {
        const top = ua + (ub - ua) * tx
        const topV = va + (vb - va) * tx
        into.x[i] = pattern.x0 + (top + (uc + (ud - uc) * tx - top) * ty) * perU
        into.y[i] = pattern.y0 + (topV + (vc + (vd - vc) * tx - topV) * ty) * perV
      }
    }
  }
}

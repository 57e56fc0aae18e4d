import type { PatternMap } from './plate.ts'
import type { Span } from './resample.ts'

/** One row of the map at the picture's size: metres of pattern space, and coverage 0…1. */
export type PatternRow = { x: Float32Array; y: Float32Array }

/**
 * Reads u and v of a window of the map at another size, as metres. Between pixels that do not belong together
 * (further apart than `torn` metres: a fold over, a seam, another part) the nearest counts: a mean of two parts
 * would lie on a third.
 */
export function createPatternReader(
  map: PatternMap,
  pattern: { x0: number; y0: number; width: number; height: number },
  size: number,
  across: Span,
  down: Span,
  torn: number,
) {
  const place = (i: number, span: Span, length: number) => {
    const at = Math.min(length - 1, Math.max(0, (span.start + ((i + 0.5) / size) * span.length) * length - 0.5))
    const base = Math.min(length - 2, Math.floor(at))
    return { base, t: at - base }
  }
  const columns = Array.from({ length: size }, (_, i) => place(i, across, map.width))
  const base = Int32Array.from(columns, (column) => column.base)
  const part = Float32Array.from(columns, (column) => column.t)
  const { u, v, width } = map
  const [perU, perV] = [pattern.width / 65_535, pattern.height / 65_535]

  return (row: number, into: PatternRow, from: number, to: number): void => {
    const { base: line, t: ty } = place(row, down, map.height)
    for (let i = from; i < to; i++) {
      const tx = part[i]!
      const a = line * width + base[i]!
      const b = a + 1
      const c = a + width
      const d = c + 1
      const ua = u[a]!
      const ub = u[b]!
      const uc = u[c]!
      const ud = u[d]!
      const va = v[a]!
      const vb = v[b]!
      const vc = v[c]!
      const vd = v[d]!
      const apartX = Math.max(Math.abs(ua - ud), Math.abs(ub - uc)) * perU
      const apartY = Math.max(Math.abs(va - vd), Math.abs(vb - vc)) * perV
      if (apartX > torn || apartY > torn) {
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

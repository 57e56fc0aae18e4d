import type { RasterMap } from '../map/raster-map.ts'
import type { Sheet } from '../print/sheet.ts'
import { CLEAR_BLACK } from './classify.ts'
import type { Planes } from './planes.ts'

const LEAST_PIXELS = 12
const LEAST = 0.004
const MOST = 0.7

/**
 * The light on black ink, a plane a channel: of the light on white the share that the black squares show, each by itself, and
 * between them what lies between. So it takes every fold of the white's.
 */
export function solveBlack(planes: Planes, white: Planes, kind: Uint8Array, map: RasterMap, sheet: Sheet): Planes {
  const black = planes.map((plane, c) => {
    const shares = filled(sharesOf(plane, white[c]!, kind, map, sheet), sheet.columns, sheet.rows)
    return white[c]!.map((light, at) =>
      Number.isNaN(map.x[at]!) ? 0 : light * shareAt(shares, sheet, map.x[at]!, map.y[at]!),
    )
  })
  return black as unknown as Planes
}

/** Mean share of each square of the board; NaN where too little clear black is seen. */
function sharesOf(
  plane: Float32Array,
  white: Float32Array,
  kind: Uint8Array,
  map: RasterMap,
  sheet: Sheet,
): Float64Array {
  const { columns, rows, left, top, pitch } = sheet
  const [sums, counts] = [new Float64Array(columns * rows), new Float64Array(columns * rows)]
  for (let at = 0; at < kind.length; at++) {
    if (kind[at] !== CLEAR_BLACK) continue
    const [i, j] = [Math.floor((map.x[at]! - left) / pitch), Math.floor((map.y[at]! - top) / pitch)]
    if (i < 0 || j < 0 || i >= columns || j >= rows) continue
    sums[j * columns + i]! += plane[at]! / Math.max(1e-3, white[at]!)
    counts[j * columns + i]! += 1
  }
  return sums.map((sum, cell) =>
    counts[cell]! < LEAST_PIXELS ? NaN : Math.min(MOST, Math.max(LEAST, sum / counts[cell]!)),
  )
}

/** Squares without a share get the mean of their neighbours', ring by ring. */
function filled(shares: Float64Array, columns: number, rows: number): Float64Array {
  const out = shares.slice()
  for (let ring = 0; ring < columns + rows; ring++) {
    const before = out.slice()
    for (let cell = 0; cell < out.length; cell++) {
      if (!Number.isNaN(before[cell]!)) continue
      const [i, j] = [cell % columns, Math.floor(cell / columns)]
      const near = [
        i > 0 ? before[cell - 1]! : NaN,
        i + 1 < columns ? before[cell + 1]! : NaN,
        j > 0 ? before[cell - columns]! : NaN,
        j + 1 < rows ? before[cell + columns]! : NaN,
      ].filter((value) => !Number.isNaN(value))
      if (near.length > 0) out[cell] = near.reduce((sum, value) => sum + value, 0) / near.length
    }
  }
  return out.map((share) => (Number.isNaN(share) ? LEAST : share))
}

function shareAt(shares: Float64Array, { columns, rows, left, top, pitch }: Sheet, x: number, y: number): number {
  const fx = Math.min(columns - 1, Math.max(0, (x - left) / pitch - 0.5))
  const fy = Math.min(rows - 1, Math.max(0, (y - top) / pitch - 0.5))
  const [i, j] = [Math.min(columns - 2, Math.floor(fx)), Math.min(rows - 2, Math.floor(fy))]
  const [a, b] = [fx - i, fy - j]
  const at = j * columns + i
  const upper = (1 - a) * shares[at]! + a * shares[at + 1]!
  return (1 - b) * upper + b * ((1 - a) * shares[at + columns]! + a * shares[at + columns + 1]!)
}

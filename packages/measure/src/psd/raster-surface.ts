import type { Crop } from '../map/raster-map.ts'
import type { Surface } from './warp.ts'

/** Cells along a side: at 2048 pixels a cell has at most 12, in which no cubic is off from straight by a tenth of one. */
const CELLS = 176
/** Cells beyond the content's edge that the map goes on. */
const RIM = 4

/** Share of the content's width and height by which the drawn map goes on beyond it. */
export const RIM_SHARE = RIM / CELLS

/** Where each pixel of the plate lies on the content (0 to 1 across and down; NaN off it and its rim), and whether it is mirrored. */
export type Drawn = { u: Float32Array; v: Float32Array; isMirrored: boolean }

/** Draws a surface into the plate's pixels. Where it lies over itself what is drawn last is seen, and never the rim. */
export function rasterSurface(surface: Surface, { left, top, side, size }: Crop): Drawn {
  const u = new Float32Array(size * size).fill(NaN)
  const v = new Float32Array(size * size).fill(NaN)
  const scale = size / side
  const stride = CELLS + 2 * RIM + 1
  const knots = Array.from({ length: stride * stride }, (_, at): [number, number, number, number] => {
    const [s, t] = [((at % stride) - RIM) / CELLS, (Math.floor(at / stride) - RIM) / CELLS]
    const [x, y] = surface(s, t)
    return [(x - left) * scale, (y - top) * scale, s, t]
  })
  let turned = 0
  type Knot = (typeof knots)[number]
  const draw = (a: Knot, b: Knot, c: Knot): void => {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    if (!Number.isFinite(area) || area === 0) return
    turned += Math.sign(area)
    const [xs, ys] = [
      [a[0], b[0], c[0]],
      [a[1], b[1], c[1]],
    ]
    const lastX = Math.min(size - 1, Math.floor(Math.max(...xs) - 0.5))
    const lastY = Math.min(size - 1, Math.floor(Math.max(...ys) - 0.5))
    for (let j = Math.max(0, Math.ceil(Math.min(...ys) - 0.5)); j <= lastY; j++)
      for (let i = Math.max(0, Math.ceil(Math.min(...xs) - 0.5)); i <= lastX; i++) {
        const [px, py] = [i + 0.5 - a[0], j + 0.5 - a[1]]
        const wb = (px * (c[1] - a[1]) - py * (c[0] - a[0])) / area
        const wc = ((b[0] - a[0]) * py - (b[1] - a[1]) * px) / area
        if (wb < -1e-7 || wc < -1e-7 || wb + wc > 1 + 1e-7) continue
        u[j * size + i] = a[2] + wb * (b[2] - a[2]) + wc * (c[2] - a[2])
        v[j * size + i] = a[3] + wb * (b[3] - a[3]) + wc * (c[3] - a[3])
      }
  }
  const isRim = (cell: number) => cell < RIM || cell >= RIM + CELLS
  for (const ofRim of [true, false])
    for (let row = 0; row < stride - 1; row++)
      for (let column = 0; column < stride - 1; column++) {
        if ((isRim(row) || isRim(column)) !== ofRim) continue
        const at = row * stride + column
        const [a, b, c, d] = [knots[at]!, knots[at + 1]!, knots[at + stride + 1]!, knots[at + stride]!]
        draw(a, b, c)
        draw(a, c, d)
      }
  return { u, v, isMirrored: turned < 0 }
}

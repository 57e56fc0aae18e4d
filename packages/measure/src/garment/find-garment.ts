import { DARKEST, type Planes } from '../light/planes.ts'
import type { RasterMap } from '../map/raster-map.ts'
import { cutOut } from './cut-out.ts'
import { foreignShare, missingShare } from './missing.ts'

/**
 * Which share of each pixel is garment, 0 to 255, how surely it was told from its ground (0 to 1), and whether to trust it; and by
 * how much it, or the light upon it, is coloured (logarithm of red and blue to green).
 */
export type GarmentMask = { coverage: Uint8Array; confidence: number; isTrusted: boolean; tint: number }

/** Pixels of the plate along a cell in which light is averaged. */
const CELL = 2
/** From this on the garment is no white one, or stands in light that no camera has balanced: a lamp's red to green is 1.4. */
export const COLOURED = 0.35
/** Cells from the edge at which garment and ground are compared, and by how much they differ where the edge is plain. */
const ASIDE = 4
const PLAIN = 0.25
/** Of the edge, how much must be plain; of the picture's own border, how much the garment may take: a shirt runs out below. */
const LEAST_PLAIN = 0.9
const MOST_BORDER = 0.45
/** Of the garment, how much may look as if it were missing from it, and how much as if it were no cloth. */
const MOST_MISSING = 0.015
const MOST_FOREIGN = 0.019

/**
 * The garment around the print, cut out of its ground by `cutOut`, and whether to trust it. White on white is not: nothing tells
 * where it ends, and its edge is then that of shadows or of the picture.
 */
export async function findGarment(white: Planes, { size, x, trusted }: RasterMap): Promise<GarmentMask> {
  const side = Math.ceil(size / CELL)
  const light = white.map((plane) => logOfCells(plane, size, side))
  const isPrint = new Uint8Array(side * side)
  const own = [0, 0, 0]
  let seen = 0
  for (let cell = 0; cell < isPrint.length; cell++) {
    const at = CELL * (Math.floor(cell / side) * size + (cell % side))
    if (Number.isNaN(x[at] ?? NaN)) continue
    isPrint[cell] = 1
    if (trusted[at] === 0) continue
    seen++
    for (const [c, plane] of light.entries()) own[c]! += plane[cell]!
  }
  const colour = own.map((sum) => sum / Math.max(1, seen)) as [number, number, number]
  const isIn = await cutOut(light, colour, isPrint, side)
  const confidence = plainShare(isIn, light, side)
  let border = 0
  for (let i = 0; i < side; i++)
    border += isIn[i]! + isIn[(side - 1) * side + i]! + isIn[i * side]! + isIn[i * side + side - 1]!
  const tint = Math.hypot(colour[0] - colour[1], colour[2] - colour[1])
  return {
    tint,
    coverage: softened(isIn, side, size),
    confidence,
    isTrusted:
      tint < COLOURED &&
      confidence >= LEAST_PLAIN &&
      border / (4 * side) <= MOST_BORDER &&
      missingShare(isIn, light, side) <= MOST_MISSING &&
      foreignShare(isIn, light) <= MOST_FOREIGN,
  }
}

function logOfCells(plane: Float32Array, size: number, side: number): Float32Array {
  const sums = new Float32Array(side * side)
  const counts = new Float32Array(side * side)
  for (let at = 0; at < plane.length; at++) {
    const cell = Math.floor(Math.floor(at / size) / CELL) * side + Math.floor((at % size) / CELL)
    sums[cell]! += plane[at]!
    counts[cell]! += 1
  }
  return sums.map((sum, cell) => Math.log(Math.max(DARKEST, sum / counts[cell]!)))
}

/** How much steeper than three boxes of three cells in turn the garment's edge is: soft by some four pixels. */
const SHARPER = 2.4
/** One box leaves the steps of cells in the edge. */
const BOXES = 3

/** Of the garment's edge, the share at which light or colour differ plainly between its two sides. */
function plainShare(isIn: Uint8Array, light: readonly Float32Array[], side: number): number {
  let [plain, all] = [0, 0]
  for (let cell = 0; cell < isIn.length; cell++)
    for (const step of [1, side]) {
      const [inner, outer] = isIn[cell] === 1 ? [cell, cell + step] : [cell + step, cell]
      if (outer >= isIn.length || inner >= isIn.length || isIn[inner] === isIn[outer]) continue
      if (step === 1 && cell % side === side - 1) continue
      const away = outer > inner ? step : -step
      const [a, b] = [inner - ASIDE * away, outer + ASIDE * away]
      if (a < 0 || b < 0 || a >= isIn.length || b >= isIn.length || isIn[a] === 0 || isIn[b] === 1) continue
      all++
      if (Math.hypot(...light.map((plane) => plane[a]! - plane[b]!)) > PLAIN * Math.sqrt(3)) plain++
    }
  return all === 0 ? 0 : plain / all
}

/** Between cells, steps of cells smoothed away, soft by some pixels. */
function softened(cells: Uint8Array, side: number, size: number): Uint8Array {
  let shares = Float32Array.from(cells)
  for (let turn = 0; turn < BOXES; turn++)
    shares = shares.map((own, cell, before) => {
      let sum = 0
      for (const row of [cell - side, cell, cell + side])
        for (const near of [row - 1, row, row + 1]) sum += before[near] ?? own
      return sum / 9
    })
  const isIn = shares.map((share) => Math.min(1, Math.max(0, (share - 0.5) * SHARPER + 0.5)))
  return new Uint8Array(size * size).map((_, at) => {
    const fx = Math.min(side - 1.001, Math.max(0, ((at % size) + 0.5) / CELL - 0.5))
    const fy = Math.min(side - 1.001, Math.max(0, (Math.floor(at / size) + 0.5) / CELL - 0.5))
    const [i, j] = [Math.floor(fx), Math.floor(fy)]
    const [a, b] = [fx - i, fy - j]
    const from = j * side + i
    const upper = (1 - a) * isIn[from]! + a * isIn[from + 1]!
    return Math.round(255 * ((1 - b) * upper + b * ((1 - a) * isIn[from + side]! + a * isIn[from + side + 1]!)))
  })
}

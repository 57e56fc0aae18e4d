import { DARKEST, type Planes } from '../light/planes.ts'
import type { RasterMap } from '../map/raster-map.ts'
import { missingShare } from './missing.ts'

/**
 * Which share of each pixel is garment, 0 to 255, how surely it was told from its ground (0 to 1), and whether to trust it; and by
 * how much it, or the light upon it, is coloured (logarithm of red and blue to green).
 */
export type GarmentMask = { coverage: Uint8Array; confidence: number; isTrusted: boolean; tint: number }

/** Pixels of the plate along a cell in which light is averaged. */
const CELL = 2
/** Logarithms by which neighbours within one garment differ at the most in light, and colours from that of the print area. */
const STEP = 0.12
const HUE = 0.22
/** From this on the garment is no white one, or stands in light that no camera has balanced: a lamp's red to green is 1.4. */
export const COLOURED = 0.35
/** Cells from the edge at which garment and ground are compared, and by how much they differ where the edge is plain. */
const ASIDE = 4
const PLAIN = 0.25
/** Of the edge, how much must be plain; of the picture's own border, how much the garment may take: a shirt runs out below. */
const LEAST_PLAIN = 0.9
const MOST_BORDER = 0.45
/** Of the garment, how much may look as if it were missing from it. */
const MOST_MISSING = 0.015

/**
 * The garment around the print: what joins on to it without a step in light and of its colour. White on white has no step, so that
 * it runs out over the ground: its edge is then that of shadows or of the picture, and it is not trusted.
 */
export function findGarment(white: Planes, { size, x, trusted }: RasterMap): GarmentMask {
  const side = Math.ceil(size / CELL)
  const light = white.map((plane) => logOfCells(plane, size, side))
  const isIn = new Uint8Array(side * side)
  const queue: number[] = []
  const own = [0, 0]
  let seen = 0
  const hue = (cell: number): [number, number] => [
    light[0]![cell]! - light[1]![cell]!,
    light[2]![cell]! - light[1]![cell]!,
  ]
  for (let cell = 0; cell < isIn.length; cell++) {
    const at = CELL * (Math.floor(cell / side) * size + (cell % side))
    if (Number.isNaN(x[at] ?? NaN)) continue
    isIn[cell] = 1
    queue.push(cell)
    if (trusted[at] === 0) continue
    seen++
    own[0]! += hue(cell)[0]
    own[1]! += hue(cell)[1]
  }
  const colour = own.map((sum) => sum / Math.max(1, seen))
  while (queue.length > 0) {
    const cell = queue.pop()!
    for (const near of neighbours(cell, side)) {
      if (isIn[near] === 1 || light.some((plane) => Math.abs(plane[near]! - plane[cell]!) > STEP)) continue
      const [red, blue] = hue(near)
      if (Math.hypot(red - colour[0]!, blue - colour[1]!) > HUE) continue
      isIn[near] = 1
      queue.push(near)
    }
  }
  const mended = majority(majority(isIn, side), side)
  const confidence = plainShare(mended, light, side)
  let border = 0
  for (let i = 0; i < side; i++)
    border += mended[i]! + mended[(side - 1) * side + i]! + mended[i * side]! + mended[i * side + side - 1]!
  const tint = Math.hypot(...colour)
  return {
    tint,
    coverage: softened(mended, side, size),
    confidence,
    isTrusted:
      tint < COLOURED &&
      confidence >= LEAST_PLAIN &&
      border / (4 * side) <= MOST_BORDER &&
      missingShare(mended, light, side) <= MOST_MISSING,
  }
}

const neighbours = (cell: number, side: number): number[] =>
  [cell % side > 0 ? cell - 1 : -1, cell % side < side - 1 ? cell + 1 : -1, cell - side, cell + side].filter(
    (near) => near >= 0 && near < side * side,
  )

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

/** What most of the 25 cells around are: no specks, no pinholes. */
function majority(isIn: Uint8Array, side: number): Uint8Array {
  return isIn.map((_, cell) => {
    let [sum, count] = [0, 0]
    const [x, y] = [cell % side, Math.floor(cell / side)]
    for (let j = Math.max(0, y - 2); j <= Math.min(side - 1, y + 2); j++)
      for (let i = Math.max(0, x - 2); i <= Math.min(side - 1, x + 2); i++) {
        sum += isIn[j * side + i]!
        count++
      }
    return 2 * sum > count ? 1 : 0
  })
}

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

import { type PrintBox, sharesOf } from '../geometry/placement.ts'
import type { Frame, PlateManifest } from '../plate/manifest.ts'
import type { Design, UvMap } from '../plate/plate.ts'
import { FAINT_ALPHA } from './ink-mask.ts'

/** Cells along each side of a print's box. */
const SIDE = 64
/** Neighbours in the map further apart than this share of the box do not belong together: a fold, a cord, another part. */
const TORN = 0.1
/** From the box's middle, in shares: further away there is nothing of the print. */
const NEAR = 0.6
/** Half covered by the product's edge: from here on a pixel of the map shows the product. */
const PRODUCT = 128

/** Which cells of a print's box the picture shows: 1 where it does, row by row. */
export type Sight = Uint8Array

/** What is seen of the place of a print in a plate's picture, cropped to a frame. */
export function sightOf(
  { map, manifest: { pattern } }: { map: UvMap; manifest: Pick<PlateManifest, 'pattern'> },
  frame: Pick<Frame, 'x' | 'y' | 'scale'>,
  box: PrintBox,
): Sight {
  const { width, height, u, v, coverage } = map
  const { origin, across, down } = sharesOf(box)
  const perU = pattern.width / 65_535
  const perV = pattern.height / 65_535
  const seen = new Uint8Array(SIDE * SIDE)
  const first = (middle: number, side: number) => Math.max(0, Math.floor((middle - frame.scale / 2) * side))
  const last = (middle: number, side: number) => Math.min(side - 1, Math.ceil((middle + frame.scale / 2) * side))
  const left = first(frame.x, width)
  const right = last(frame.x, width)
  /** Where a row's pixels lie in the box, in shares; no numbers where there is none of the print. */
  const read = (row: number, xs: Float64Array, ys: Float64Array): void => {
    for (let column = left; column <= right; column++) {
      const at = row * width + column
      const x = pattern.x0 + u[at]! * perU - origin[0]
      const y = pattern.y0 + v[at]! * perV - origin[1]
      const shareX = x * across[0] + y * across[1]
      const shareY = x * down[0] + y * down[1]
      const isNear = coverage[at]! >= PRODUCT && Math.abs(shareX - 0.5) <= NEAR && Math.abs(shareY - 0.5) <= NEAR
      xs[column] = isNear ? shareX : Number.NaN
      ys[column] = isNear ? shareY : Number.NaN
    }
  }
  let upper = { xs: new Float64Array(width), ys: new Float64Array(width) }
  let lower = { xs: new Float64Array(width), ys: new Float64Array(width) }
  read(first(frame.y, height), lower.xs, lower.ys)
  for (let row = first(frame.y, height) + 1; row <= last(frame.y, height); row++) {
    const spare = upper
    upper = lower
    lower = spare
    read(row, lower.xs, lower.ys)
    for (let column = left; column < right; column++) {
      // The least and the most of what is no number is none either, and fails every comparison.
      const fromX = least(upper.xs, lower.xs, column)
      const toX = most(upper.xs, lower.xs, column)
      const fromY = least(upper.ys, lower.ys, column)
      const toY = most(upper.ys, lower.ys, column)
      const isWhole = toX - fromX <= TORN && toY - fromY <= TORN
      if (isWhole && toX >= 0 && fromX <= 1 && toY >= 0 && fromY <= 1)
        fill(seen, cellOf(fromX), cellOf(toX), cellOf(fromY), cellOf(toY))
    }
  }
  return seen
}

/** Of four neighbours: two of a row, two of the next. */
const least = (upper: Float64Array, lower: Float64Array, at: number): number =>
  Math.min(upper[at]!, upper[at + 1]!, lower[at]!, lower[at + 1]!)
const most = (upper: Float64Array, lower: Float64Array, at: number): number =>
  Math.max(upper[at]!, upper[at + 1]!, lower[at]!, lower[at + 1]!)

const cellOf = (share: number): number => Math.min(SIDE - 1, Math.max(0, Math.floor(share * SIDE)))

function fill(seen: Sight, left: number, right: number, top: number, bottom: number): void {
  for (let row = top; row <= bottom; row++) seen.fill(1, row * SIDE + left, row * SIDE + right + 1)
}

/** Where most of what is hidden lies in the print. */
export type Side = 'left' | 'right' | 'top' | 'bottom' | 'middle'

/** The share of a design's ink that a picture does not show, by its opacity, and on which side most of that lies. */
export function hiddenInk({ width, height, data }: Design, seen: Sight): { share: number; side: Side } {
  let [ink, hidden, sumX, sumY] = [0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    const row = cellOf((y + 0.5) / height) * SIDE
    for (let x = 0; x < width; x++) {
      const alpha = data[(y * width + x) * 4 + 3]!
      if (alpha < FAINT_ALPHA) continue
      ink += alpha
      if (seen[row + cellOf((x + 0.5) / width)] === 1) continue
      hidden += alpha
      sumX += (alpha * (x + 0.5)) / width
      sumY += (alpha * (y + 0.5)) / height
    }
  }
  return { share: ink === 0 ? 0 : hidden / ink, side: sideOf(sumX / hidden - 0.5, sumY / hidden - 0.5) }
}

/** A cord in the middle, or edges on both sides, average to the middle. */
function sideOf(x: number, y: number): Side {
  if (Math.max(Math.abs(x), Math.abs(y)) < 0.15) return 'middle'
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? 'left' : 'right'
  return y < 0 ? 'top' : 'bottom'
}

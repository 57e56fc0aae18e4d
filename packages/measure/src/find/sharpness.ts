import { type Sheet, isBlackSquare } from '../print/sheet.ts'
import type { Correspondence } from './corners.ts'
import type { Photo } from './read-photo.ts'

/** Of a square, how far from a corner its edges are looked at, and how far to both sides of them. */
const ALONG = 0.07
const ACROSS = 0.09
const SAMPLES = 24

/**
 * How soft the photograph is, as the deviation of a bell that would make its edges so, in pixels: the median over the edges of
 * the board beside its corners. Contrast over steepest slope is √(2π) deviations.
 */
export function blurOf(photo: Photo, sheet: Sheet, corners: readonly Correspondence[]): number {
  const board = corners.filter(({ kind }) => kind === 'board')
  const byPlace = new Map(board.map((corner) => [placeOf(sheet, corner), corner]))
  const found: number[] = []
  for (const corner of board) {
    const [column, row] = placeOf(sheet, corner).split(' ').map(Number) as [number, number]
    const right = byPlace.get(`${column + 1} ${row}`)
    const below = byPlace.get(`${column} ${row + 1}`)
    if (!right || !below) continue
    const along = [right.px - corner.px, right.py - corner.py] as const
    const down = [below.px - corner.px, below.py - corner.py] as const
    const from = [corner.px + ALONG * along[0], corner.py + ALONG * along[1]] as const
    const blur = edgeBlur(photo, from, down, isBlackSquare(column, row))
    if (blur !== null) found.push(blur)
  }
  return found.toSorted((a, b) => a - b)[found.length >> 1] ?? NaN
}

const placeOf = ({ left, top, pitch }: Sheet, { x, y }: Correspondence): string =>
  `${Math.round((x - left) / pitch)} ${Math.round((y - top) / pitch)}`

function edgeBlur(
  photo: Photo,
  from: readonly [number, number],
  down: readonly [number, number],
  isBelowBlack: boolean,
): number | null {
  const length = 2 * ACROSS * Math.hypot(...down)
  const levels = Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const share = ACROSS * (2 * (i / SAMPLES) - 1)
    return levelAt(photo, from[0] + share * down[0], from[1] + share * down[1])
  })
  const [first, last] = [(levels[0]! + levels[1]!) / 2, (levels[SAMPLES]! + levels[SAMPLES - 1]!) / 2]
  const contrast = isBelowBlack ? first - last : last - first
  if (!(contrast > 20)) return null
  const step = length / SAMPLES
  let steepest = 0
  for (let i = 2; i <= SAMPLES; i++) steepest = Math.max(steepest, Math.abs(levels[i]! - levels[i - 2]!) / (2 * step))
  return contrast / steepest / Math.sqrt(2 * Math.PI)
}

function levelAt({ width, height, grey }: Photo, x: number, y: number): number {
  const [fx, fy] = [x - 0.5, y - 0.5]
  const [i, j] = [Math.floor(fx), Math.floor(fy)]
  if (i < 0 || j < 0 || i >= width - 1 || j >= height - 1) return NaN
  const [a, b] = [fx - i, fy - j]
  const at = j * width + i
  return (
    (1 - b) * ((1 - a) * grey[at]! + a * grey[at + 1]!) + b * ((1 - a) * grey[at + width]! + a * grey[at + width + 1]!)
  )
}

import type { RasterMap } from '../map/raster-map.ts'
import { BLACK, type Labels, WHITE, shareAt } from './sheet-labels.ts'

/** What a pixel of the plate shows: bare garment or ground, white of the sheet, clear black, or ink and edges. */
export const BARE = 0
export const SHEET_WHITE = 1
export const CLEAR_BLACK = 2
export const OTHER = 3

/** Pixels by kind; of the white ones in turn, where they are and which share of ink lies near them and within a wider reach. */
export type Kinds = { kind: Uint8Array; whites: Whites }
export type Whites = { pixels: Int32Array; near: Float32Array; wide: Float32Array }

/** White with more ink around it says nothing of the light. */
const MOST_INK = 0.12
/** Of 255: black with so much ink around it within the wider reach shows nothing of white. */
const CLEAR = 254
/** Of the brightness of white near by: white that is darker is ink, and black that is brighter is none. */
const TOO_DARK = 0.55
const TOO_BRIGHT = 0.5
/** Of a square, how far beyond the mapped area ink is looked for. */
const BEYOND = 0.6

/** Every pixel by what the sheet has at its place, unless it plainly shows something else: at its edges the map may be off. */
export function classify(rgb: Uint8Array, map: RasterMap, labels: Labels, pixelsPerSquare: number): Kinds {
  const { width, height, across, down, kind: printed } = labels
  const kind = new Uint8Array(map.x.length)
  for (let at = 0; at < kind.length; at++) {
    if (Number.isNaN(map.x[at]!)) continue
    const [x, y] = [map.x[at]!, map.y[at]!]
    const [i, j] = [Math.floor(x * across), Math.floor(y * down)]
    if (i < 0 || j < 0 || i >= width || j >= height) continue
    const texel = j * width + i
    if (printed[texel] === WHITE) kind[at] = shareAt(labels.near, labels, x, y) <= MOST_INK ? SHEET_WHITE : OTHER
    else if (printed[texel] === BLACK)
      kind[at] = labels.wide[texel]! >= CLEAR && map.trusted[at] === 1 ? CLEAR_BLACK : OTHER
    else kind[at] = OTHER
  }
  mend(rgb, kind, map.size, pixelsPerSquare)
  const pixels = indicesOf(kind, SHEET_WHITE)
  const sharesOf = (ink: Uint8Array) =>
    new Float32Array(pixels.length).map((_, i) => {
      const at = pixels[i]!
      return shareAt(ink, labels, map.x[at]!, map.y[at]!)
    })
  return { kind, whites: { pixels, near: sharesOf(labels.near), wide: sharesOf(labels.wide) } }
}

function indicesOf(kind: Uint8Array, wanted: number): Int32Array {
  const found = new Int32Array(kind.reduce((count, each) => count + (each === wanted ? 1 : 0), 0))
  for (let at = 0, i = 0; at < kind.length; at++) if (kind[at] === wanted) found[i++] = at
  return found
}

/** Against the brightness of white around: by squares of the picture, about as large as those of the board. */
function mend(rgb: Uint8Array, kind: Uint8Array, size: number, pixelsPerSquare: number): void {
  const side = Math.max(8, Math.round(1.5 * pixelsPerSquare))
  const across = Math.ceil(size / side)
  const levels = whiteLevels(rgb, kind, size, side, across)
  const levelAt = (at: number) => levels[Math.floor(at / size / side) * across + Math.floor((at % size) / side)]!
  const isDark = (at: number) => rgb[3 * at + 1]! ** 2.2 < TOO_DARK * levelAt(at)
  let front: number[] = []
  for (let at = 0; at < kind.length; at++) {
    const light = rgb[3 * at + 1]! ** 2.2
    if (kind[at] === SHEET_WHITE && isDark(at)) kind[at] = OTHER
    else if (kind[at] === CLEAR_BLACK && light > TOO_BRIGHT * levelAt(at)) kind[at] = OTHER
    if (kind[at] !== BARE && isDark(at)) front.push(at)
  }
  // Ink that goes on beyond where the map has any, and a pixel more for its edge.
  for (let step = 0; step < BEYOND * pixelsPerSquare && front.length > 0; step++) {
    const next: number[] = []
    for (const at of front)
      for (const near of [at - 1, at + 1, at - size, at + size])
        if (kind[near] === BARE && isDark(near)) {
          kind[near] = OTHER
          next.push(near)
        }
    front = next
  }
  const edges = []
  for (let at = 2 * size; at < kind.length - 2 * size; at++)
    if (
      kind[at] === BARE &&
      [at - 1, at + 1, at - size, at + size, at - 2, at + 2, at - 2 * size, at + 2 * size].some(
        (near) => kind[near] === OTHER && isDark(near),
      )
    )
      edges.push(at)
  for (const at of edges) kind[at] = OTHER
}

/** The 70th percentile of white's light in each square of the picture; where there is none that of its neighbours. */
function whiteLevels(rgb: Uint8Array, kind: Uint8Array, size: number, side: number, across: number): Float64Array {
  const found = Array.from({ length: across * across }, () => [] as number[])
  for (let at = 0; at < kind.length; at += 2)
    if (kind[at] === SHEET_WHITE)
      found[Math.floor(at / size / side) * across + Math.floor((at % size) / side)]!.push(rgb[3 * at + 1]! ** 2.2)
  const levels = Float64Array.from(found, (values) =>
    values.length < 6 ? NaN : values.toSorted((a, b) => a - b)[Math.floor(0.7 * values.length)]!,
  )
  for (let ring = 0; ring < 3; ring++) {
    const before = levels.slice()
    for (let cell = 0; cell < levels.length; cell++) {
      if (!Number.isNaN(before[cell]!)) continue
      const near = [cell - 1, cell + 1, cell - across, cell + across].flatMap((other) => {
        const isRow = Math.abs((other % across) - (cell % across)) <= 1
        const level = before[other]
        return isRow && level !== undefined && !Number.isNaN(level) ? [level] : []
      })
      if (near.length > 0) levels[cell] = near.reduce((sum, value) => sum + value, 0) / near.length
    }
  }
  // Far from the print nothing is dark against it.
  return levels.map((level) => (Number.isNaN(level) ? 0 : level))
}

import { type Inches, type Sheet, isBlackSquare, markerCorners, markerSquares } from '../print/sheet.ts'
import type { Marker } from './markers.ts'
import type { Photo } from './read-photo.ts'
import { type Guess, refineSaddle } from './saddle.ts'

/** A place of the sheet (inches) that was found in the photograph (pixels). Corners of the board are the surer ones. */
export type Correspondence = { x: number; y: number; px: number; py: number; kind: 'board' | 'marker' | 'window' }

/** Of a square: how far two markers' guesses of the corner between them may differ. */
const AGREED = 0.22

/** Corners of the board between four squares, by column and row: the corner's own squares lie left above and right below. */
export function innerCorners({ columns, rows, left, top, pitch }: Sheet): (Inches & { column: number; row: number })[] {
  const corners = []
  for (let row = 1; row < rows; row++)
    for (let column = 1; column < columns; column++)
      corners.push({ column, row, x: left + column * pitch, y: top + row * pitch })
  return corners
}

/** Pixels an inch of the sheet: the median along the sides of the markers. */
export function pixelsPerInchOf(found: readonly Correspondence[]): number {
  const markers = found.filter(({ kind }) => kind === 'marker')
  const scales = markers.flatMap((corner, i) => {
    const next = markers[i + 1]
    if (!next || i % 4 === 3) return []
    return [Math.hypot(next.px - corner.px, next.py - corner.py) / Math.hypot(next.x - corner.x, next.y - corner.y)]
  })
  return scales.toSorted((a, b) => a - b)[scales.length >> 1] ?? 0
}

/** Places of the sheet in the photograph: the markers' own corners, and the board's between them, each where its squares meet. */
export function findCorners(photo: Photo, sheet: Sheet, markers: readonly Marker[]): Correspondence[] {
  const squares = markerSquares(sheet)
  const guesses = new Map<string, Guess[]>()
  const found: Correspondence[] = []
  for (const { id, corners } of markers) {
    const square = squares[id - sheet.firstId]
    if (!square) continue
    const known = markerCorners(sheet, square)
    known.forEach(({ x, y }, i) => found.push({ x, y, px: corners[2 * i]!, py: corners[2 * i + 1]!, kind: 'marker' }))
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      const key = `${square.column + dx} ${square.row + dy}`
      guesses.set(key, [
        ...(guesses.get(key) ?? []),
        guessOf(sheet, known, corners, square.column + dx, square.row + dy),
      ])
    }
  }
  for (const corner of innerCorners(sheet)) {
    const guess = agreed(guesses.get(`${corner.column} ${corner.row}`) ?? [], sheet.pitch)
    const place = guess && refineAt(photo, sheet, corner, guess)
    if (place) found.push({ x: corner.x, y: corner.y, ...place, kind: 'board' })
  }
  return found
}

/** The board's corner at a guess, to a tenth of a pixel; null where no two black squares meet. */
export function refineAt(
  photo: Photo,
  { pitch }: Sheet,
  { column, row }: { column: number; row: number },
  guess: Guess,
): { px: number; py: number } | null {
  return refineSaddle(photo, guess, pitch, isBlackSquare(column, row))
}

/** By the plane through a marker's corners: exact for flat cloth, and near enough beyond its side by a seventh. */
function guessOf(sheet: Sheet, known: Inches[], corners: Float32Array, column: number, row: number): Guess {
  const [x, y] = [sheet.left + column * sheet.pitch, sheet.top + row * sheet.pitch]
  const side = known[1]!.x - known[0]!.x
  const at = (i: number, axis: 0 | 1) => corners[2 * i + axis]!
  const per = (a: number, b: number, c: number, d: number, axis: 0 | 1) =>
    (at(a, axis) - at(b, axis) + at(c, axis) - at(d, axis)) / (2 * side)
  const right: [number, number] = [per(1, 0, 2, 3, 0), per(1, 0, 2, 3, 1)]
  const down: [number, number] = [per(3, 0, 2, 1, 0), per(3, 0, 2, 1, 1)]
  // From the marker's nearest own corner on, along its own two sides: a square in perspective is no parallelogram.
  const near = known.reduce(
    (best, corner, i) => {
      const far = Math.hypot(corner.x - x, corner.y - y)
      return far < best.far ? { i, far } : best
    },
    { i: 0, far: Infinity },
  ).i
  const [beside, below] = [near ^ 1, 3 - near]
  const sideway = (axis: 0 | 1) => (at(beside, axis) - at(near, axis)) / (known[beside]!.x - known[near]!.x)
  const downway = (axis: 0 | 1) => (at(below, axis) - at(near, axis)) / (known[below]!.y - known[near]!.y)
  const [dx, dy] = [x - known[near]!.x, y - known[near]!.y]
  return {
    px: at(near, 0) + dx * sideway(0) + dy * downway(0),
    py: at(near, 1) + dx * sideway(1) + dy * downway(1),
    right,
    down,
  }
}

function agreed(guesses: readonly Guess[], pitch: number): Guess | null {
  const [one, other] = guesses
  if (!one) return null
  if (!other) return one
  const scale = Math.sqrt(Math.abs(one.right[0] * one.down[1] - one.right[1] * one.down[0]))
  if (Math.hypot(one.px - other.px, one.py - other.py) > AGREED * pitch * scale) return null
  const mean = (a: number, b: number) => (a + b) / 2
  const both = (a: [number, number], b: [number, number]): [number, number] => [mean(a[0], b[0]), mean(a[1], b[1])]
  return {
    px: mean(one.px, other.px),
    py: mean(one.py, other.py),
    right: both(one.right, other.right),
    down: both(one.down, other.down),
  }
}

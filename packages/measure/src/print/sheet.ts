/** A point of the print area in inches from its left upper corner, right and down. */
export type Inches = { x: number; y: number }

/** A colour patch within a black square: its middle, its side and its ink (sRGB). */
export type Patch = { name: string; hex: string; x: number; y: number; side: number }

/**
 * The calibration print of one print area: a board of black and white squares, a coded marker in each white one, colour patches
 * within black ones of the middle. All lengths in inches, places from the area's left upper corner.
 */
export type Sheet = {
  width: number
  height: number
  /** Side of a square. */
  pitch: number
  columns: number
  rows: number
  /** The board's own left upper corner. */
  left: number
  top: number
  /** The marker of the first white square; they are counted row by row. */
  firstId: number
  markers: number
  patches: Patch[]
}

/** Of every sheet. Another layout is another version, whose markers come from another dictionary. */
export const SHEET_VERSION = 1

/** Bits along a marker of OpenCV's DICT_5X5_1000 with its black border, and its side as a share of a square. */
export const MARKER_CELLS = 7
export const MARKER_SHARE = 0.7

type Board = { firstId: number; pitch: number; columns: number; rows: number }

/**
 * The board of each print area, by its inches: squares of about 0.75 in, half that on what is small, chosen so that little is left
 * over beside them. Ranges of markers do not meet, so that one found marker tells which sheet it is; a new print area goes on
 * behind the last, and what stands here is never changed: sheets are on garments already.
 */
const BOARDS: Record<string, Board> = {
  '13x16': { firstId: 0, pitch: 0.75, columns: 17, rows: 21 },
  '13x15': { firstId: 180, pitch: 0.74, columns: 17, rows: 20 },
  '13x9.5': { firstId: 350, pitch: 0.715, columns: 18, rows: 13 },
  '12x12': { firstId: 470, pitch: 0.785, columns: 15, rows: 15 },
  '3.8x3.3': { firstId: 590, pitch: 0.385, columns: 9, rows: 8 },
  '8.5x3.3': { firstId: 630, pitch: 0.375, columns: 22, rows: 8 },
}

/** The board's distance from the upper edge, in inches: rule and words stand below it. */
const TOP = 0.05

/** Full inks, two together, and a wedge of greys. */
const PATCHES = [
  ['cyan', '#00AEEF'],
  ['magenta', '#EC008C'],
  ['yellow', '#FFF200'],
  ['red', '#ED1C24'],
  ['green', '#00A651'],
  ['blue', '#2E3192'],
  ['grey 20', '#333333'],
  ['grey 40', '#666666'],
  ['grey 60', '#999999'],
  ['grey 75', '#BFBFBF'],
  ['grey 88', '#E0E0E0'],
] as const

/** Side of a patch as a share of its square: the rest stays black, so that no corner of the board is lost. */
const PATCH_SHARE = 0.64

/**
 * The sheet of a print area of `width` by `height` inches.
 * @throws RangeError for a print area that has no sheet
 */
export function sheetOf(width: number, height: number): Sheet {
  const board = BOARDS[`${width}x${height}`]
  if (board === undefined) throw new RangeError(`no sheet for a print area of ${width} x ${height} inches`)
  const { pitch, columns, rows } = board
  const sheet = {
    width,
    height,
    ...board,
    left: (width - columns * pitch) / 2,
    top: TOP,
    markers: Math.floor((columns * rows) / 2),
    patches: [],
  }
  return { ...sheet, patches: patchesOf(sheet) }
}

/** Every sheet there is. */
export const allSheets = (): Sheet[] =>
  Object.keys(BOARDS).map((size) => {
    const [width, height] = size.split('x').map(Number) as [number, number]
    return sheetOf(width, height)
  })

/** Whether the square of a column and row is black; the others hold markers. */
export const isBlackSquare = (column: number, row: number): boolean => (column + row) % 2 === 0

/** The squares that hold markers, in the order of their ids. */
export function markerSquares({ columns, rows }: Sheet): { column: number; row: number }[] {
  const squares = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) if (!isBlackSquare(column, row)) squares.push({ column, row })
  return squares
}

/** The corners of a marker (left upper, right upper, right lower, left lower), as OpenCV has them. */
export function markerCorners({ left, top, pitch }: Sheet, { column, row }: { column: number; row: number }): Inches[] {
  const inset = ((1 - MARKER_SHARE) / 2) * pitch
  const [x0, y0] = [left + column * pitch + inset, top + row * pitch + inset]
  const side = MARKER_SHARE * pitch
  return [
    { x: x0, y: y0 },
    { x: x0 + side, y: y0 },
    { x: x0 + side, y: y0 + side },
    { x: x0, y: y0 + side },
  ]
}

/** In the black squares nearest to the board's middle: lit like most of the print. */
function patchesOf({ columns, rows, left, top, pitch }: Omit<Sheet, 'patches'>): Patch[] {
  const squares = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      // Every other one stays black, or no black would be measured there.
      if (isBlackSquare(column, row) && (row + (column % 4 < 2 ? 0 : 1)) % 2 === 0)
        squares.push({ column, row, far: Math.hypot(column + 0.5 - columns / 2, row + 0.5 - rows / 2) })
  const nearest = squares.toSorted((a, b) => a.far - b.far || a.row - b.row || a.column - b.column)
  return PATCHES.map(([name, hex], i) => {
    const square = nearest[i]
    if (!square) throw new RangeError('the board has too few squares for the patches')
    const { column, row } = square
    return { name, hex, x: left + (column + 0.5) * pitch, y: top + (row + 0.5) * pitch, side: PATCH_SHARE * pitch }
  })
}

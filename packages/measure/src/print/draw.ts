import { MARKER_CELLS, MARKER_SHARE, SHEET_VERSION, type Sheet, isBlackSquare, markerSquares } from './sheet.ts'
import { markerBits } from './marker-bits.ts'

/** What is filled with one colour: an SVG path in inches, y down. */
export type Shape = { path: string; hex: string }
/** Words of the margin: their left end and base line, and the height of letters, in inches. */
export type Words = { text: string; x: number; y: number; size: number }
export type Drawing = { width: number; height: number; shapes: Shape[]; words: Words[] }

export const BLACK = '#000000'

const number = (inches: number): string => String(Number(inches.toFixed(5)))
const rectangle = (x: number, y: number, width: number, height: number): string =>
  `M${number(x)} ${number(y)}h${number(width)}v${number(height)}h${number(-width)}z`

/** Everything that is printed of a sheet, on white. All black is one path, or hairlines would show between its parts. */
export async function drawSheet(sheet: Sheet): Promise<Drawing> {
  const { width, height, patches } = sheet
  const rule = ruleOf(sheet)
  return {
    width,
    height,
    shapes: [
      { path: [...blackSquares(sheet), ...(await markerCells(sheet)), ...rule.ticks].join(''), hex: BLACK },
      ...patches.map(({ x, y, side, hex }) => ({ path: rectangle(x - side / 2, y - side / 2, side, side), hex })),
    ],
    words: rule.words,
  }
}

function blackSquares({ columns, rows, left, top, pitch }: Sheet): string[] {
  const squares = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (isBlackSquare(column, row)) squares.push(rectangle(left + column * pitch, top + row * pitch, pitch, pitch))
  return squares
}

async function markerCells(sheet: Sheet): Promise<string[]> {
  const { left, top, pitch, firstId } = sheet
  const squares = markerSquares(sheet)
  const bits = await markerBits(squares.map((_, i) => firstId + i))
  const cell = (MARKER_SHARE * pitch) / MARKER_CELLS
  const inset = ((1 - MARKER_SHARE) / 2) * pitch
  return squares.flatMap(({ column, row }, i) => {
    const runs = []
    for (let y = 0; y < MARKER_CELLS; y++)
      for (let x = 0; x < MARKER_CELLS; x++) {
        const isBlack = (at: number) => at < MARKER_CELLS && !bits[i]![y * MARKER_CELLS + at]
        if (!isBlack(x)) continue
        const from = x
        while (isBlack(x + 1)) x++
        const [x0, y0] = [left + column * pitch + inset + from * cell, top + row * pitch + inset + y * cell]
        runs.push(rectangle(x0, y0, (x + 1 - from) * cell, cell))
      }
    return runs
  })
}

/** Letters are some half as wide as high. */
const LETTER = 0.52

/** Below the board: on the left what sheet this is, on the right inches in eighths. */
function ruleOf({ width, height, left, top, rows, columns, pitch }: Sheet): { ticks: string[]; words: Words[] } {
  const y = top + rows * pitch + 0.02
  const room = height - y - 0.01
  const inches = Math.floor((columns * pitch) / 2)
  const from = left + columns * pitch - inches
  const ticks = Array.from({ length: inches * 8 + 1 }, (_, eighth) => {
    const share = eighth % 8 === 0 ? 1 : eighth % 4 === 0 ? 0.7 : 0.4
    return rectangle(from + eighth / 8 - 0.005, y, 0.01, Math.min(0.12, room) * share)
  })
  const text = `Printroom calibration sheet ${width} x ${height} in, version ${SHEET_VERSION}. Print at 100 % on white. Rule: ${inches} in`
  const size = Math.min(0.11, room * 0.8, (from - left - 0.1) / (LETTER * text.length))
  return { ticks, words: [{ text, x: left, y: y + size, size }] }
}

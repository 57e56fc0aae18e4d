import type { Sheet } from '../print/sheet.ts'
import type { SheetMap, Tested } from './measure-map.ts'
import { pixelAt } from './surface.ts'

/** The square of the photograph that becomes the plate, in its pixels, and the plate's side in its own. */
export type Crop = { left: number; top: number; side: number; size: number }

/**
 * The map as the plate has it: for each of its pixels the place of the sheet in inches, 1 in `trusted` where a print may lie; NaN
 * off the print area and its rim. Shares of the print area: seen and trusted, folded (laid over itself), and too far from what was found or too
 * uncertain.
 */
export type RasterMap = {
  size: number
  /** Around the print area the map goes on by this many inches, for the pixels at its edge. */
  pad: number
  x: Float32Array
  y: Float32Array
  trusted: Uint8Array
  shares: { trusted: number; folded: number; uncertain: number }
}

/** Cells of the raster along a square. */
const CELLS = 8
/**
 * Of a square: the farthest from a found place that the map is trusted, between found places and beyond the last of them; and within
 * what distance places on all sides make a place one between them.
 */
const REACH = 0.95
const BEYOND = 0.5
const AROUND = 1.7
/** Pixels of the plate that the map may miss by, tested without what is there, for a cell to be printable. */
const MOST_ERROR = 3
/** Cloth turned away so far that it shows less than this share of the usual area says little, and bears no print. */
const LEAST_AREA = 0.06

const FOLDED = 1
const UNCERTAIN = 2
const RIM_CELL = 4
/** Cells around the print area to which the map goes on. */
const RIM = 2

/** Draws the measured surface into the plate's pixels, with what of it may bear a print. */
export function rasterMap(sheet: Sheet, { surface, used }: SheetMap, crop: Crop): RasterMap {
  const inner = [
    Math.ceil((sheet.width / sheet.pitch) * CELLS),
    Math.ceil((sheet.height / sheet.pitch) * CELLS),
  ] as const
  const [columns, rows] = [inner[0] + 2 * RIM, inner[1] + 2 * RIM]
  const scale = crop.size / crop.side
  const place = (i: number, j: number): [number, number] => [
    ((i - RIM) / inner[0]) * sheet.width,
    ((j - RIM) / inner[1]) * sheet.height,
  ]
  const knots = new Float64Array((columns + 1) * (rows + 1) * 2)
  for (let j = 0, k = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++, k += 2) {
      const [px, py] = pixelAt(surface, ...place(i, j))
      knots[k] = (px - crop.left) * scale
      knots[k + 1] = (py - crop.top) * scale
    }
  const grid = { columns, rows, knots, place }
  const cells = uncertainCells(grid, sheet.pitch, used, scale)
  markTurned(cells, knots, columns, rows)
  markRim(cells, columns, rows)
  const owner = new Int32Array(crop.size * crop.size).fill(-1)
  const x = new Float32Array(owner.length).fill(NaN)
  const y = new Float32Array(owner.length).fill(NaN)
  const drawn = { size: crop.size, x, y, owner, cells }
  for (let cell = 0; cell < columns * rows; cell++) drawCell(drawn, grid, cell)
  const trusted = new Uint8Array(owner.length).map((_, at) => (owner[at]! >= 0 && cells[owner[at]!] === 0 ? 1 : 0))
  const area = cells.filter((flag) => (flag & RIM_CELL) === 0)
  const share = (of: (flag: number) => boolean) => area.filter(of).length / area.length
  return {
    size: crop.size,
    pad: (RIM / inner[0]) * sheet.width,
    x,
    y,
    trusted,
    shares: {
      trusted: share((flag) => flag === 0),
      folded: share((flag) => (flag & FOLDED) !== 0),
      uncertain: share((flag) => flag === UNCERTAIN),
    },
  }
}

/** Cells that are far from any found place, or beside one that the map missed when it was made without it. */
function uncertainCells(
  { columns, rows, place }: Grid,
  pitch: number,
  used: readonly Tested[],
  scale: number,
): Uint8Array {
  const cells = new Uint8Array(columns * rows).fill(UNCERTAIN)
  const [left, top] = place(0, 0)
  const [right, bottom] = place(columns, rows)
  const [across, down] = [columns / (right - left), rows / (bottom - top)]
  const mark = ({ x, y }: Tested, reach: number, value: number): void => {
    const [cx, cy] = [(x - left) * across, (y - top) * down]
    const i1 = Math.min(columns - 1, Math.floor(cx + reach * across))
    const j1 = Math.min(rows - 1, Math.floor(cy + reach * down))
    for (let j = Math.max(0, Math.floor(cy - reach * down)); j <= j1; j++)
      for (let i = Math.max(0, Math.floor(cx - reach * across)); i <= i1; i++)
        if (Math.hypot((i + 0.5 - cx) / across, (j + 0.5 - cy) / down) <= reach) cells[j * columns + i] = value
  }
  // Rows of numbers: thousands of places are looked at from each of thousands of cells.
  const [rights, downs] = [Float64Array.from(used, ({ x }) => x), Float64Array.from(used, ({ y }) => y)]
  const size = { across: (right - left) / columns, down: (bottom - top) / rows }
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++)
      if (isNearFound(rights, downs, left + (i + 0.5) * size.across, top + (j + 0.5) * size.down, pitch))
        cells[j * columns + i] = 0
  for (const place of used) if (place.error * scale > MOST_ERROR) mark(place, 0.75 * pitch, UNCERTAIN)
  return cells
}

/** Whether a place lies among found ones (their inches right and down), or not far beyond them. */
function isNearFound(rights: Float64Array, downs: Float64Array, x: number, y: number, pitch: number): boolean {
  const around = AROUND * pitch
  let nearest = Infinity
  let quarters = 0
  for (let i = 0; i < rights.length; i++) {
    const [dx, dy] = [rights[i]! - x, downs[i]! - y]
    if (dx > around || dx < -around || dy > around || dy < -around) continue
    nearest = Math.min(nearest, dx * dx + dy * dy)
    quarters |= 1 << ((dx > 0 ? 1 : 0) + (dy > 0 ? 2 : 0))
  }
  return nearest <= ((quarters === 15 ? REACH : BEYOND) * pitch) ** 2
}

function markRim(cells: Uint8Array, columns: number, rows: number): void {
  for (let cell = 0; cell < cells.length; cell++) {
    const [i, j] = [cell % columns, Math.floor(cell / columns)]
    if (i < RIM || j < RIM || i >= columns - RIM || j >= rows - RIM) cells[cell]! |= RIM_CELL
  }
}

/** Cells that are turned over or nearly edge on. */
function markTurned(cells: Uint8Array, knots: Float64Array, columns: number, rows: number): void {
  const areas = Float64Array.from(cells, (_, cell) => areaOf(knots, columns, cell))
  const usual = areas.toSorted()[areas.length >> 1]!
  for (let cell = 0; cell < columns * rows; cell++) if (areas[cell]! < LEAST_AREA * usual) cells[cell]! |= FOLDED
}

function cornersOf(columns: number, cell: number): [number, number, number, number] {
  const k = Math.floor(cell / columns) * (columns + 1) + (cell % columns)
  return [k, k + 1, k + columns + 2, k + columns + 1]
}

function areaOf(knots: Float64Array, columns: number, cell: number): number {
  const [a, b, c, d] = cornersOf(columns, cell)
  const [ux, uy] = [knots[2 * c]! - knots[2 * a]!, knots[2 * c + 1]! - knots[2 * a + 1]!]
  const [vx, vy] = [knots[2 * d]! - knots[2 * b]!, knots[2 * d + 1]! - knots[2 * b + 1]!]
  return (ux * vy - uy * vx) / 2
}

type Drawn = { size: number; x: Float32Array; y: Float32Array; owner: Int32Array; cells: Uint8Array }
type Grid = { columns: number; rows: number; knots: Float64Array; place: (i: number, j: number) => [number, number] }

function drawCell(drawn: Drawn, grid: Grid, cell: number): void {
  const [a, b, c, d] = cornersOf(grid.columns, cell)
  drawTriangle(drawn, grid, cell, a, b, c)
  drawTriangle(drawn, grid, cell, a, c, d)
}

/** Pixels whose middle lies in a triangle. Where another part of the cloth lies already, both are folded. */
function drawTriangle(
  { size, x, y, owner, cells }: Drawn,
  grid: Grid,
  cell: number,
  a: number,
  b: number,
  c: number,
): void {
  const { knots, columns } = grid
  const [ax, ay, bx, by] = [knots[2 * a]!, knots[2 * a + 1]!, knots[2 * b]!, knots[2 * b + 1]!]
  const [cx, cy] = [knots[2 * c]!, knots[2 * c + 1]!]
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (area === 0) return
  const placeOf = (knot: number) => grid.place(knot % (columns + 1), Math.floor(knot / (columns + 1)))
  const [[ua, va], [ub, vb], [uc, vc]] = [placeOf(a), placeOf(b), placeOf(c)]
  const firstY = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const firstX = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const lastY = Math.min(size - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const lastX = Math.min(size - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  for (let j = firstY; j <= lastY; j++)
    for (let i = firstX; i <= lastX; i++) {
      const wb = ((i + 0.5 - ax) * (cy - ay) - (j + 0.5 - ay) * (cx - ax)) / area
      const wc = ((bx - ax) * (j + 0.5 - ay) - (by - ay) * (i + 0.5 - ax)) / area
      const wa = 1 - wb - wc
      // A little over, or a pixel upon an edge would belong to neither side.
      if (wa < -1e-7 || wb < -1e-7 || wc < -1e-7) continue
      const at = j * size + i
      const other = owner[at]!
      if (other >= 0 && isApart(columns, other, cell)) {
        cells[other]! |= FOLDED
        cells[cell]! |= FOLDED
      }
      owner[at] = cell
      x[at] = wa * ua + wb * ub + wc * uc
      y[at] = wa * va + wb * vb + wc * vc
    }
}

const isApart = (columns: number, one: number, other: number): boolean =>
  Math.abs((one % columns) - (other % columns)) > 2 ||
  Math.abs(Math.floor(one / columns) - Math.floor(other / columns)) > 2

import type { Frame } from './manifest.ts'
import { type PatternRow, createPatternReader } from './pattern-rows.ts'
import { printArea } from './placement.ts'
import type { Plate } from './plate.ts'
import { type Columns, type Span, createResampler } from './resample.ts'

/** Neighbouring pixels of one kind: all product, all ground, or an edge between them. */
export type Run = Columns & { kind: 'product' | 'ground' | 'edge' }

/** Where each pixel of the picture lies on the product; one row at a time, in rising order. */
export type Layout = ReturnType<typeof createLayout>

/** Neighbours in the map further apart than this many usual steps are not one piece of cloth. */
const TORN = 14

/** Points of the print area that are measured for its scale. */
const PROBES = 48

export function createLayout(plate: Plate, frame: Frame, size: number) {
  const { map, manifest } = plate
  const across: Span = { start: frame.x - frame.scale / 2, length: frame.scale }
  const down: Span = { start: frame.y - frame.scale / 2, length: frame.scale }
  const scale = finestScale(plate, printArea(manifest))
  const readPattern = createPatternReader(map, manifest.pattern, size, across, down, TORN / scale)
  // Rows are read over the product's whole width: a row's neighbour may be wider than the row.
  const bounds = widthOf(map, across, size)
  const readCoverage = createResampler(
    {
      width: map.width,
      height: map.height,
      channels: 1,
      read: (y, into) => into.set(map.coverage.subarray(y * map.width, (y + 1) * map.width)),
    },
    size,
    across,
    down,
    'cubic',
    bounds,
  )
  const newRow = (): PatternRow => ({ x: new Float32Array(size), y: new Float32Array(size) })
  const rows = [newRow(), newRow()]
  const coverage = new Float32Array(size)
  let ahead = -1

  const layout = {
    size,
    across,
    down,
    /** Columns that hold product in any row. */
    bounds,
    /** Coverage 0…1 of the current row. */
    coverage,
    /** Pattern place of the current row and of the next, valid within the extent. */
    here: rows[0]!,
    below: rows[1]!,
    /** The current row from left to right. */
    runs: [] as Run[],
    hasProduct: false,
    /** Runs where ground is seen. */
    open: [] as Run[],
    /** Reads a row; its extent is empty where the picture shows only ground. */
    move(row: number): Columns {
      const raw = readCoverage(row)
      const runs: Run[] = []
      let first = size
      let end = 0
      let run: Run | undefined
      for (let i = 0; i < size; i++) {
        const raised = raw[i]! / 255
        const share = raised < 0.002 ? 0 : raised > 0.998 ? 1 : raised
        coverage[i] = share
        const kind = share === 0 ? 'ground' : share === 1 ? 'product' : 'edge'
        if (run?.kind === kind) run.end = i + 1
        else runs.push((run = { kind, first: i, end: i + 1 }))
        if (share > 0) {
          if (first === size) first = i
          end = i + 1
        }
      }
      layout.runs = runs
      layout.hasProduct = end > 0
      layout.open = runs.filter(({ kind }) => kind !== 'product')
      if (ahead !== row) readPattern(row, layout.below, bounds.first, bounds.end)
      ;[layout.here, layout.below] = [layout.below, layout.here]
      ahead = row + 1
      if (end > 0) readPattern(Math.min(ahead, size - 1), layout.below, bounds.first, bounds.end)
      else ahead = -1
      return { first, end: Math.max(first, end) }
    },
    /** The finest scale at which the picture shows the print area. */
    pixelsPerMetre: scale * (size / (frame.scale * map.width)),
  }
  return layout
}

/** The picture's columns that hold product in any row. */
function widthOf({ width, coverage }: Plate['map'], across: Span, size: number): Columns {
  let left = width
  let right = -1
  for (let line = 0; line < coverage.length; line += width) {
    for (let x = 0; x < left; x++) if (coverage[line + x] !== 0) left = x
    for (let x = width - 1; x > right; x--) if (coverage[line + x] !== 0) right = x
  }
  const place = (x: number) => ((x / width - across.start) / across.length) * size
  return { first: Math.max(0, Math.floor(place(left - 3))), end: Math.min(size, Math.ceil(place(right + 4))) }
}

/** Pixels of the map a metre, where a box of the pattern is seen largest (its upper tenth), over both directions. */
function finestScale({ map, manifest: { pattern } }: Plate, box: ReturnType<typeof printArea>): number {
  const scales: number[] = []
  const place = (at: number) => ({
    x: pattern.x0 + (map.u[at]! / 65_535) * pattern.width,
    y: pattern.y0 + (map.v[at]! / 65_535) * pattern.height,
  })
  const reach = Math.max(1, Math.round(map.width / 256))
  const step = Math.max(1, Math.floor(map.width / (PROBES * 4)))
  for (let row = reach; row < map.height - reach; row += step)
    for (let column = reach; column < map.width - reach; column += step) {
      const at = row * map.width + column
      const [right, below] = [at + reach, at + reach * map.width]
      if (map.coverage[at] !== 255 || map.coverage[right] !== 255 || map.coverage[below] !== 255) continue
      const { x, y } = place(at)
      if (x < box.left || x > box.left + box.width || y > box.top || y < box.top - box.height) continue
      for (const other of [place(right), place(below)]) {
        const length = Math.hypot(other.x - x, other.y - y)
        if (length > 0) scales.push(reach / length)
      }
    }
  scales.sort((a, b) => a - b)
  return scales[Math.floor(scales.length * 0.9)] ?? map.width
}

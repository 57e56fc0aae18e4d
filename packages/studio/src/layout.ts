import type { Engine, Pointer } from './engine.ts'
import type { Frame } from './manifest.ts'
import { createPatternReader } from './pattern-rows.ts'
import { printArea } from './placement.ts'
import type { Plate } from './plate.ts'
import { reachOf } from './reach.ts'
import { type Columns, type RowSource, type Span, createResampler } from './resample.ts'
import { KINDS } from './runs.ts'

/** Where each pixel of the picture lies on the product; one row at a time, in rising order. */
export type Layout = ReturnType<typeof createLayout>

/** The part of the plate that a picture shows. */
export type View = { width: number; height: number; across: Span; down: Span }

/** Neighbours in the map further apart than this many usual steps are not one piece of cloth. */
const TORN = 14

/** Points of the print area that are measured for its scale. */
const PROBES = 48

export const viewOf = (frame: Frame, size: number): View => ({
  width: size,
  height: size,
  across: { start: frame.x - frame.scale / 2, length: frame.scale },
  down: { start: frame.y - frame.scale / 2, length: frame.scale },
})

export function createLayout(engine: Engine, plate: Plate, view: View, light: RowSource) {
  const { map, manifest } = plate
  const { width, height, across, down } = view
  const scale = scaleOf(plate)
  // Rows are read over the product's whole width: a row's neighbour may be wider than the row.
  const bounds = seenOf(columnsOf(plate), across, map.width, width)
  const rows = seenOf(reachOf(map).rows, down, map.height, height)
  const readPattern = createPatternReader(engine, map, manifest.pattern, view, TORN / scale, bounds)
  const readLight = createResampler(engine, light, view, 'cubic')
  const listLength = 2 * (width + 4)
  const list = engine.take(4 * listLength)
  const onlyGround = engine.put(Int32Array.of(KINDS.ground, 0, KINDS.end, width))
  const withinBounds = engine.put(Int32Array.of(KINDS.product, bounds.first, KINDS.end, bounds.end))
  const findRuns = engine.run.runs({ width, out: list })
  let ahead = -1

  const layout = {
    ...view,
    /** The light on the product in the current row, with its coverage; valid where there is product. */
    light: 0 as Pointer,
    /** Pattern place of the current row and of the next, valid within the product's columns. */
    here: 0 as Pointer,
    below: 0 as Pointer,
    /** The current row's runs of ground, edge and product, from left to right. */
    list: onlyGround,
    /** Whether any ground is seen in it. */
    isOpen: true,
    /** Reads a row; what comes back are its columns with product, or null where the picture shows only ground. */
    move(row: number): Columns | null {
      const columns = row >= rows.first && row < rows.end ? readRuns(row) : null
      if (!columns) {
        layout.list = onlyGround
        layout.isOpen = true
        ahead = -1
        return null
      }
      layout.here = ahead === row ? layout.below : readPattern(row)
      ahead = Math.min(row + 1, height - 1)
      layout.below = ahead === row ? layout.here : readPattern(ahead)
      return columns
    },
    /** The finest scale at which the picture shows the print area. */
    pixelsPerMetre: scale * (width / (across.length * map.width)),
  }

  function readRuns(row: number): Columns | null {
    layout.light = readLight(row, withinBounds)
    findRuns(layout.light, bounds.first, bounds.end)
    const runs = engine.integers(list, listLength)
    let [first, end] = [width, 0]
    layout.isOpen = false
    for (let at = 0; runs[at] !== KINDS.end; at += 2) {
      if (runs[at] !== KINDS.product) layout.isOpen = true
      if (runs[at] === KINDS.ground) continue
      first = Math.min(first, runs[at + 1]!)
      end = runs[at + 3]!
    }
    layout.list = list
    return end > 0 ? { first, end } : null
  }
  return layout
}

function columnsOf({ map }: Plate): Columns {
  const { columns, rows } = reachOf(map)
  let [first, end] = [map.width, 0]
  for (let y = rows.first; y < rows.end; y++) {
    const row = columns(y)
    if (row.end === 0) continue
    first = Math.min(first, row.first)
    end = Math.max(end, row.end)
  }
  return { first, end }
}

/** The picture's columns (or rows) that may show a stretch of the map: the cubic carries it some pixels further. */
function seenOf({ first, end }: Columns, span: Span, mapSize: number, size: number): Columns {
  const place = (x: number) => ((x / mapSize - span.start) / span.length) * size
  const seen = { first: Math.max(0, Math.floor(place(first - 3))), end: Math.min(size, Math.ceil(place(end + 3))) }
  return end > first && seen.end > seen.first ? seen : { first: 0, end: 0 }
}

const scales = new WeakMap<Plate, number>()

/** Measured once a plate. */
function scaleOf(plate: Plate): number {
  const found = scales.get(plate) ?? finestScale(plate, printArea(plate.manifest))
  scales.set(plate, found)
  return found
}

/** Pixels of the map a metre, where a box of the pattern is seen largest (its upper tenth), over both directions. */
function finestScale({ map, manifest: { pattern } }: Plate, box: ReturnType<typeof printArea>): number {
  const found: number[] = []
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
        if (length > 0) found.push(reach / length)
      }
    }
  found.sort((a, b) => a - b)
  return found[Math.floor(found.length * 0.9)] ?? map.width
}

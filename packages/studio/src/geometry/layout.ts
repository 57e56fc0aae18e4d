import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import { createUvReader } from './uv-rows.ts'
import { printArea } from './placement.ts'
import type { Plate } from '../plate/plate.ts'
import { coverageBoundsOf } from './coverage-bounds.ts'
import { createResampler } from './resample.ts'
import type { Columns, RowSource, Interval, View } from './view.ts'
import { SPAN_KINDS } from '../kernels/spans.ts'

/** Where each pixel of the picture lies on the product; one row at a time, in rising order. */
export type Layout = ReturnType<typeof createLayout>

/** Neighbours in the map further apart than this many usual steps are not one piece of cloth. */
const DISCONTINUITY_STEPS = 14

/** Points of the print area that are measured for its scale. */
const PROBES = 48

/**
 * Where the plate's map and its light lie in the picture: readers of UVs and light row by row, the rows and columns
 * (pixels) that show the product, and the map's scale in pattern steps a pixel.
 */
export function createLayout(runtime: KernelRuntime, plate: Plate, view: View, light: RowSource) {
  const { map, manifest } = plate
  const { width, height, across, down } = view
  const scale = scaleOf(plate)
  // Rows are read over the product's whole width: a row's neighbour may be wider than the row.
  const bounds = seenOf(columnsOf(plate), across, map.width, width)
  const rows = seenOf(coverageBoundsOf(map).rows, down, map.height, height)
  const readUvs = createUvReader(runtime, map, manifest.pattern, view, DISCONTINUITY_STEPS / scale, bounds)
  const readLight = createResampler(runtime, light, view, 'cubic')
  const listLength = 2 * (width + 4)
  const list = runtime.allocate(4 * listLength)
  const onlyBackdrop = runtime.put(Int32Array.of(SPAN_KINDS.backdrop, 0, SPAN_KINDS.end, width))
  const withinBounds = runtime.put(Int32Array.of(SPAN_KINDS.product, bounds.first, SPAN_KINDS.end, bounds.end))
  const findSpans = runtime.run.findSpans({ width, out: list })
  let ahead = -1

  const layout = {
    ...view,
    /** The light on the product in the current row, with its coverage; valid where there is product. */
    light: 0 as Pointer,
    /** UV positions of the current row and of the next, valid within the product's columns. */
    here: 0 as Pointer,
    below: 0 as Pointer,
    /** The current row's spans of backdrop, edge and product, from left to right. */
    list: onlyBackdrop,
    /** Whether any backdrop is seen in it. */
    isOpen: true,
    /** Reads a row; what comes back are its columns with product, or null where the picture shows only backdrop. */
    move(row: number): Columns | null {
      const columns = row >= rows.first && row < rows.end ? readSpans(row) : null
      if (!columns) {
        layout.list = onlyBackdrop
        layout.isOpen = true
        ahead = -1
        return null
      }
      layout.here = ahead === row ? layout.below : readUvs(row)
      ahead = Math.min(row + 1, height - 1)
      layout.below = ahead === row ? layout.here : readUvs(ahead)
      return columns
    },
    /** The columns that hold all of the product, in every row. */
    bounds,
    /** The finest scale at which the picture shows the print area. */
    pixelsPerMetre: scale * (width / (across.length * map.width)),
  }

  function readSpans(row: number): Columns | null {
    layout.light = readLight(row, withinBounds)
    findSpans(layout.light, bounds.first, bounds.end)
    const spans = runtime.integers(list, listLength)
    let [first, end] = [width, 0]
    layout.isOpen = false
    for (let at = 0; spans[at] !== SPAN_KINDS.end; at += 2) {
      if (spans[at] !== SPAN_KINDS.product) layout.isOpen = true
      if (spans[at] === SPAN_KINDS.backdrop) continue
      first = Math.min(first, spans[at + 1]!)
      end = spans[at + 3]!
    }
    layout.list = list
    return end > 0 ? { first, end } : null
  }
  return layout
}

function columnsOf({ map }: Plate): Columns {
  const { columns, rows } = coverageBoundsOf(map)
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
function seenOf({ first, end }: Columns, span: Interval, mapSize: number, size: number): Columns {
  const place = (x: number) => ((x / mapSize - span.start) / span.length) * size
  const seen = { first: Math.max(0, Math.floor(place(first - 3))), end: Math.min(size, Math.ceil(place(end + 3))) }
  return end > first && seen.end > seen.first ? seen : { first: 0, end: 0 }
}

const scales = new WeakMap<Plate, number>()

/** Pixels of the map a metre of the pattern where the print area is seen largest; measured once a plate. */
export function scaleOf(plate: Plate): number {
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
  const distance = Math.max(1, Math.round(map.width / 256))
  const step = Math.max(1, Math.floor(map.width / (PROBES * 4)))
  for (let row = distance; row < map.height - distance; row += step)
    for (let column = distance; column < map.width - distance; column += step) {
      const at = row * map.width + column
      const [right, below] = [at + distance, at + distance * map.width]
      if (map.coverage[at] !== 255 || map.coverage[right] !== 255 || map.coverage[below] !== 255) continue
      const { x, y } = place(at)
      if (x < box.left || x > box.left + box.width || y > box.top || y < box.top - box.height) continue
      for (const other of [place(right), place(below)]) {
        const length = Math.hypot(other.x - x, other.y - y)
        if (length > 0) found.push(distance / length)
      }
    }
  found.sort((a, b) => a - b)
  return found[Math.floor(found.length * 0.9)] ?? map.width
}

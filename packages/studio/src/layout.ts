import type { Frame } from './manifest.ts'
import { type PatternRow, createPatternReader } from './pattern-rows.ts'
import type { PrintBox } from './placement.ts'
import type { Plate } from './plate.ts'
import { type Span, createResampler } from './resample.ts'

/** The pixels of a row that hold any product: from `first` up to, not including, `end`. */
export type Extent = { first: number; end: number }

/** Where each pixel of the picture lies on the product; one row at a time, in rising order. */
export type Layout = ReturnType<typeof createLayout>

/** Points of the print area that are measured for its scale. */
const PROBES = 48

export function createLayout(plate: Plate, frame: Frame, size: number) {
  const { map, manifest } = plate
  const across: Span = { start: frame.x - frame.scale / 2, length: frame.scale }
  const down: Span = { start: frame.y - frame.scale / 2, length: frame.scale }
  const readPattern = createPatternReader(map, manifest.pattern, size, across, down)
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
  )
  const newRow = (): PatternRow => ({ x: new Float32Array(size), y: new Float32Array(size) })
  const rows = [newRow(), newRow()]
  const coverage = new Float32Array(size)
  let ahead = -1

  const layout = {
    size,
    across,
    down,
    /** Coverage 0…1 of the current row. */
    coverage,
    /** Pattern place of the current row and of the next, valid within the extent. */
    here: rows[0]!,
    below: rows[1]!,
    /** Reads a row; its extent is empty where the picture shows only ground. */
    move(row: number): Extent {
      const raw = readCoverage(row)
      let first = size
      let end = 0
      for (let i = 0; i < size; i++) {
        const share = raw[i]! / 255
        coverage[i] = share < 0.002 ? 0 : share > 0.998 ? 1 : share
        if (share >= 0.002) {
          if (first === size) first = i
          end = i + 1
        }
      }
      // The whole row is read: its neighbour's extent may be wider than its own.
      if (ahead !== row) readPattern(row, layout.below, 0, size)
      ;[layout.here, layout.below] = [layout.below, layout.here]
      ahead = row + 1
      readPattern(Math.min(ahead, size - 1), layout.below, 0, size)
      return { first, end: Math.max(first, end) }
    },
    /** The finest scale at which the picture shows a box of the pattern, in pixels a metre. */
    pixelsPerMetre(box: PrintBox): number {
      return finestScale(plate, box) * (size / (frame.scale * map.width))
    },
  }
  return layout
}

/** Pixels of the map a metre, where a box of the pattern is seen largest (its upper tenth), over both directions. */
function finestScale({ map, manifest: { pattern } }: Plate, box: PrintBox): number {
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

import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import type { Columns, RowSource, Interval, View } from './view.ts'
import { PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'
import { SPAN_KINDS } from '../kernels/spans.ts'

export type Filter = 'cubic' | 'linear'

/** Weights at -1, 0, 1, 2 of the interpolating cubic with a = -1/2 (Catmull and Rom 1974). */
export function catmullRom(t: number): [number, number, number, number] {
  const t2 = t * t
  const t3 = t2 * t
  return [(-t + 2 * t2 - t3) / 2, (2 - 5 * t2 + 3 * t3) / 2, (t + 4 * t2 - 3 * t3) / 2, (t3 - t2) / 2]
}

/** A view that reaches beyond its source sees it mirrored there. */
const within = (share: number): number => {
  const turned = Math.abs(share) % 2
  return turned > 1 ? 2 - turned : turned
}

/** Where the taps of each pixel of the picture start in the source (unbounded), and their weights, which sum to 1. */
export function tapsOf(sourceSize: number, outSize: number, span: Interval, filter: Filter) {
  const count = filter === 'cubic' ? 4 : 2
  const bases = new Int32Array(outSize)
  const weights = new Float32Array(outSize * count)
  for (let i = 0; i < outSize; i++) {
    const at = within(span.start + ((i + 0.5) / outSize) * span.length) * sourceSize - 0.5
    const base = Math.floor(at + 1e-6)
    const t = Math.abs(at - base) < 1e-6 ? 0 : at - base
    bases[i] = filter === 'cubic' ? base - 1 : base
    weights.set(filter === 'cubic' ? catmullRom(t) : [1 - t, t], i * count)
  }
  return { count, bases, weights }
}

/** Pixels that a row has beyond its sides: its outermost ones again, for taps that reach over. */
const EDGE_PIXELS = 4

const NOTHING: Columns = { first: 0, end: 0 }

/**
 * Reads a view of a source at another size, rows in rising order. Each source row is read once. The row that comes back
 * is good until the next call, in the spans of the list that is given with it.
 */
export function createResampler(
  runtime: KernelRuntime,
  source: RowSource,
  { across: x, down: y, ...out }: View,
  filter: Filter,
) {
  const { width, height, bytes } = source
  const across = tapsOf(width, out.width, x, filter)
  const { count } = across
  const shift = filter === 'cubic' ? 1 : 0
  const isIdentity =
    width === out.width &&
    across.bases.every((base, i) => base === i - shift && across.weights[i * count + shift] === 1)
  // Taps further out than the repeated pixels are held there: a window never lies so far off its source.
  const hold = (base: number) =>
    Math.min(width + EDGE_PIXELS - (filter === 'cubic' ? 4 : 2), Math.max(-EDGE_PIXELS, base))
  const offsets = runtime.put(across.bases.map((base) => hold(base) * bytes))
  const weights = runtime.put(across.weights)
  const rowBytes = (width + 2 * EDGE_PIXELS) * bytes
  const rows = Array.from({ length: 4 }, () => runtime.allocateZeroed(rowBytes) + EDGE_PIXELS * bytes)
  const column = runtime.allocateZeroed(rowBytes) + EDGE_PIXELS * bytes
  const result = runtime.allocateZeroed(out.width * bytes)
  const keptAt = [-1, -1, -1, -1]
  const touched = [false, false, false, false]
  const filled = [NOTHING, NOTHING, NOTHING, NOTHING]
  let blendedIn = NOTHING
  const whole = { first: 0, end: width }
  const columnsOf = source.columnsOf ?? (() => whole)
  /** Clears what was in a row, unless it is about to be written over. */
  const empty = (row: Pointer, { first, end }: Columns, next: Columns) => {
    if (end > first && (first < next.first || end > next.end)) runtime.clear(row + first * bytes, (end - first) * bytes)
  }
  const { gatherProduct, gatherFour, gatherTwo, blendFour, blendTwo } = runtime.run
  const set = bytes === PRODUCT_PIXEL_BYTES ? gatherProduct : filter === 'cubic' ? gatherFour : gatherTwo
  // Light of the product is read wherever the list says, backdrop where no product hides it.
  const gather = set({
    offsets,
    weights,
    except: bytes === PRODUCT_PIXEL_BYTES ? SPAN_KINDS.end : SPAN_KINDS.product,
    out: result,
  })
  const blend = (count === 4 ? blendFour : blendTwo)({ out: column })
  const repeatEnds = runtime.run.repeatEnds({ bytes, last: (width - 1) * bytes })
  const lines = tapsOf(height, out.height, y, filter)
  const lineWeights = runtime.put(lines.weights)

  const inside = (at: number) => Math.min(height - 1, Math.max(0, at))
  const sourceRow = (at: number): Pointer => {
    const slot = at & 3
    const row = rows[slot]!
    if (keptAt[slot] !== at) {
      const columns = columnsOf(at)
      empty(row, filled[slot]!, columns)
      source.read(at, row)
      const touches = columns.first === 0 || columns.end === width
      if (touches || touched[slot]) repeatEnds(row)
      touched[slot] = touches
      filled[slot] = columns
      keptAt[slot] = at
    }
    return row
  }
  const blended = (base: number, weightsAt: Pointer): Pointer => {
    let [first, end] = [width, 0]
    for (let k = 0; k < count; k++) {
      const columns = columnsOf(inside(base + k))
      if (columns.end === 0) continue
      first = Math.min(first, columns.first)
      end = Math.max(end, columns.end)
    }
    const [a, b] = [sourceRow(inside(base)), sourceRow(inside(base + 1))]
    const [c, d] = count === 4 ? [sourceRow(inside(base + 2)), sourceRow(inside(base + 3))] : [b, b]
    const union = { first: first - EDGE_PIXELS, end: end + EDGE_PIXELS }
    empty(column, blendedIn, union)
    blendedIn = union
    if (end > first) blend(a, b, c, d, weightsAt, union.first * bytes, union.end * bytes)
    return column
  }

  return (row: number, list: Pointer): Pointer => {
    const base = lines.bases[row]!
    const isPlain = lines.weights[row * count + shift] === 1
    const line = isPlain ? sourceRow(inside(base + shift)) : blended(base, lineWeights + 4 * count * row)
    if (isIdentity) return line
    gather(line, list)
    return result
  }
}

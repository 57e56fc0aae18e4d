import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import { BLOCK_TEXELS, MIP_LEVEL_BYTES, MARGIN_TEXELS, TEXEL_BYTES } from './ink-format.ts'
import type { Design } from '../plate/plate.ts'
import type { Columns } from '../geometry/view.ts'
import { stretchedTaps } from './taps.ts'

/**
 * The design as ink, from the finest level down, each half the one before: a table of mip levels in the runtime, and which
 * blocks of the finest have ink in or beside them, `across` of them in a row.
 */
export type Ink = { table: Pointer; count: number; blocks: { at: Pointer; across: number } }

/** The design fills `extentX` × `extentY` texels; the first of them lies at `at`. */
type MipLevel = { width: number; height: number; extentX: number; extentY: number; at: Pointer; rowBytes: number }

type AlbedoTables = readonly [Float32Array, Float32Array, Float32Array]

/** The largest side of the finest level, in texels: bounds memory however large the design or narrow its strip. */
const MAX_SIDE_TEXELS = 3072

/** Rows of shrunk width that are kept while the rows of the finest level are summed from them. */
const WINDOW_ROWS = 16

/**
 * The design as ink at about the scale of the picture: `wanted` texels across, never more than its own
 * pixels. Averaged over area in light, premultiplied, so that no colour of transparent pixels bleeds in.
 */
export function prepareInk(runtime: KernelRuntime, design: Design, albedo: AlbedoTables, wanted: number): Ink {
  const longest = Math.max(design.width, design.height)
  const side = Math.max(1, Math.min(wanted, design.width, (MAX_SIDE_TEXELS * design.width) / longest))
  const ratio = design.width / side
  const levels = [shrink(runtime, design, albedo, ratio < 1.02 ? 1 : ratio)]
  for (let level = levels[0]!; level.width > 4 && level.height > 4; levels.push(level)) level = halve(runtime, level)
  const table = new DataView(new ArrayBuffer(MIP_LEVEL_BYTES * levels.length))
  levels.forEach(({ width, height, extentX, extentY, at, rowBytes }, i) => {
    const entry = i * MIP_LEVEL_BYTES
    // The last place is the last from which the cubic still reads inside the margin.
    const places = [extentX, extentY, extentX, extentY, width + 1, height + 1, width + 1, height + 1]
    places.forEach((value, k) => table.setFloat32(entry + 4 * k, value, true))
    table.setInt32(entry + 32, at, true)
    table.setInt32(entry + 36, rowBytes, true)
  })
  return { table: runtime.put(table), count: levels.length, blocks: findBlocks(runtime, levels[0]!) }
}

function emptyLevel(runtime: KernelRuntime, extentX: number, extentY: number): MipLevel {
  const [width, height] = [Math.ceil(extentX), Math.ceil(extentY)]
  const rowBytes = (width + 2 * MARGIN_TEXELS) * TEXEL_BYTES
  const at = runtime.allocateZeroed(rowBytes * (height + 2 * MARGIN_TEXELS)) + MARGIN_TEXELS * (rowBytes + TEXEL_BYTES)
  return { width, height, extentX, extentY, at, rowBytes }
}

/** Box by a whole factor while rows stream in, then the cubic for what is left: the box alone would soften fine text. */
function shrink(runtime: KernelRuntime, design: Design, albedo: AlbedoTables, ratio: number): MipLevel {
  const by = Math.max(1, Math.floor(ratio / 1.6))
  const level = emptyLevel(runtime, design.width / ratio, design.height / ratio)
  const { width, height } = level
  const boxedHeight = Math.ceil(design.height / by)
  const readNarrow = createNarrowRows(runtime, design, albedo, ratio, by, width)
  const { count, firsts, weights } = stretchedTaps(boxedHeight, ratio / by, height)
  const sum = runtime.allocate(width * 16)
  const weightsAt = runtime.put(weights)
  const addRow = runtime.run.addRow({ sum })
  const keepRow = runtime.run.keepRow({ row: sum, count: width })
  for (let i = 0; i < height; i++) {
    let isEmpty = true
    const first = firsts[i]!
    for (let row = Math.max(0, first); row < Math.min(boxedHeight, first + count); row++) {
      const narrow = readNarrow(row)
      if (narrow.end === 0) continue
      if (isEmpty) runtime.clear(sum, width * 16)
      isEmpty = false
      addRow(narrow.at, weightsAt + 4 * (i * count + row - first), 16 * narrow.first, 16 * narrow.end)
    }
    if (!isEmpty) keepRow(level.at + i * level.rowBytes)
  }
  repeatRim(runtime, level)
  return level
}

/** Which blocks of a level have ink in or beside them: a byte each, `across` of them in a row. */
function findBlocks(runtime: KernelRuntime, { width, height, at, rowBytes }: MipLevel) {
  const [across, down] = [Math.floor(width / BLOCK_TEXELS) + 1, Math.floor(height / BLOCK_TEXELS) + 1]
  const inked = runtime.allocateZeroed(across * down)
  const find = runtime.run.findInk({ count: across })
  for (let y = 0; y < height; y++) find(at + y * rowBytes, inked + Math.floor(y / BLOCK_TEXELS) * across)
  const found = runtime.bytes().slice(inked, inked + across * down)
  const near = found.map((_, i) => {
    const [x, y] = [i % across, Math.floor(i / across)]
    for (let row = Math.max(0, y - 1); row <= Math.min(down - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(across - 1, x + 1); column++)
        if (found[row * across + column]) return 1
    return 0
  })
  return { at: runtime.put(near), across }
}

/** Carries the outermost texels into the margin: the design ends at its box, not where a filter has faded it out. */
function repeatRim(runtime: KernelRuntime, { width, height, at, rowBytes }: MipLevel): void {
  const memory = runtime.bytes()
  for (let y = 0; y < height; y++) {
    const row = at + y * rowBytes
    for (let k = 1; k <= MARGIN_TEXELS; k++) {
      memory.copyWithin(row - k * TEXEL_BYTES, row, row + TEXEL_BYTES)
      memory.copyWithin(row + (width + k - 1) * TEXEL_BYTES, row + (width - 1) * TEXEL_BYTES, row + width * TEXEL_BYTES)
    }
  }
  const first = at - MARGIN_TEXELS * TEXEL_BYTES
  const last = first + (height - 1) * rowBytes
  for (let k = 1; k <= MARGIN_TEXELS; k++) {
    memory.copyWithin(first - k * rowBytes, first, first + rowBytes)
    memory.copyWithin(last + k * rowBytes, last, last + rowBytes)
  }
}

/** A row of shrunk width: texels `first` up to `end` of it hold ink; both are 0 where there is none. */
type NarrowRow = Columns & { at: Pointer; row: number }

/** Rows of the design as premultiplied albedo, boxed by `by` and shrunk across to `width`. */
function createNarrowRows(
  runtime: KernelRuntime,
  design: Design,
  tables: AlbedoTables,
  ratio: number,
  by: number,
  width: number,
) {
  const boxedWidth = Math.ceil(design.width / by)
  const { count, firsts, weights } = stretchedTaps(boxedWidth, ratio / by, width)
  const inked = inkedColumns(design)
  const albedo = runtime.putFloats(tables.flatMap((table) => [...table]))
  const pixels = runtime.allocateZeroed((boxedWidth * by + 4) * 4)
  // Beyond its sides the line is empty: taps that reach over find no ink.
  const line = runtime.allocateZeroed((boxedWidth + 2 * count + 4) * 16) + (count + 2) * 16
  const addPixels = runtime.run.addPixels({ row: pixels, tables: albedo, by, part: 1 / (255 * by * by), line })
  const offsets = runtime.put(firsts.map((first) => first * 16))
  const shrinkLine = runtime.run.shrink({ line, offsets, weights: runtime.put(weights), taps: count })
  const kept: NarrowRow[] = Array.from({ length: WINDOW_ROWS }, () => ({
    at: runtime.allocate(width * 16),
    row: -1,
    first: 0,
    end: 0,
  }))
  let [lineFirst, lineEnd] = [0, 0]

  /** Fills the line's texels `lineFirst` up to `lineEnd` with the box of a row; without ink both are 0. */
  const fillLine = (row: number): void => {
    runtime.clear(line + 16 * lineFirst, 16 * (lineEnd - lineFirst))
    ;[lineFirst, lineEnd] = [boxedWidth, 0]
    for (let k = row * by; k < (row + 1) * by; k++) {
      // A box that reaches over the design's end has its last row and column again.
      const y = Math.min(k, design.height - 1)
      const [from, to] = [inked[2 * y]!, inked[2 * y + 1]!]
      if (to === 0) continue
      runtime
        .bytes()
        .set(design.data.subarray(4 * (y * design.width + from), 4 * (y * design.width + to)), pixels + 4 * from)
      const [left, right] = [Math.floor(from / by), Math.ceil(to / by)]
      runtime.clear(pixels + 4 * left * by, 4 * (from - left * by))
      runtime.clear(pixels + 4 * to, 4 * (right * by - to))
      if (to === design.width)
        for (let x = to; x < boxedWidth * by; x++)
          runtime.bytes().copyWithin(pixels + 4 * x, pixels + 4 * (to - 1), pixels + 4 * to)
      addPixels(left, right)
      lineFirst = Math.min(lineFirst, left)
      lineEnd = Math.max(lineEnd, right)
    }
    if (lineEnd === 0) lineFirst = 0
  }

  return (row: number): NarrowRow => {
    const slot = kept[row % WINDOW_ROWS]!
    if (slot.row === row) return slot
    fillLine(row)
    slot.row = row
    ;[slot.first, slot.end] = [0, 0]
    if (lineEnd > 0) {
      slot.first = Math.max(0, Math.floor((lineFirst * width) / boxedWidth) - 4)
      slot.end = Math.min(width, Math.floor((lineEnd * width) / boxedWidth) + 5)
      shrinkLine(slot.first, slot.end, slot.at)
    }
    return slot
  }
}

const inkedIn = new WeakMap<Design['data'], Int32Array>()

/** The first column of each row that is not wholly transparent, and the one after the last; measured once a design. */
function inkedColumns({ width, height, data }: Design): Int32Array {
  const known = inkedIn.get(data)
  if (known) return known
  const columns = new Int32Array(2 * height)
  for (let y = 0; y < height; y++) {
    const start = 4 * y * width + 3
    let first = 0
    while (first < width && data[start + 4 * first] === 0) first++
    if (first === width) continue
    let end = width
    while (data[start + 4 * (end - 1)] === 0) end--
    columns[2 * y] = first
    columns[2 * y + 1] = end
  }
  inkedIn.set(data, columns)
  return columns
}

function halve(runtime: KernelRuntime, level: MipLevel): MipLevel {
  const half = emptyLevel(runtime, level.extentX / 2, level.extentY / 2)
  const halveRows = runtime.run.halve({ count: half.width })
  for (let y = 0; y < half.height; y++) {
    const upper = level.at + 2 * y * level.rowBytes
    halveRows(upper, upper + level.rowBytes, half.at + y * half.rowBytes)
  }
  repeatRim(runtime, half)
  return half
}

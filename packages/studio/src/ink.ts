import type { Engine, Pointer } from './engine.ts'
import { INK_LEVEL, MARGIN, TEXEL } from './ink-format.ts'
import type { Design } from './plate.ts'
import { catmullRom } from './resample.ts'

/** The design as ink, from the finest level down, each half the one before: a table of levels in the engine. */
export type Ink = { table: Pointer; count: number }

/** The design fills `extentX` × `extentY` texels; the first of them lies at `at`. */
type InkLevel = { width: number; height: number; extentX: number; extentY: number; at: Pointer; rowBytes: number }

type AlbedoTables = readonly [Float32Array, Float32Array, Float32Array]

/** The largest side of the finest level, in texels: bounds memory however large the design or narrow its strip. */
const MAX_SIDE = 3072

/** Rows of shrunk width that are kept while the rows of the finest level are summed from them. */
const WINDOW = 16

/**
 * The design as ink at about the scale of the picture: `wanted` texels across, never more than its own
 * pixels. Averaged over area in light, premultiplied, so that no colour of transparent pixels bleeds in.
 */
export function prepareInk(engine: Engine, design: Design, albedo: AlbedoTables, wanted: number): Ink {
  const longest = Math.max(design.width, design.height)
  const side = Math.max(1, Math.min(wanted, design.width, (MAX_SIDE * design.width) / longest))
  const ratio = design.width / side
  const levels = [shrink(engine, design, albedo, ratio < 1.02 ? 1 : ratio)]
  for (let level = levels[0]!; level.width > 4 && level.height > 4; levels.push(level)) level = halve(engine, level)
  const table = new DataView(new ArrayBuffer(INK_LEVEL * levels.length))
  levels.forEach(({ width, height, extentX, extentY, at, rowBytes }, i) => {
    const entry = i * INK_LEVEL
    // The last place is the last from which the cubic still reads inside the margin.
    const places = [extentX, extentY, extentX, extentY, width + 1, height + 1, width + 1, height + 1]
    places.forEach((value, k) => table.setFloat32(entry + 4 * k, value, true))
    table.setInt32(entry + 32, at, true)
    table.setInt32(entry + 36, rowBytes, true)
  })
  return { table: engine.put(table), count: levels.length }
}

function emptyLevel(engine: Engine, extentX: number, extentY: number): InkLevel {
  const [width, height] = [Math.ceil(extentX), Math.ceil(extentY)]
  const rowBytes = (width + 2 * MARGIN) * TEXEL
  const at = engine.takeEmpty(rowBytes * (height + 2 * MARGIN)) + MARGIN * (rowBytes + TEXEL)
  return { width, height, extentX, extentY, at, rowBytes }
}

/** Box by a whole factor while rows stream in, then the cubic for what is left: the box alone would soften fine text. */
function shrink(engine: Engine, design: Design, albedo: AlbedoTables, ratio: number): InkLevel {
  const by = Math.max(1, Math.floor(ratio / 1.6))
  const level = emptyLevel(engine, design.width / ratio, design.height / ratio)
  const { width, height } = level
  const boxedHeight = Math.ceil(design.height / by)
  const readNarrow = createNarrowRows(engine, design, albedo, ratio, by, width)
  const down = tapsOf(boxedHeight, ratio / by)
  const sum = engine.take(width * 16)
  const weights = engine.putFloats(Array.from({ length: height }, (_, i) => down.at(i)).flat())
  const addRow = engine.run.addRow({ count: width, sum })
  const keepRow = engine.run.keepRow({ row: sum, count: width })
  for (let i = 0; i < height; i++) {
    let isEmpty = true
    const first = down.first(i)
    for (let row = Math.max(0, first); row < Math.min(boxedHeight, first + down.count); row++) {
      const narrow = readNarrow(row)
      if (narrow === null) continue
      if (isEmpty) engine.clear(sum, width * 16)
      isEmpty = false
      addRow(narrow, weights + 4 * (i * down.count + row - first))
    }
    if (!isEmpty) keepRow(level.at + i * level.rowBytes)
  }
  repeatRim(engine, level)
  return level
}

/** Carries the outermost texels into the margin: the design ends at its box, not where a filter has faded it out. */
function repeatRim(engine: Engine, { width, height, at, rowBytes }: InkLevel): void {
  const memory = engine.bytes()
  for (let y = 0; y < height; y++) {
    const row = at + y * rowBytes
    for (let k = 1; k <= MARGIN; k++) {
      memory.copyWithin(row - k * TEXEL, row, row + TEXEL)
      memory.copyWithin(row + (width + k - 1) * TEXEL, row + (width - 1) * TEXEL, row + width * TEXEL)
    }
  }
  const first = at - MARGIN * TEXEL
  const last = first + (height - 1) * rowBytes
  for (let k = 1; k <= MARGIN; k++) {
    memory.copyWithin(first - k * rowBytes, first, first + rowBytes)
    memory.copyWithin(last + k * rowBytes, last, last + rowBytes)
  }
}

/** Rows of the design as premultiplied albedo, boxed by `by` and shrunk across to `width`; null where there is no ink. */
function createNarrowRows(engine: Engine, design: Design, tables: AlbedoTables, ratio: number, by: number, width: number) {
  const boxedWidth = Math.ceil(design.width / by)
  const across = tapsOf(boxedWidth, ratio / by)
  const { count } = across
  const offsets = engine.put(Int32Array.from({ length: width }, (_, i) => across.first(i) * 16))
  const weights = engine.put(Float32Array.from(Array.from({ length: width }, (_, i) => [...across.at(i)]).flat()))
  const albedo = engine.put(Float32Array.from(tables.flatMap((table) => [...table])))
  const alpha = engine.put(Int32Array.of(-0x1000000, -0x1000000, -0x1000000, -0x1000000))
  const found = engine.take(8)
  const pixels = engine.takeEmpty((boxedWidth * by + 4) * 4)
  // Beyond its sides the line is empty: taps that reach over find no ink.
  const lineBytes = (boxedWidth + 2 * count + 4) * 16
  const line = engine.takeEmpty(lineBytes) + (count + 2) * 16
  const findInked = engine.run.inked({ row: pixels, count: design.width, alpha, out: found })
  const addPixels = engine.run.addPixels({ row: pixels, tables: albedo, by, part: 1 / (255 * by * by), line })
  const shrinkLine = engine.run.shrink({ line, offsets, weights, taps: count })
  const kept = Array.from({ length: WINDOW }, () => ({ at: engine.takeEmpty(width * 16), row: -1, isEmpty: true }))

  /** The texels of the line with ink, after adding all rows of the box; null where there is none. */
  const fillLine = (row: number): { first: number; end: number } | null => {
    let [first, end] = [boxedWidth, 0]
    for (let k = row * by; k < (row + 1) * by; k++) {
      // A box that reaches over the design's end has its last row and column again.
      const y = Math.min(k, design.height - 1)
      engine.bytes().set(design.data.subarray(y * design.width * 4, (y + 1) * design.width * 4), pixels)
      for (let x = design.width; x < boxedWidth * by; x++) engine.bytes().copyWithin(pixels + 4 * x, pixels + 4 * (design.width - 1), pixels + 4 * design.width)
      findInked()
      const [from, to] = engine.integers(found, 2) as unknown as [number, number]
      if (to === 0) continue
      if (end === 0) engine.clear(line - (count + 2) * 16, lineBytes)
      const [left, right] = [Math.floor(from / by), Math.min(boxedWidth, Math.ceil(to / by))]
      addPixels(left, right)
      first = Math.min(first, left)
      end = Math.max(end, right)
    }
    return end === 0 ? null : { first, end }
  }

  return (row: number): Pointer | null => {
    const slot = kept[row % WINDOW]!
    if (slot.row !== row) {
      const inked = fillLine(row)
      slot.row = row
      slot.isEmpty = inked === null
      if (inked) {
        const reach = (texel: number, by: number) => Math.min(width, Math.max(0, Math.floor((texel * width) / boxedWidth) + by))
        engine.clear(slot.at, width * 16)
        shrinkLine(reach(inked.first, -4), reach(inked.end, 5), slot.at)
      }
    }
    return slot.isEmpty ? null : slot.at
  }
}

/**
 * Taps of the cubic stretched by `ratio`: `count` weights an output texel, from the source texel `first` on. Taps beyond
 * an end weigh upon the last texel there.
 */
function tapsOf(length: number, ratio: number) {
  if (ratio === 1) return { count: 1, first: (i: number) => i, at: () => [1] }
  const count = Math.floor(4 * ratio) + 1
  const centre = (i: number) => (i + 0.5) * ratio - 0.5
  const first = (i: number) => Math.ceil(centre(i) - 2 * ratio)
  const at = (i: number): number[] => {
    const all = Array.from({ length: count }, (_, k) => cubic((first(i) + k - centre(i)) / ratio))
    const total = all.reduce((sum, weight) => sum + weight, 0)
    const held = all.map(() => 0)
    all.forEach((weight, k) => (held[Math.min(length - 1, Math.max(0, first(i) + k)) - first(i)]! += weight / total))
    return held
  }
  return { count, first, at }
}

function cubic(distance: number): number {
  const d = Math.abs(distance)
  if (d >= 2) return 0
  return d < 1 ? catmullRom(d)[1] : catmullRom(d - 1)[0]
}

function halve(engine: Engine, level: InkLevel): InkLevel {
  const half = emptyLevel(engine, level.extentX / 2, level.extentY / 2)
  const halveRows = engine.run.halve({ count: half.width })
  for (let y = 0; y < half.height; y++) {
    const upper = level.at + 2 * y * level.rowBytes
    halveRows(upper, upper + level.rowBytes, half.at + y * half.rowBytes)
  }
  repeatRim(engine, half)
  return half
}

import type { Engine, Pointer } from './engine.ts'
import type { View } from './layout.ts'
import type { PatternMap } from './plate.ts'
import type { Columns, Span } from './resample.ts'
import { PLACE } from './surface-kernels.ts'

type Pattern = { x0: number; y0: number; width: number; height: number }

/** Places beyond a row's sides, which its neighbours look at. */
const ROOM = 4

/**
 * Reads u and v of a window of the map at another size, as metres side by side, rows in rising order. The row that comes
 * back is good until the next call but one.
 */
export function createPatternReader(engine: Engine, map: PatternMap, pattern: Pattern, view: View, torn: number) {
  const { u, v, width, height } = map
  const place = (i: number, span: Span, size: number, length: number) => {
    const at = Math.min(length - 1, Math.max(0, (span.start + ((i + 0.5) / size) * span.length) * length - 0.5))
    const base = Math.min(length - 2, Math.floor(at))
    return { base, part: at - base }
  }
  const columns = Array.from({ length: view.width }, (_, i) => place(i, view.across, view.width, width))
  const offsets = engine.put(Int32Array.from(columns, ({ base }) => base * PLACE))
  const parts = engine.put(Float32Array.from(columns, ({ part }) => part))
  const codes = { u: engine.take(width * 2), v: engine.take(width * 2) }
  const kept = Array.from({ length: 4 }, () => engine.take(width * PLACE))
  const keptAt = [-1, -1, -1, -1]
  const out = Array.from({ length: 2 }, () => engine.takeEmpty((view.width + 2 * ROOM) * PLACE) + ROOM * PLACE)
  const scale = { perU: pattern.width / 65_535, perV: pattern.height / 65_535, x0: pattern.x0, y0: pattern.y0 }
  let turn = 0
  const lines = Array.from({ length: view.height }, (_, i) => place(i, view.down, view.height, height))
  const lineParts = engine.putFloats(lines.map(({ part }) => part))
  const toMetres = engine.run.place({ ...codes, ...scale })
  const readPattern = engine.run.pattern({ offsets, parts, torn })

  const mapRow = (at: number): Pointer => {
    const row = kept[at & 3]!
    if (keptAt[at & 3] !== at) {
      const line = (all: Uint16Array) => new Uint8Array(all.buffer, all.byteOffset + at * width * 2, width * 2)
      engine.bytes().set(line(u), codes.u)
      engine.bytes().set(line(v), codes.v)
      toMetres(0, width, row)
      keptAt[at & 3] = at
    }
    return row
  }

  return (row: number, { first, end }: Columns): Pointer => {
    const { base } = lines[row]!
    const to = out[(turn ^= 1)]!
    readPattern(mapRow(base), mapRow(base + 1), lineParts + 4 * row, first, end, to)
    return to
  }
}

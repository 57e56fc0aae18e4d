import type { Engine, Pointer } from './engine.ts'
import type { View } from './layout.ts'
import type { PatternMap } from './plate.ts'
import type { Columns, Span } from './resample.ts'
import { PLACE } from './footprint.ts'

type Pattern = { x0: number; y0: number; width: number; height: number }

/** Places beyond a row's sides, which its neighbours look at. */
const ROOM = 4

/** Where the pixels of one axis lie in the map: between pixel `bases` and the next, `parts` of the way. */
function placesOf(span: Span, size: number, length: number) {
  const [bases, parts] = [new Int32Array(size), new Float32Array(size)]
  for (let i = 0; i < size; i++) {
    const at = Math.min(length - 1, Math.max(0, (span.start + ((i + 0.5) / size) * span.length) * length - 0.5))
    bases[i] = Math.min(length - 2, Math.floor(at))
    parts[i] = at - bases[i]!
  }
  return { bases, parts }
}

/**
 * Reads u and v of a window of the map at another size, in some of its columns, as metres side by side, rows in rising
 * order. The row that comes back is good until the next call but one.
 */
export function createPatternReader(engine: Engine, map: PatternMap, pattern: Pattern, view: View, torn: number, { first, end }: Columns) {
  const { u, v, width, height } = map
  const across = placesOf(view.across, view.width, width)
  const offsets = engine.put(across.bases.map((base) => base * PLACE))
  const parts = engine.put(across.parts)
  // The columns of the map that are looked at; the loop that turns them into metres takes four at a time.
  const from = end > first ? across.bases[first]! & -4 : 0
  const to = end > first ? across.bases[end - 1]! + 2 : 0
  const codes = { u: engine.take(width * 2), v: engine.take(width * 2) }
  const kept = Array.from({ length: 4 }, () => engine.take((width + 4) * PLACE))
  const keptAt = [-1, -1, -1, -1]
  const out = Array.from({ length: 2 }, () => engine.takeEmpty((view.width + 2 * ROOM) * PLACE) + ROOM * PLACE)
  const scale = { perU: pattern.width / 65_535, perV: pattern.height / 65_535, x0: pattern.x0, y0: pattern.y0 }
  let turn = 0
  const down = placesOf(view.down, view.height, height)
  const lineParts = engine.put(down.parts)
  const toMetres = engine.run.place({ ...codes, ...scale })
  const readPattern = engine.run.pattern({ offsets, parts, torn })

  const copyCodes = (all: Uint16Array, y: number, into: Pointer): void => {
    const codes = new Uint8Array(all.buffer, all.byteOffset + 2 * (y * width + from), 2 * (to - from))
    engine.bytes().set(codes, into + 2 * from)
  }
  const mapRow = (y: number): Pointer => {
    const row = kept[y & 3]!
    if (keptAt[y & 3] !== y) {
      copyCodes(u, y, codes.u)
      copyCodes(v, y, codes.v)
      toMetres(from, to, row)
      keptAt[y & 3] = y
    }
    return row
  }

  return (row: number): Pointer => {
    const y = down.bases[row]!
    const place = out[(turn ^= 1)]!
    readPattern(mapRow(y), mapRow(y + 1), lineParts + 4 * row, first, end, place)
    return place
  }
}

import type { PatternMap } from './plate.ts'
import type { Columns } from './resample.ts'

/** Where a map holds product at all. */
export type Reach = {
  /** Columns of a row of the map; empty where there is none. */
  columns: (y: number) => Columns
  /** Rows from `first` up to `end`. */
  rows: Columns
}

const measured = new WeakMap<PatternMap, Reach>()

/** Measured once a map, and kept with it. */
export function reachOf(map: PatternMap): Reach {
  const known = measured.get(map)
  if (known) return known
  const { width, height, coverage } = map
  const rows: Columns[] = []
  let [top, bottom] = [height, 0]
  for (let y = 0; y < height; y++) {
    const line = coverage.subarray(y * width, (y + 1) * width)
    const first = line.findIndex((share) => share !== 0)
    const end = line.findLastIndex((share) => share !== 0) + 1
    rows.push({ first: Math.max(0, first), end })
    if (end === 0) continue
    top = Math.min(top, y)
    bottom = y + 1
  }
  const reach = { columns: (y: number) => rows[y]!, rows: { first: Math.min(top, bottom), end: bottom } }
  measured.set(map, reach)
  return reach
}

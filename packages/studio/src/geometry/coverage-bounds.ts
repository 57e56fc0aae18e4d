import type { UvMap } from '../plate/plate.ts'
import type { Columns } from './view.ts'

/** Where a map holds product at all. */
export type CoverageBounds = {
  /** Columns of a row of the map; empty where there is none. */
  columns: (y: number) => Columns
  /** Rows from `first` up to `end`. */
  rows: Columns
}

const measured = new WeakMap<UvMap['coverage'], CoverageBounds>()

/** Measured once a map, and kept with its coverage. */
export function coverageBoundsOf({
  width,
  height,
  coverage,
}: Pick<UvMap, 'width' | 'height' | 'coverage'>): CoverageBounds {
  const known = measured.get(coverage)
  if (known) return known
  const rows: Columns[] = []
  let [top, bottom] = [height, 0]
  for (let y = 0; y < height; y++) {
    const row = y * width
    let first = 0
    while (first < width && coverage[row + first] === 0) first++
    let end = first === width ? 0 : width
    while (end > 0 && coverage[row + end - 1] === 0) end--
    rows.push(end > 0 ? { first, end } : { first: 0, end })
    if (end === 0) continue
    top = Math.min(top, y)
    bottom = y + 1
  }
  const bounds = { columns: (y: number) => rows[y]!, rows: { first: Math.min(top, bottom), end: bottom } }
  measured.set(coverage, bounds)
  return bounds
}

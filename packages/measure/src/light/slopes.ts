/** By how much a field falls from each of `side` × `side` cells to the next one, along a row and down a column. */
export type Slopes = { side: number; across: Float32Array; down: Float32Array }

/** What tells of a field's slopes, but for a height of its own: values where there are any, NaN elsewhere, and their noise's deviation. */
export type Clue = { values: Float32Array; noise: number }

/** Of a window's cells, how many have to be known. */
const LEAST_KNOWN = 0.12
/** Of windows that are nearly a line: their planes may tilt across it. */
const LEAST_WIDE = 0.05
/** By how much noise counts for more in small windows, where what a camera has made kin is not averaged out. */
const CAUTION = 8
/** Cells to each side of the smallest window. */
const SMALLEST = 2
const MOMENTS = 5

/**
 * Slopes of the planes that come nearest to all clues within `reach` cells to every side, by least squares: one slope for all, a height
 * for each, the less noise the more weight. Planes lean at the border of what is known as they do within, where means would flatten
 * them, and go on a little beyond. What noise alone might make of a slope counts less (J. Lee's shrinkage, 1980). Windows half as large
 * follow, for folds that are narrower: of how they differ from the large ones what noise alone would not make.
 */
export function slopesOf(clues: readonly Clue[], side: number, reach: number): Slopes {
  const slopes = { side, across: new Float32Array(side * side), down: new Float32Array(side * side) }
  lean(slopes, clues, reach, 1)
  if (reach > SMALLEST) lean(slopes, clues, Math.max(SMALLEST, Math.round(reach / 2)), CAUTION)
  return slopes
}

/** Takes slopes to those of windows, as far as these tell. caution: by how much noise's variance counts for more. */
function lean({ side, across, down }: Slopes, clues: readonly Clue[], reach: number, caution: number): void {
  const windows = clues.map(({ values, noise }) => ({ ...windowsOf(values, side, reach), weight: 1 / (noise * noise) }))
  const least = LEAST_KNOWN * (2 * reach + 1) ** 2
  for (let y = 0; y < side; y++) {
    for (const { moveTo } of windows) moveTo(y)
    for (let x = 0; x < side; x++) {
      let [known, n, xx, yy, xy, xg, yg] = [0, 0, 0, 0, 0, 0, 0]
      for (const { sums, weight } of windows) {
        const from = x * SUMS
        const m = sums[from]!
        if (m < 2) continue
        const [mx, my, mg] = [sums[from + 1]! / m, sums[from + 3]! / m, sums[from + 6]! / m]
        known += m
        n += weight * m
        xx += weight * (sums[from + 2]! - m * mx * mx)
        yy += weight * (sums[from + 4]! - m * my * my)
        xy += weight * (sums[from + 5]! - m * mx * my)
        xg += weight * (sums[from + 7]! - m * mx * mg)
        yg += weight * (sums[from + 8]! - m * my * mg)
      }
      const determinant = xx * yy - xy * xy
      if (known < least || determinant < LEAST_WIDE * n * n) continue
      const at = y * side + x
      const dx = -(xg * yy - yg * xy) / determinant - across[at]!
      const dy = -(yg * xx - xg * xy) / determinant - down[at]!
      const squared = dx * dx + dy * dy
      const kept = squared / (squared + (caution * (xx + yy)) / determinant)
      across[at]! += kept * dx
      down[at]! += kept * dy
    }
  }
}

const SUMS = 9

/**
 * Sums over the window of each cell of a row, from the first row to the last: how many are known, x, x², y, y², xy of their places from the
 * window's middle, their values, and x and y times those.
 */
function windowsOf(values: Float32Array, side: number, reach: number) {
  const sums = new Float64Array(side * SUMS)
  const height = 2 * reach + 1
  const rows = Array.from({ length: height + 1 }, () => new Float32Array(side * MOMENTS))
  const rowAt = (y: number) => rows[y % (height + 1)]!
  const add = (y: number, j: number, sign: number) => {
    const row = rowAt(y)
    for (let x = 0, from = 0, to = 0; x < side; x++, from += MOMENTS, to += SUMS) {
      const n = sign * row[from]!
      if (n === 0) continue
      const [i, g] = [sign * row[from + 1]!, sign * row[from + 3]!]
      sums[to]! += n
      sums[to + 1]! += i
      sums[to + 2]! += sign * row[from + 2]!
      sums[to + 3]! += j * n
      sums[to + 4]! += j * j * n
      sums[to + 5]! += j * i
      sums[to + 6]! += g
      sums[to + 7]! += sign * row[from + 4]!
      sums[to + 8]! += j * g
    }
  }
  /** Places are told from a middle one lower. */
  const lower = () => {
    for (let to = 0; to < sums.length; to += SUMS) {
      sums[to + 4]! += sums[to]! - 2 * sums[to + 3]!
      sums[to + 3]! -= sums[to]!
      sums[to + 5]! -= sums[to + 1]!
      sums[to + 8]! -= sums[to + 6]!
    }
  }
  return {
    sums,
    moveTo(y: number) {
      if (y === 0) for (let below = 0; below < Math.min(reach, side); below++) enter(below, below)
      else lower()
      if (y + reach < side) enter(y + reach, reach)
      if (y - reach - 1 >= 0) add(y - reach - 1, -reach - 1, -1)
    },
  }

  function enter(y: number, j: number): void {
    rowSums(values.subarray(y * side, (y + 1) * side), reach, rowAt(y))
    add(y, j, 1)
  }
}

/** Of the known values of a row within `reach` of each place: how many, their places' sum and squares' sum, their values' and both's. */
function rowSums(row: Float32Array, reach: number, sums: Float32Array): void {
  sums.fill(0)
  for (let x = 0; x < row.length; x++) {
    const value = row[x]!
    if (Number.isNaN(value)) continue
    for (let i = Math.max(-reach, x - row.length + 1); i <= Math.min(reach, x); i++) {
      const to = (x - i) * MOMENTS
      sums[to]! += 1
      sums[to + 1]! += i
      sums[to + 2]! += i * i
      sums[to + 3]! += value
      sums[to + 4]! += i * value
    }
  }
}

/** The slopes of a field at half its size. */
export function halvedSlopes({ side, across, down }: Slopes): Slopes {
  const half = Math.ceil(side / 2)
  const halved = (slopes: Float32Array) => {
    const out = new Float32Array(half * half)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) out[(y >> 1) * half + (x >> 1)]! += slopes[y * side + x]! / 2
    return out
  }
  return { side: half, across: halved(across), down: halved(down) }
}

import { CLEAR_BLACK, type Kinds, SHEET_WHITE } from './classify.ts'
import type { Spread } from './ink-spread.ts'
import type { Clue } from './slopes.ts'
import { DARKEST, type Planes } from './planes.ts'

/**
 * Bounds of how much of black ink's own light and shade is taken over, in ratios: curve and flare of the camera bend them. Within a
 * square white's folds are 0.85 to 1.0 of black's, seen in four rendered scenes; over the whole print flare may make it less.
 */
const FOLLOWED = { least: 0.8, usual: 0.9, most: 1.1 }
/** By how much noise that a camera and its JPEG have made kin among neighbours is worse than the same without. */
const KIN = 4
/** Of white, how much the photograph itself has to say, and the least deviation of its logarithms. */
const SURE = 0.95
const LEAST_GRAIN = 0.006

/** Light and shade of clear black, in logarithms, times how much of them white follows. */
export function blackClue(
  planes: Planes,
  { kind }: Kinds,
  lift: Float32Array,
  size: number,
  step: number,
  square: number,
): Clue {
  let [squares, means, pairs] = [0, 0, 0]
  for (let at = 0; at < kind.length; at++) {
    if (kind[at] !== CLEAR_BLACK || kind[at + 2] !== CLEAR_BLACK) continue
    const [light, next] = [lightAt(planes, at), lightAt(planes, at + 2)]
    squares += (light - next) ** 2
    means += (light + next) / 2
    pairs++
  }
  const noise = pairs === 0 ? 0 : (Math.sqrt(squares / pairs / 2) * pairs) / Math.max(1e-9, means)
  const followed = followedShare(planes, kind, lift, size, Math.round(2 * square))
  const logs = logsOf(size, step, (at) => (kind[at] === CLEAR_BLACK ? lightAt(planes, at) : NaN))
  return { values: logs.map((log) => followed * log), noise: (KIN * Math.max(1e-3, followed * noise)) / step }
}

/** Light and shade of white that no ink is near, which is less noisy by far. */
export function whiteClue(
  planes: Planes,
  { sure, lift, grain }: Spread,
  { kind, whites }: Kinds,
  size: number,
  step: number,
): Clue {
  const light = new Float32Array(kind.length).fill(NaN)
  whites.pixels.forEach((at, i) => {
    if (sure[i]! >= SURE) light[at] = lightAt(planes, at) * Math.exp(lift[i]!)
  })
  return { values: logsOf(size, step, (at) => light[at]!), noise: (KIN * Math.max(LEAST_GRAIN, grain)) / step }
}

const lightAt = (planes: Planes, at: number): number => planes[0][at]! + planes[1][at]! + planes[2][at]!

/** Logarithms of the mean light of cells of `step` × `step` pixels, of those half of whose pixels have one that is no NaN. */
function logsOf(size: number, step: number, lightOf: (at: number) => number): Float32Array {
  const side = Math.ceil(size / step)
  const [sum, count] = [new Float32Array(side * side), new Float32Array(side * side)]
  for (let at = 0; at < size * size; at++) {
    const light = lightOf(at)
    if (Number.isNaN(light)) continue
    const cell = Math.floor(Math.floor(at / size) / step) * side + Math.floor((at % size) / step)
    sum[cell]! += light
    count[cell]! += 1
  }
  return sum.map((total, cell) =>
    count[cell]! * 2 < step * step ? NaN : Math.log(Math.max(3 * DARKEST, total / count[cell]!)),
  )
}

/**
 * By how much logarithms of white's light change where those of black's change by 1: the slope over squares of the picture that
 * show both, `cell` pixels a side.
 */
function followedShare(planes: Planes, kind: Uint8Array, lift: Float32Array, size: number, cell: number): number {
  const across = Math.ceil(size / cell)
  const sums = new Float64Array(across * across * 4)
  for (let at = 0; at < kind.length; at++) {
    const which = kind[at] === SHEET_WHITE ? 0 : kind[at] === CLEAR_BLACK ? 2 : -1
    if (which < 0) continue
    const to = 4 * (Math.floor(at / size / cell) * across + Math.floor((at % size) / cell)) + which
    sums[to]! += (planes[0][at]! + planes[1][at]! + planes[2][at]!) * Math.exp(lift[at]!)
    sums[to + 1]! += 1
  }
  let [n, w, k, wk, kk] = [0, 0, 0, 0, 0]
  for (let at = 0; at < sums.length; at += 4) {
    if (sums[at + 1]! < 12 || sums[at + 3]! < 12) continue
    const white = Math.log(Math.max(3 * DARKEST, sums[at]! / sums[at + 1]!))
    const black = Math.log(Math.max(3 * DARKEST, sums[at + 2]! / sums[at + 3]!))
    n++
    w += white
    k += black
    wk += white * black
    kk += black * black
  }
  const spread = kk - (k * k) / n
  // Where all is lit alike there is nothing to follow, and nothing to learn it from.
  if (n < 20 || spread / n < 0.003) return FOLLOWED.usual
  return Math.min(FOLLOWED.most, Math.max(FOLLOWED.least, (wk - (w * k) / n) / spread))
}

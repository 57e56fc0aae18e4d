import { type Homography, IDENTITY, apply, solve, turnAbout } from './homography.ts'
import { type Plane, blur, boundsOf, halve, planeOf, sample } from './plane.ts'

/** What is looked through before anything is refined: shifts in shares of the picture's width, turns in degrees, scales. */
export type Search = { shift: number; turns: readonly number[]; scales: readonly number[] }
/** `homography` leads from the reference to the picture; `correlation` (-1…1) says how alike they are there. */
export type Registration = { homography: Homography; correlation: number }

/** Pixels of the reference's marked part that the search looks at, along its longer side. */
const COARSE = 36
const LEVELS_FROM_WIDTH = 40
const ROUNDS = 12
/** Pixels that are looked at in a refinement, and for each place of the search. */
const MOST_MARKS = 12_000
const FEW_MARKS = 350
/** Pixels of less weight are not looked at. */
const LIGHTEST = 0.02
/** Steps of the search in pixels of the coarse picture. */
const STRIDE = 2
/** A refinement that is further off than this from where it began has lost its way, in shares of the picture's width. */
const FURTHEST = 0.08
/** Noise below this many 8-bit values is no detail. */
const QUIET = 4

/**
 * Finds where the marked part of a reference lies in a picture of the same size. Shifts, turns and scales are tried
 * at a coarse size by correlation (what phase correlation finds too, but also of what is turned); from the best on, eight
 * parameters are refined from coarse to fine by Gauss and Newton on the warped picture (Lucas and Kanade 1981; Baker
 * and Matthews 2004, forward additive). Both are seen in local contrast, so that the light does not matter.
 */
export function register(sought: Sought, picture: Plane, search: Search): Registration {
  const levels = pyramid(sought, picture)
  const coarse = levels.at(-1)!
  const begun = find(coarse, search)
  let best: Registration = begun
  for (const level of levels.toReversed()) {
    const refined = refine(level, best.homography)
    const before = correlation(level.picture, level.marks, best.homography)
    const after = correlation(level.picture, level.marks, refined)
    best =
      after >= before && isNear(refined, begun.homography)
        ? { homography: refined, correlation: after }
        : { homography: best.homography, correlation: before }
  }
  const still = correlation(levels[0]!.picture, levels[0]!.marks, IDENTITY)
  return best.correlation > still ? best : { homography: IDENTITY, correlation: still }
}

const isNear = (one: Homography, other: Homography): boolean =>
  [
    [-0.3, -0.3],
    [0.3, -0.3],
    [-0.3, 0.3],
    [0.3, 0.3],
  ].every(([x, y]) => {
    const [a, b] = [apply(one, x!, y!), apply(other, x!, y!)]
    return Math.hypot(a[0] - b[0], a[1] - b[1]) < FURTHEST
  })

/** Marked pixels, at most a number of them, evenly thinned: places in shares of the picture, weights, and the reference's values there. */
type Marks = { count: number; x: Float32Array; y: Float32Array; weight: Float32Array; value: Float32Array }
type SoughtLevel = { marks: Marks; few: Marks; weight: Plane }
type Level = SoughtLevel & { picture: Plane }

/** The marked part of a reference, from its own size to the coarsest: the same for every picture that it is sought in. */
export type Sought = readonly SoughtLevel[]

/** Reads what is to be found. @param weight of each pixel of the reference; planes of one size */
export function readSought(reference: Plane, weight: Plane): Sought {
  const bounds = boundsOf(weight)
  const side = bounds ? Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top) : weight.width
  const planes = [{ reference, weight }]
  for (let width = side; width >= 2 * COARSE && planes.at(-1)!.weight.width >= 2 * LEVELS_FROM_WIDTH; width /= 2) {
    const { reference: r, weight: w } = planes.at(-1)!
    planes.push({ reference: halve(r), weight: halve(w) })
  }
  return planes.map((level) => {
    const seen = contrast(level.reference)
    return {
      weight: level.weight,
      marks: marksOf(seen, level.weight, MOST_MARKS),
      few: marksOf(seen, level.weight, FEW_MARKS),
    }
  })
}

function pyramid(sought: Sought, picture: Plane): Level[] {
  let shown = picture
  return sought.map((level, at) => {
    if (at > 0) shown = halve(shown)
    return { ...level, picture: contrast(shown) }
  })
}

function marksOf(reference: Plane, { width, height, data }: Plane, most: number): Marks {
  const places: number[] = []
  for (let at = 0; at < data.length; at++) if (data[at]! >= LIGHTEST) places.push(at)
  // A stride that shares nothing with the rows' length: thinned pixels do not stand in columns.
  const stride = Math.max(1, places.length / most)
  const count = Math.floor(places.length / stride)
  const all = (of: (at: number) => number) =>
    Float32Array.from({ length: count }, (_, i) => of(places[Math.floor(i * stride)]!))
  return {
    count,
    x: all((at) => ((at % width) + 0.5 - width / 2) / width),
    y: all((at) => (Math.floor(at / width) + 0.5 - height / 2) / width),
    weight: all((at) => data[at]!),
    value: all((at) => reference.data[at]!),
  }
}

/** Brightness against that of its surroundings, in units of what varies there. */
function contrast(plane: Plane): Plane {
  const radius = Math.max(3, Math.round(plane.width / 64))
  const mean = blur(plane, radius)
  const rest = planeOf(plane.width, plane.height, (at) => plane.data[at]! - mean.data[at]!)
  const power = blur(
    planeOf(plane.width, plane.height, (at) => rest.data[at]! ** 2),
    radius,
  )
  return planeOf(plane.width, plane.height, (at) => rest.data[at]! / Math.sqrt(power.data[at]! + QUIET ** 2))
}

function correlation(
  { width, height, ...picture }: Plane,
  { count, x, y, weight, value }: Marks,
  h: Homography,
): number {
  let [n, sumR, sumP, sumRR, sumPP, sumRP] = [1e-9, 0, 0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    const w = width / (h[6] * x[i]! + h[7] * y[i]! + h[8])
    const px = (h[0] * x[i]! + h[1] * y[i]! + h[2]) * w + width / 2 - 0.5
    const py = (h[3] * x[i]! + h[4] * y[i]! + h[5]) * w + height / 2 - 0.5
    const p = nearest(picture.data, width, height, px, py)
    const [r, part] = [value[i]!, weight[i]!]
    n += part
    sumR += part * r
    sumP += part * p
    sumRR += part * r * r
    sumPP += part * p * p
    sumRP += part * r * p
  }
  const spread = (sumRR / n - (sumR / n) ** 2) * (sumPP / n - (sumP / n) ** 2)
  return spread > 1e-6 ? (sumRP / n - (sumR / n) * (sumP / n)) / Math.sqrt(spread) : 0
}

const nearest = (data: Float32Array, width: number, height: number, x: number, y: number): number =>
  data[Math.min(height - 1, Math.max(0, Math.round(y))) * width + Math.min(width - 1, Math.max(0, Math.round(x)))]!

function find(level: Level, { shift, turns, scales }: Search): Registration {
  const bounds = boundsOf(level.weight)
  const { width, height } = level.weight
  const [x, y] = bounds
    ? [((bounds.left + bounds.right) / 2 - width / 2) / width, ((bounds.top + bounds.bottom) / 2 - height / 2) / width]
    : [0, 0]
  const steps = Math.ceil((shift * width) / STRIDE)
  const { picture, few } = level
  let best: Registration = { homography: IDENTITY, correlation: correlation(picture, few, IDENTITY) }
  for (const turn of turns)
    for (const scale of scales) {
      const correlationAt = shifted(picture, few, turnAbout(x, y, turn, scale, 0, 0))
      for (let down = -steps; down <= steps; down++)
        for (let across = -steps; across <= steps; across++) {
          const found = correlationAt(across * STRIDE, down * STRIDE)
          if (found <= best.correlation) continue
          const homography = turnAbout(x, y, turn, scale, (across * STRIDE) / width, (down * STRIDE) / width)
          best = { homography, correlation: found }
        }
    }
  return best
}

/** `correlation` with the marks turned and scaled, and shifted by whole pixels besides: a look-up a mark, a fifth of the time. */
function shifted({ width, height, data }: Plane, { count, x, y, weight, value }: Marks, h: Homography) {
  const [columns, rows] = [new Int32Array(count), new Int32Array(count)]
  let [n, sumR, sumRR] = [1e-9, 0, 0]
  for (let i = 0; i < count; i++) {
    columns[i] = Math.round((h[0] * x[i]! + h[1] * y[i]! + h[2]) * width + width / 2 - 0.5)
    rows[i] = Math.round((h[3] * x[i]! + h[4] * y[i]! + h[5]) * width + height / 2 - 0.5)
    n += weight[i]!
    sumR += weight[i]! * value[i]!
    sumRR += weight[i]! * value[i]! * value[i]!
  }
  const spreadR = sumRR / n - (sumR / n) ** 2
  return (across: number, down: number): number => {
    let [sumP, sumPP, sumRP] = [0, 0, 0]
    for (let i = 0; i < count; i++) {
      const row = Math.min(height - 1, Math.max(0, rows[i]! + down))
      const p = data[row * width + Math.min(width - 1, Math.max(0, columns[i]! + across))]!
      const part = weight[i]! * p
      sumP += part
      sumPP += part * p
      sumRP += part * value[i]!
    }
    const spread = spreadR * (sumPP / n - (sumP / n) ** 2)
    return spread > 1e-6 ? (sumRP / n - (sumR / n) * (sumP / n)) / Math.sqrt(spread) : 0
  }
}

/** Eight parameters by Gauss and Newton, damped a little, the perspective ones more: they are seen least. */
function refine({ picture, marks }: Level, start: Homography): Homography {
  const { width, height } = picture
  let h = start
  for (let round = 0; round < ROUNDS; round++) {
    const rows = Array.from({ length: 8 }, () => new Float64Array(8))
    const right = new Float64Array(8)
    const jacobian = new Float64Array(8)
    for (let at = 0; at < marks.count; at++) {
      const [x, y] = [marks.x[at]!, marks.y[at]!]
      const w = h[6] * x + h[7] * y + h[8]
      const [u, v] = [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w]
      const [px, py] = [u * width + width / 2 - 0.5, v * width + height / 2 - 0.5]
      const gx = (sample(picture, px + 1, py) - sample(picture, px - 1, py)) / 2
      const gy = (sample(picture, px, py + 1) - sample(picture, px, py - 1)) / 2
      const [across, down] = [(gx * width) / w, (gy * width) / w]
      const along = -(across * u + down * v)
      jacobian[0] = across * x
      jacobian[1] = across * y
      jacobian[2] = across
      jacobian[3] = down * x
      jacobian[4] = down * y
      jacobian[5] = down
      jacobian[6] = along * x
      jacobian[7] = along * y
      const miss = marks.value[at]! - sample(picture, px, py)
      // Far misses are something else, not something shifted (Huber's weight at 1.5).
      const trust = marks.weight[at]! * Math.min(1, 1.5 / Math.max(1e-6, Math.abs(miss)))
      for (let i = 0; i < 8; i++) {
        const part = trust * jacobian[i]!
        right[i]! += part * miss
        for (let k = i; k < 8; k++) rows[i]![k]! += part * jacobian[k]!
      }
    }
    for (let i = 0; i < 8; i++) {
      for (let k = 0; k < i; k++) rows[i]![k] = rows[k]![i]!
      rows[i]![i]! *= i >= 6 ? 1.05 : 1.001
      rows[i]![i]! += 1e-9
    }
    const step = solve(rows, right)
    if (!step || step.some((value) => !Number.isFinite(value))) return h
    h = [...h.slice(0, 8).map((value, i) => value + step[i]!), 1] as unknown as Homography
    if (Math.max(...step.map(Math.abs)) < 0.05 / width) break
  }
  return h
}

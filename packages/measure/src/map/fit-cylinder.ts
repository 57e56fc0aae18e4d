import type { Correspondence } from '../find/corners.ts'
import { cramer } from './fit-surface.ts'
import { solveSymmetric } from './solve-symmetric.ts'
import type { Base } from './surface.ts'

type Seen = { width: number; height: number }

/**
 * What a camera sees of a sheet that is wrapped round a cylinder: how the cylinder is turned (a rotation vector, after the roll of
 * the start) and where it is (inches, right, down and away), the logarithms of its radius (inches) and of the camera's focal
 * length (shares of the photograph's longer side), and the lens's first term of radial distortion (D. Brown, 1966).
 */
const [TURN_X, TURN_Y, TURN_Z, RIGHT, DOWN, AWAY, RADIUS, FOCAL, DISTORTION] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const UNKNOWNS = 9
const MOST_RADIUS = Math.log(200)
/** Starts: cameras of 24 to 85 mm, a mug or a body, turned to the left, not at all, to the right. */
const FOCALS = [0.7, 1.3, 2.4]
const RADII = [1.5, 4]
const TURNS = [-0.5, 0, 0.5]
const ROUNDS = { first: 12, last: 40 }
const STEP = 1e-5
/** How far a lens's distortion is from none, as a rule. */
const USUAL_DISTORTION = 0.08
/** Of a square: misses beyond count less and less (P. Huber, 1964); and what a cylinder may miss at the median and the 90th percentile. */
const HUBER = 0.01
const MOST_MISS = { median: 0.01, p90: 0.04 }
const LEAST_PLACES = 24

/**
 * The cylinder, seen by a camera, on which the sheet lies, or null where none explains the found places. A mug's edges turn away
 * so fast that no surface that only bends little can tell where they go on; a cylinder can.
 */
export function fitCylinder(
  seen: Seen,
  sheet: Seen & { pitch: number },
  places: readonly Correspondence[],
): Base | null {
  if (places.length < LEAST_PLACES) return null
  const start = startOf(seen, places)
  if (!start) return null
  const huber = HUBER * sheet.pitch * start.perInch
  const fitting = { seen, sheet, places, roll: start.roll, huber }
  let best: Fitted | null = null
  for (const focal of FOCALS)
    for (const radius of RADII)
      for (const turn of TURNS) {
        const away = (focal * Math.max(seen.width, seen.height)) / start.perInch
        const [right, down] = [(start.right * away) / focal, (start.down * away) / focal]
        const from = [0, turn, 0, right, down, away, Math.log(radius), Math.log(focal), 0]
        const fitted = fit(fitting, Float64Array.from(from), ROUNDS.first)
        if (!best || fitted.cost < best.cost) best = fitted
      }
  if (!best) return null
  const { unknowns } = fit(fitting, best.unknowns, ROUNDS.last)
  const base: Base = (x, y) => pixelOf(fitting, unknowns, x, y)
  const misses = places.map(({ x, y, px, py }) => {
    const [qx, qy] = base(x, y)
    return Math.hypot(qx - px, qy - py)
  })
  misses.sort((a, b) => a - b)
  const at = (share: number) => misses[Math.floor(share * misses.length)]!
  const square = sheet.pitch * start.perInch
  return at(0.5) <= MOST_MISS.median * square && at(0.9) <= MOST_MISS.p90 * square ? base : null
}

type Fitting = { seen: Seen; sheet: Seen; places: readonly Correspondence[]; roll: number; huber: number }

/** From the plane through all places: pixels an inch along the cylinder's axis, its roll, and where it is (shares of the focal length). */
function startOf({ width, height }: Seen, places: readonly Correspondence[]) {
  const normal = new Float64Array(9)
  const right = { px: new Float64Array(3), py: new Float64Array(3) }
  let [x, y] = [0, 0]
  for (const place of places) {
    const row = [1, place.x, place.y]
    x += place.px / places.length
    y += place.py / places.length
    for (let i = 0; i < 3; i++) {
      right.px[i]! += row[i]! * place.px
      right.py[i]! += row[i]! * place.py
      for (let j = 0; j < 3; j++) normal[3 * i + j]! += row[i]! * row[j]!
    }
  }
  const [, , downX] = cramer(normal, right.px)
  const [, , downY] = cramer(normal, right.py)
  const perInch = Math.hypot(downX, downY)
  if (!(perInch > 1)) return null
  const longer = Math.max(width, height)
  return { perInch, roll: Math.atan2(-downX, downY), right: (x - width / 2) / longer, down: (y - height / 2) / longer }
}

type Fitted = { unknowns: Float64Array; cost: number }

/** By the method of Levenberg and Marquardt. */
function fit(fitting: Fitting, from: Float64Array, rounds: number): Fitted {
  let unknowns = from
  let now = missesOf(fitting, unknowns)
  let damping = 1e-2
  for (let round = 0; round < rounds; round++) {
    const slopes = Array.from({ length: UNKNOWNS }, (_, k) => {
      const moved = unknowns.slice()
      moved[k]! += STEP
      const { misses } = missesOf(fitting, moved)
      return misses.map((miss, i) => (miss - now.misses[i]!) / STEP)
    })
    const [matrix, right] = [new Float64Array(UNKNOWNS * UNKNOWNS), new Float64Array(UNKNOWNS)]
    for (let a = 0; a < UNKNOWNS; a++) {
      for (let b = 0; b <= a; b++) {
        let sum = 0
        for (let i = 0; i < now.misses.length; i++) sum += now.weights[i]! * slopes[a]![i]! * slopes[b]![i]!
        matrix[a * UNKNOWNS + b] = sum
      }
      for (let i = 0; i < now.misses.length; i++) right[a]! -= now.weights[i]! * slopes[a]![i]! * now.misses[i]!
      matrix[a * UNKNOWNS + a]! *= 1 + damping
    }
    const solved = solveSymmetric(matrix, right, UNKNOWNS)
    const next = solved && unknowns.map((value, k) => value + solved.x[k]!)
    if (next) next[RADIUS] = Math.min(MOST_RADIUS, next[RADIUS]!)
    const then = next && missesOf(fitting, next)
    if (next && then && then.cost < now.cost) {
      const isDone = now.cost - then.cost < 1e-6 * now.cost
      unknowns = next
      now = then
      damping /= 4
      if (isDone) break
    } else if (damping > 1e6) break
    else damping *= 6
  }
  return { unknowns, cost: now.cost }
}

function missesOf(fitting: Fitting, unknowns: Float64Array) {
  const { places, huber } = fitting
  const [misses, weights] = [new Float64Array(2 * places.length + 1), new Float64Array(2 * places.length + 1)]
  let cost = 0
  for (const [i, { x, y, px, py }] of places.entries()) {
    const [qx, qy] = pixelOf(fitting, unknowns, x, y)
    const miss = Math.hypot(qx - px, qy - py)
    misses[2 * i] = qx - px
    misses[2 * i + 1] = qy - py
    weights[2 * i] = weights[2 * i + 1] = Math.min(1, huber / miss)
    cost += miss < huber ? miss * miss : huber * (2 * miss - huber)
  }
  const last = 2 * places.length
  misses[last] = (huber * unknowns[DISTORTION]!) / USUAL_DISTORTION
  weights[last] = 1
  cost += misses[last] ** 2
  return { misses, weights, cost: Number.isFinite(cost) ? cost : Infinity }
}

function pixelOf({ seen, sheet, roll }: Fitting, p: Float64Array, x: number, y: number): [number, number] {
  const radius = Math.exp(p[RADIUS]!)
  const turn = (x - sheet.width / 2) / radius
  let at: Triple = [radius * Math.sin(turn), y - sheet.height / 2, radius * (1 - Math.cos(turn))]
  at = turned(at, p[TURN_X]!, p[TURN_Y]!, p[TURN_Z]!)
  at = turned(at, 0, 0, roll)
  const [right, down, away] = [at[0] + p[RIGHT]!, at[1] + p[DOWN]!, at[2] + p[AWAY]!]
  const longer = Math.max(seen.width, seen.height)
  const [u, v] = [(Math.exp(p[FOCAL]!) * right) / away, (Math.exp(p[FOCAL]!) * down) / away]
  const bend = longer * (1 + p[DISTORTION]! * 4 * (u * u + v * v))
  return away > 0 ? [seen.width / 2 + u * bend, seen.height / 2 + v * bend] : [Infinity, Infinity]
}

type Triple = [number, number, number]

/** Turned about an axis through the origin by the vector's length (O. Rodrigues, 1840). */
function turned([x, y, z]: Triple, a: number, b: number, c: number): Triple {
  const angle = Math.hypot(a, b, c)
  if (angle < 1e-12) return [x, y, z]
  const [i, j, k] = [a / angle, b / angle, c / angle]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = (i * x + j * y + k * z) * (1 - cos)
  return [
    x * cos + (j * z - k * y) * sin + i * along,
    y * cos + (k * x - i * z) * sin + j * along,
    z * cos + (i * y - j * x) * sin + k * along,
  ]
}

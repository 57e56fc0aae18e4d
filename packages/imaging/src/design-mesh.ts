import { type PrintBox, sharesOf } from '@printroom/studio/geometry/placement'
import type { Frame } from '@printroom/studio/plate/manifest'
import type { Plate } from '@printroom/studio/plate/plate'

/** Patches of a warp along a side: cloth folds within a twentieth of a print are smoothed a little, which 24 change by less than 0.03 of 255. */
const PATCHES = 20
export const MESH_POINTS = 3 * PATCHES + 1

/** Sums of a straight fit of two places by two shares. */
const SUMS = 12

/**
 * Where a design lies in a picture, as image editors hold it: a mesh of cubic Bézier patches, row by row, each point in pixels
 * of the picture. Around each knot what the plate's pixels say is fitted straight; knots of which nothing is seen, as within a
 * fold, lie where the cloth beside them is last seen: carried on beyond, their patches came out over the cloth in front.
 */
export function designMesh({ map, manifest }: Plate, box: PrintBox, frame: Frame, size: number): [number, number][] {
  const { origin, across, down } = sharesOf(box)
  const { x0, y0, width, height } = manifest.pattern
  const sums = new Float64Array(MESH_POINTS ** 2 * SUMS)
  const scale = size / frame.scale
  const [left, top] = [frame.x - frame.scale / 2, frame.y - frame.scale / 2]
  for (let at = 0; at < map.coverage.length; at++) {
    if (map.coverage[at] === 0) continue
    const [px, py] = [x0 + (map.u[at]! / 65_535) * width - origin[0], y0 + (map.v[at]! / 65_535) * height - origin[1]]
    const s = (px * across[0] + py * across[1]) * (MESH_POINTS - 1)
    const t = (px * down[0] + py * down[1]) * (MESH_POINTS - 1)
    const [i, j] = [Math.round(s), Math.round(t)]
    if (i < 0 || j < 0 || i >= MESH_POINTS || j >= MESH_POINTS) continue
    const x = (((at % map.width) + 0.5) / map.width - left) * scale
    const y = ((Math.floor(at / map.width) + 0.5) / map.height - top) * scale
    const [ds, dt] = [s - i, t - j]
    const values = [1, ds, dt, ds * ds, ds * dt, dt * dt, x, x * ds, x * dt, y, y * ds, y * dt]
    for (let k = 0, to = (j * MESH_POINTS + i) * SUMS; k < SUMS; k++) sums[to + k]! += values[k]!
  }
  return controlPoints(filled(sums))
}

type Knots = ([number, number] | null)[]

/** The fitted places of knots, and for those without any their neighbours'. */
function filled(sums: Float64Array): Knots {
  const knots: Knots = Array.from({ length: MESH_POINTS ** 2 }, (_, at) =>
    fitted(sums.subarray(at * SUMS, (at + 1) * SUMS)),
  )
  while (knots.includes(null) && knots.some((knot) => knot !== null)) {
    const before = knots.slice()
    const at = (i: number, j: number) =>
      i < 0 || j < 0 || i >= MESH_POINTS || j >= MESH_POINTS ? null : before[j * MESH_POINTS + i]!
    before.forEach((knot, index) => {
      if (knot !== null) return
      const [i, j] = [index % MESH_POINTS, Math.floor(index / MESH_POINTS)]
      const near = [at(i + 1, j), at(i - 1, j), at(i, j + 1), at(i, j - 1)].filter((each) => each !== null)
      if (near.length === 0) return
      const mean = (axis: 0 | 1) => near.reduce((sum, each) => sum + each[axis], 0) / near.length
      knots[index] = [mean(0), mean(1)]
    })
  }
  return knots
}

/** The place at the knot itself by a plane through all that lies around it; null where that is too little. */
function fitted(sums: Float64Array): [number, number] | null {
  const [n, s, t, ss, st, tt, x, xs, xt, y, ys, yt] = sums as unknown as number[]
  if (n! < 6) return null
  const minors = [ss! * tt! - st! * st!, s! * tt! - st! * t!, s! * st! - ss! * t!] as const
  const whole = n! * minors[0] - s! * minors[1] + t! * minors[2]
  // Seen from one side alone, or from so little that the slope is a guess.
  if (whole < 1e-3 * n! ** 3 * 0.01) return null
  const at = (a: number, b: number, c: number) => (a * minors[0] - b * minors[1] + c * minors[2]) / whole
  return [at(x!, xs!, xt!), at(y!, ys!, yt!)]
}

/** Patches through the knots: each curve meets its four (Lagrange, as Bernstein's weights). */
function controlPoints(knots: Knots): [number, number][] {
  const points = knots.map((knot): [number, number] => knot ?? [0, 0])
  const bend = (start: number, step: number): void => {
    for (let patch = 0; patch < PATCHES; patch++) {
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => points[start + (3 * patch + k) * step]!) as [
        [number, number],
        [number, number],
        [number, number],
        [number, number],
      ]
      const inner = (of: readonly [number, number, number, number]): [number, number] => [
        (of[0] * a[0] + of[1] * b[0] + of[2] * c[0] + of[3] * d[0]) / 6,
        (of[0] * a[1] + of[1] * b[1] + of[2] * c[1] + of[3] * d[1]) / 6,
      ]
      points[start + (3 * patch + 1) * step] = inner([-5, 18, -9, 2])
      points[start + (3 * patch + 2) * step] = inner([2, -9, 18, -5])
    }
  }
  for (let row = 0; row < MESH_POINTS; row++) bend(row * MESH_POINTS, 1)
  for (let column = 0; column < MESH_POINTS; column++) bend(column, MESH_POINTS)
  return points
}

import type { Correspondence } from '../find/corners.ts'
import type { Photo } from '../find/read-photo.ts'
import { type Labels, shareAt } from '../light/sheet-labels.ts'
import type { Sheet } from '../print/sheet.ts'
import { type Surface, pixelAt } from './surface.ts'
import { solveSymmetric } from './solve-symmetric.ts'
import { LINEAR_OF_SRGB8 } from '@printroom/studio/tone/srgb'

/** Of a square: how far the middles of the looked-at windows lie apart, half a window, and its places along an axis. */
const APART = 1 / 3
const HALF = 0.27
const PLACES = 15
/** Windows farther than this from every found place are not looked at, in squares: the map may be anywhere there. */
const REACH = 0.8
/** Unknowns of a window: light and its slopes, contrast, the way that the print lies off (two), and how much wider its ink is. */
const UNKNOWNS = 7
const [LIGHT, ACROSS, DOWN, CONTRAST, OFF_X, OFF_Y, WIDER] = [0, 1, 2, 3, 4, 5, 6]
/** Of what varies in a window, how much the print must explain; of its light, how much ink must take. */
const LEAST_EXPLAINED = 0.93
const LEAST_CONTRAST = 0.35
/** Off by more than this (squares) it is another edge; less sure than this (pixels) it says nothing. */
const FARTHEST = 0.12
const UNSURE = 0.25

/** The equations of a window, kept from one to the next. */
const ROWS = new Float64Array(PLACES * PLACES * (UNKNOWNS + 1))

/** A place that was found by a window, by how many inches ink is wider there than drawn, and how sure the place is (pixels). */
export type Window = Correspondence & { wider: number; deviation: number }

/**
 * Where the print lies in windows of a third of a square, to hundredths of a pixel: the ink that the map leads to expect (shares
 * within the lens's blur) is laid on the photograph by least squares, with light that slopes, contrast, and how far ink has run left
 * open (B. Lucas and T. Kanade, 1981). `ran`: by how many inches ink is wider than drawn; null to find that too, which takes more edges.
 */
export function alignWindows(
  photo: Photo,
  sheet: Sheet,
  labels: Labels,
  surface: Surface,
  found: readonly Correspondence[],
  ran: number | null,
): Window[] {
  const windows: Window[] = []
  const step = APART * sheet.pitch
  for (let y = sheet.top + step / 2; y < sheet.top + sheet.rows * sheet.pitch; y += step)
    for (let x = sheet.left + step / 2; x < sheet.left + sheet.columns * sheet.pitch; x += step) {
      if (!isNear(found, x, y, REACH * sheet.pitch)) continue
      const window = alignAt(photo, sheet, labels, surface, x, y, ran)
      if (window) windows.push(window)
    }
  return windows
}

const isNear = (found: readonly Correspondence[], x: number, y: number, reach: number): boolean =>
  found.some((place) => Math.abs(place.x - x) < reach && Math.abs(place.y - y) < reach)

function alignAt(
  photo: Photo,
  { pitch, patches }: Sheet,
  labels: Labels,
  surface: Surface,
  x: number,
  y: number,
  ran: number | null,
): Window | null {
  const half = HALF * pitch
  if (patches.some((patch) => Math.max(Math.abs(patch.x - x), Math.abs(patch.y - y)) < half + patch.side / 2 + 0.02))
    return null
  const used = ran === null ? UNKNOWNS : UNKNOWNS - 1
  const [normal, right] = [new Float64Array(used * used), new Float64Array(used)]
  const row = new Float64Array(UNKNOWNS)
  const texel = 1 / labels.across
  const share = (u: number, v: number) => shareAt(labels.near, labels, u, v)
  let [count, sum, squares, cx, cy, all] = [0, 0, 0, 0, 0, 0]
  for (let j = 0; j < PLACES; j++)
    for (let i = 0; i < PLACES; i++) {
      const [du, dv] = [(2 * i) / (PLACES - 1) - 1, (2 * j) / (PLACES - 1) - 1]
      const [u, v] = [x + half * du, y + half * dv]
      const light = lightAt(photo, ...pixelAt(surface, u, v))
      if (Number.isNaN(light)) return null
      const [sx, sy] = [
        (share(u + texel, v) - share(u - texel, v)) / (2 * texel),
        (share(u, v + texel) - share(u, v - texel)) / (2 * texel),
      ]
      const steep = Math.hypot(sx, sy)
      row[LIGHT] = 1
      row[ACROSS] = du
      row[DOWN] = dv
      row[CONTRAST] = share(u, v) + (ran ?? 0) * steep
      row[OFF_X] = sx
      row[OFF_Y] = sy
      row[WIDER] = steep
      for (let a = 0; a < used; a++) {
        right[a]! += row[a]! * light
        for (let b = 0; b <= a; b++) normal[a * used + b]! += row[a]! * row[b]!
      }
      ROWS.set(row.subarray(0, used), count * (used + 1))
      ROWS[count * (used + 1) + used] = light
      count++
      sum += light
      squares += light * light
      cx += steep * u
      cy += steep * v
      all += steep
    }
  const solved = solveSymmetric(normal, right, used)
  if (!solved || all < 1e-6) return null
  const { x: k, inverse } = solved
  let missed = 0
  for (let i = 0; i < count; i++) {
    let miss = ROWS[i * (used + 1) + used]!
    for (let a = 0; a < used; a++) miss -= k[a]! * ROWS[i * (used + 1) + a]!
    missed += miss * miss
  }
  const contrast = -k[CONTRAST]!
  if (contrast < LEAST_CONTRAST * k[LIGHT]! || missed > (1 - LEAST_EXPLAINED) * (squares - (sum * sum) / count))
    return null
  const [offX, offY] = [-k[OFF_X]! / contrast, -k[OFF_Y]! / contrast]
  if (Math.hypot(offX, offY) > FARTHEST * pitch) return null
  // Neighbouring places share a blur's noise: some six of them say what one does.
  const noise = Math.sqrt((6 * missed) / count) / contrast
  const at = { x: cx / all, y: cy / all }
  const [px, py] = pixelAt(surface, at.x, at.y)
  const [qx, qy] = pixelAt(surface, at.x + half, at.y)
  const scale = Math.hypot(qx - px, qy - py) / half
  const deviation = noise * scale * Math.sqrt(inverse[OFF_X * used + OFF_X]! + inverse[OFF_Y * used + OFF_Y]!)
  if (!(deviation < UNSURE)) return null
  return {
    kind: 'window',
    x: at.x + offX,
    y: at.y + offY,
    px,
    py,
    deviation,
    wider: ran ?? -k[WIDER]! / contrast,
  }
}

function lightAt({ width, height, grey }: Photo, px: number, py: number): number {
  const [fx, fy] = [px - 0.5, py - 0.5]
  const [i, j] = [Math.floor(fx), Math.floor(fy)]
  if (i < 0 || j < 0 || i >= width - 1 || j >= height - 1) return NaN
  const [a, b] = [fx - i, fy - j]
  const at = j * width + i
  const upper = (1 - a) * LINEAR_OF_SRGB8[grey[at]!]! + a * LINEAR_OF_SRGB8[grey[at + 1]!]!
  return (
    (1 - b) * upper + b * ((1 - a) * LINEAR_OF_SRGB8[grey[at + width]!]! + a * LINEAR_OF_SRGB8[grey[at + width + 1]!]!)
  )
}

import type { Design } from '../plate/plate.ts'
import { deltaE } from '../tone/delta-e.ts'
import { INK_ALPHA, depthOf, inkMask } from './ink-mask.ts'

/** Pixels inward from an edge; what lies there is the ink's own colour. */
const INWARD = 6
/** Alpha below which there is nothing that an edge could begin with. */
const RIM_ALPHA = 20
/** Inches: finer is not seen (a minute of arc at arm's length is 0.1 mm), broader is an outline that somebody drew. */
const LEAST_WIDTH = 0.004
const MOST_WIDTH = 0.045
/** The share of the edges, and their length in inches, from which on it is no accident of the drawing. */
const LEAST_SHARE = 0.25
const LEAST_LENGTH = 1
/** Channels of 8 bits: ink nearer to white has no light edge, and an edge further from the mixture is another colour. */
const FROM_WHITE = 110
const FROM_MIXTURE = 40
/** CIEDE2000 between white and a garment on which a white edge is seen. */
const SEEN_FROM = 15

export type Halo = { share: number; widthIn: number }

/** The light fringe that a removed background leaves around the ink, where a garment of that colour shows it; or null. */
export function haloOf(design: Design, widthIn: number, garment: readonly number[]): Halo | null {
  if (deltaE([255, 255, 255], garment) < SEEN_FROM) return null
  const { width, height, data } = design
  const depth = depthOf(inkMask(design), width, height, INWARD)
  const inch = width / widthIn
  let [edges, light, sum] = [0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (data[at * 4 + 3]! < RIM_ALPHA || depth[at]! > 1 || !isRim(x, y)) continue
      const fringe = fringeOf(design, depth, at)
      if (fringe === null) continue
      edges += 1
      if (fringe < LEAST_WIDTH * inch || fringe > MOST_WIDTH * inch) continue
      light += 1
      sum += fringe
    }
  if (light < LEAST_SHARE * edges || light < LEAST_LENGTH * inch) return null
  return { share: light / edges, widthIn: sum / light / inch }

  /** Whether nothing lies beside a pixel. */
  function isRim(x: number, y: number): boolean {
    const isEmpty = (column: number, row: number) =>
      column < 0 || row < 0 || column >= width || row >= height || data[(row * width + column) * 4 + 3]! < RIM_ALPHA
    return isEmpty(x - 1, y) || isEmpty(x + 1, y) || isEmpty(x, y - 1) || isEmpty(x, y + 1)
  }
}

/** How many pixels of white lie between an edge and the ink behind it; null where that is nearly white itself, or faint. */
function fringeOf({ width, height, data }: Design, depth: Uint8Array, rim: number): number | null {
  const path = [rim]
  for (let at = rim; path.length <= INWARD;) {
    const next = inwardOf(at)
    if (next === at) break
    path.push((at = next))
  }
  const inside = path.at(-1)!
  if (depth[inside]! < 2) return null
  const colour = (at: number, channel: number) => data[at * 4 + channel]!
  const toWhite = [0, 1, 2].map((channel) => 255 - colour(inside, channel))
  const length = Math.hypot(...toWhite)
  if (length < FROM_WHITE) return null
  let fringe = 0
  for (const at of path.slice(0, -1)) {
    const from = [0, 1, 2].map((channel) => colour(at, channel) - colour(inside, channel))
    const white = from.reduce((total, value, channel) => total + value * toWhite[channel]!, 0) / length ** 2
    const isMixture = Math.hypot(...from.map((value, channel) => value - white * toWhite[channel]!)) < FROM_MIXTURE
    if (white > 0 && isMixture) fringe += Math.min(1, white) * (colour(at, 3) / 255)
  }
  return fringe

  /** The neighbour that lies deepest in the ink, or the pixel itself. */
  function inwardOf(at: number): number {
    const x = at % width
    const y = (at - x) / width
    let [best, most] = [at, insideness(at)]
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const found = insideness(row * width + column)
        if (found > most) [best, most] = [row * width + column, found]
      }
    return best
  }

  function insideness(at: number): number {
    return depth[at]! > 0 ? depth[at]! * 256 + INK_ALPHA : data[at * 4 + 3]!
  }
}

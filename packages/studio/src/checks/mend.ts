import type { Design } from '../plate/plate.ts'
import { INK_ALPHA, depthOf, inkMask } from './ink-mask.ts'

/** Opacity that changes by this much within three pixels is an edge, drawn smoothly. */
const EDGE = 128
/** Depth is counted in steps across and down: a slanted edge is so much deeper, and the measure of a reduced copy is rough. */
const SLANT = 1.6
/** Pixels of a file; a wider fringe is not taken for one. */
const MOST_FRINGE = 24

/** A copy without soft areas: opaque from half on, else nothing, but for edges, which stay as smooth as they were. */
export function solidCopy({ width, height, data }: Design): Design {
  const out = Uint8ClampedArray.from(data)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4 + 3
      let [least, most] = [255, 0]
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const alpha = data[(row * width + column) * 4 + 3]!
          if (alpha < least) least = alpha
          if (alpha > most) most = alpha
        }
      const span = most - least
      out[at] = span >= EDGE ? (255 * (data[at]! - least)) / span : data[at]! >= INK_ALPHA ? 255 : 0
    }
  return { width, height, data: out }
}

/**
 * A copy whose edges, as far in as `fringe` pixels of this design and one for the smoothing, bear the colour of the ink behind them wherever they were
 * lighter. Its shape and opacity stay.
 */
export function withoutHalo({ width, height, data }: Design, fringe: number): Design {
  const out = Uint8ClampedArray.from(data)
  const reach = Math.min(MOST_FRINGE, Math.ceil(fringe * SLANT) + 1)
  const depth = depthOf(inkMask({ width, height, data }), width, height, reach + 1)
  const isKnown = new Uint8Array(depth.length)
  for (let at = 0; at < depth.length; at++) isKnown[at] = depth[at]! > reach ? 1 : 0
  // One ring of pixels outward a round, and the soft ones beyond the ink.
  for (let round = 0; round < reach + 3; round++) {
    const ring: number[] = []
    for (let at = 0; at < depth.length; at++)
      if (isKnown[at] === 0 && data[at * 4 + 3] !== 0 && takeColour(at)) ring.push(at)
    for (const at of ring) isKnown[at] = 1
    if (ring.length === 0) break
  }
  return { width, height, data: out }

  /** Gives a pixel the mean colour of its known neighbours, if it has some. */
  function takeColour(at: number): boolean {
    const x = at % width
    const y = (at - x) / width
    let [count, red, green, blue] = [0, 0, 0, 0]
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const near = row * width + column
        if (isKnown[near] === 0) continue
        count += 1
        red += out[near * 4]!
        green += out[near * 4 + 1]!
        blue += out[near * 4 + 2]!
      }
    if (count === 0) return false
    const isLighter = data[at * 4]! + data[at * 4 + 1]! + data[at * 4 + 2]! > (red + green + blue) / count
    if (isLighter) out.set([red / count, green / count, blue / count], at * 4)
    return true
  }
}

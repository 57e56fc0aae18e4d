import { coverageBoundsOf } from '../geometry/coverage-bounds.ts'
import { LIGHT_GROUPS } from '../light/light-groups.ts'
import { hash } from '../random.ts'
import type { PlateManifest } from '../plate/manifest.ts'
import type { Plate } from '../plate/plate.ts'

/** Pixels to either side that an edge's pixel is a mean of. */
const REACH = 2
/** Deviations of the bells that an edge is softened with, and that hair stands out of it with, in the plate's pixels. */
const SOFT = 0.7
const HAIRY = 1.5

/** Coverage of hair where it is thickest. Glaze has neither hair nor a soft edge; a photograph has its lens's. */
const HAIR: Record<PlateManifest['material'], number | null> = {
  jersey: 0.1,
  fleece: 0.5,
  canvas: 0.1,
  glaze: null,
  photographed: null,
}
/** Deviations of noise below which there is no hair. */
const BALD = 0.35

/**
 * Coverage from which a pixel bears ink. What was on one side of it stays there: where the plate has no cloth the map is carried
 * on from its neighbours, and a strand of hair would put a speck of ink there.
 */
const HALF = 128

/** Codes of coverage by which neighbours differ at an edge. */
const STEP = 12

/**
 * Softens the product's outline in its plate, coverage and light alike: a rendered edge is as sharp as a knife's, a lens's
 * is not, nor is cloth's, which has a faint fringe of hair besides. Some 40 ms, once a plate; it writes upon the layers of
 * light that it is given.
 */
export function softenEdge(plate: Plate): Plate {
  const { map, groups, manifest } = plate
  const hair = HAIR[manifest.material]
  if (hair === null) return plate
  const { width, coverage: sharp } = map
  const coverage = sharp.slice()
  const layers = LIGHT_GROUPS.flatMap((group) => [groups[group].white.data, groups[group].black.data])
  const edge = edgeOf(plate)
  const { steps, near, wide } = tapsOf(width)
  const softened = new Uint8Array(edge.length * (1 + layers.length))
  edge.forEach((at, i) => {
    const to = i * (1 + layers.length)
    let soft = 0
    let far = 0
    for (let tap = 0; tap < steps.length; tap++) {
      const value = coverage[at + steps[tap]!]!
      soft += near[tap]! * value
      far += wide[tap]! * value
    }
    const strand = Math.max(0, strandAt(at, width) - BALD)
    const furred = soft + (255 - soft) * Math.min(1, hair * strand * Math.min(1, (1.6 * far) / 255))
    const share = sharp[at]! > HALF ? Math.max(HALF + 1, furred) : Math.min(HALF, furred)
    softened[to] = Math.round(share)
    // Light goes with coverage: beyond the edge stands the mean of the cloth at hand.
    for (let layer = 0; layer < layers.length; layer++) {
      const data = layers[layer]!
      let light = 0
      let around = 0
      for (let tap = 0; tap < steps.length; tap++) {
        const value = data[at + steps[tap]!]! ** 2
        light += near[tap]! * value
        around += wide[tap]! * value
      }
      const strands = share > soft && far > 0 ? (around * (share - soft)) / far : 0
      const kept = share < soft ? (light * share) / soft : light
      softened[to + 1 + layer] = Math.min(255, Math.round(Math.sqrt(kept + strands)))
    }
  })
  edge.forEach((at, i) => {
    const from = i * (1 + layers.length)
    coverage[at] = softened[from]!
    layers.forEach((data, layer) => (data[at] = softened[from + 1 + layer]!))
  })
  // A map's bounds are kept with its coverage: another coverage has other ones.
  return { ...plate, map: { ...map, coverage } }
}

/** Offsets of the pixels around one, with their weights in both bells: lists of numbers are read faster than objects. */
function tapsOf(width: number) {
  const bell = (deviation: number, x: number, y: number) => Math.exp(-(x * x + y * y) / (2 * deviation * deviation))
  const [steps, near, wide]: [number[], number[], number[]] = [[], [], []]
  for (let y = -REACH; y <= REACH; y++)
    for (let x = -REACH; x <= REACH; x++) {
      steps.push(y * width + x)
      near.push(bell(SOFT, x, y))
      wide.push(bell(HAIRY, x, y))
    }
  const shares = (weights: number[]) => {
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return Float64Array.from(weights, (weight) => weight / sum)
  }
  return { steps: Int32Array.from(steps), near: shares(near), wide: shares(wide) }
}

/** Noise of deviation 1, of strands some pixels long that lie every way. */
function strandAt(at: number, width: number): number {
  const [x, y] = [at % width, Math.floor(at / width)]
  const lean = (hash((x >> 3) + 977 * (y >> 3), 61) & 3) - 1.5
  const line = Math.round(x + lean * y) + 4099 * (Math.round(y - lean * x) >> 2)
  return 1.73 * (hash(line, 62) / 0x8000_0000 - 1)
}

/** Pixels whose surroundings hold an edge, in rising order. */
function edgeOf({ map }: Plate): Int32Array {
  const { coverage, width, height } = map
  const { rows } = coverageBoundsOf(map)
  const marked = new Uint8Array(width * height)
  const found: number[] = []
  const last = Math.min(height - REACH - 1, rows.end + REACH)
  for (let y = Math.max(REACH, rows.first - REACH); y < last; y++)
    for (let x = REACH, at = y * width + REACH; x < width - REACH - 1; x++, at++) {
      const here = coverage[at]!
      if (Math.abs(here - coverage[at + 1]!) < STEP && Math.abs(here - coverage[at + width]!) < STEP) continue
      for (let down = -REACH; down <= REACH; down++)
        for (let across = -REACH; across <= REACH; across++) marked[at + down * width + across] = 1
    }
  for (let at = REACH * (width + 1); at < marked.length - REACH * (width + 1); at++) if (marked[at]) found.push(at)
  return Int32Array.from(found)
}

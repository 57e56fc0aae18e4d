import { type PrintBox, placePrint } from '@printroom/studio/geometry/placement'
import { withoutBox } from '@printroom/studio/plate/hook'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import type { UvMap } from '@printroom/studio/plate/plate'
import { type Finding, error, percent, warning } from './finding.ts'

/** A product takes at least this share of its picture. */
const LEAST_PRODUCT = 0.02
/** Cells along the side of a print, which pixels have to fall into. */
const CELLS = 48
/** Share of a medium print that must be in sight, and should be. */
const [LEAST_SEEN, WANTED_SEEN] = [0.9, 0.97] as const
/** Share of a print's pixels where the map may fold back, or jump. */
const [MOST_FOLDED, MOST_TORN] = [0.005, 0.01] as const
/** Where diagonal neighbours are as many usual steps apart, one part of the product lies over another. */
const TORN_STEPS = 14
/** Degrees that a print may stand askew. */
const MOST_TURNED = 60
/** Share of the product that a hanger's hook may be: ours are a thousandth. */
const MOST_HOOK = 0.01
/** Across over down of what an inch of the product is in the picture. */
const [MOST_STRETCHED, WANTED_STRETCHED] = [1.7, 1.3] as const

/** Metres on the pattern, y up, of a pixel. */
const placer = ({ pattern }: PlateManifest, map: UvMap) => ({
  x: (at: number) => pattern.x0 + (map.u[at]! / 65_535) * pattern.width,
  y: (at: number) => pattern.y0 + (map.v[at]! / 65_535) * pattern.height,
})

/** How the map goes on from a pixel, in metres a pixel right and a pixel down. */
type Step = { at: number; xRight: number; yRight: number; xDown: number; yDown: number }

/** What is wrong with the map of a plate: its size, what it shows, folds, turns, true inches. */
export function mapFindings(manifest: PlateManifest, map: UvMap): Finding[] {
  const { size } = manifest
  if (map.width !== size || map.height !== size)
    return [error('map', `It has ${map.width} × ${map.height} pixels; \`size\` says ${size} × ${size}.`)]
  const product = map.coverage.reduce((sum, coverage) => sum + (coverage > 127 ? 1 : 0), 0) / map.coverage.length
  if (product < LEAST_PRODUCT) return [error('map', `The product covers ${percent(product)} of the picture.`)]
  // A square of medium size: what every seller prints.
  const box = placePrint(manifest, 'medium', { width: 1, height: 1 })
  const seen = shareSeen(manifest, map, box)
  const found = hook(manifest, map)
  if (seen < LEAST_SEEN)
    found.push(error('map', `Of a medium print ${percent(seen)} is in sight; ${percent(LEAST_SEEN)} must be.`))
  else if (seen < WANTED_SEEN) found.push(warning('map', `Of a medium print only ${percent(seen)} is in sight.`))
  const steps = stepsIn(manifest, map, box)
  if (steps.length === 0) return found
  const usual = medianOf(steps.map(({ xRight, yRight }) => Math.hypot(xRight, yRight)))
  if (!(usual > 0)) return [error('map', 'It stands still: neighbouring pixels show the same place.')]
  return [...found, ...folds(steps, usual, map.width), ...turns(steps), ...inches(steps)]
}

/** Whether what is left out as a hanger's hook can be one. */
function hook(manifest: PlateManifest, map: UvMap): Finding[] {
  if (!manifest.hook) return []
  const sum = (pixels: Uint8Array) => pixels.reduce((total, coverage) => total + coverage, 0)
  const whole = sum(map.coverage)
  const share = 1 - sum(withoutBox(manifest.hook, { ...map, data: map.coverage })) / whole
  if (share === 0) return [error('hook', 'Nothing of the product is in its box.')]
  return share > MOST_HOOK
    ? [warning('hook', `Its box holds ${percent(share)} of the product, which is left out of pictures on white.`)]
    : []
}

/** The share of a box's cells that any pixel shows. */
function shareSeen(manifest: PlateManifest, map: UvMap, box: PrintBox): number {
  const { x, y } = placer(manifest, map)
  const cells = new Uint8Array(CELLS * CELLS)
  for (let at = 0; at < map.coverage.length; at++) {
    if (map.coverage[at]! < 128) continue
    const column = Math.floor(((x(at) - box.left) / box.width) * CELLS)
    const row = Math.floor(((box.top - y(at)) / box.height) * CELLS)
    if (column >= 0 && column < CELLS && row >= 0 && row < CELLS) cells[row * CELLS + column] = 1
  }
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length
}

/** Every second pixel of the print, as on a chessboard, that is all product, as are the next to its right and below. */
function stepsIn(manifest: PlateManifest, map: UvMap, box: PrintBox): Step[] {
  const { x, y } = placer(manifest, map)
  const { width, height, coverage } = map
  const steps: Step[] = []
  for (let row = 0; row < height - 1; row++)
    for (let at = row * width + (row % 2); at < row * width + width - 1; at += 2) {
      const [right, down] = [at + 1, at + width]
      if (coverage[at]! < 255 || coverage[right]! < 255 || coverage[down]! < 255) continue
      const [left, top] = [x(at) - box.left, box.top - y(at)]
      if (left < 0 || left > box.width || top < 0 || top > box.height) continue
      const [x0, y0] = [x(at), y(at)]
      steps.push({ at, xRight: x(right) - x0, yRight: y(right) - y0, xDown: x(down) - x0, yDown: y(down) - y0 })
    }
  return steps
}

/** Seen from its printed side, cloth goes on to the right and downwards everywhere: the determinant keeps its sign. */
function folds(steps: readonly Step[], usual: number, width: number): Finding[] {
  const isTorn = ({ xRight, yRight, xDown, yDown }: Step) =>
    Math.hypot(xDown - xRight, yDown - yRight) > TORN_STEPS * usual
  const torn = steps.filter(isTorn)
  const whole = steps.filter((step) => !isTorn(step))
  const back = whole.filter(({ xRight, yRight, xDown, yDown }) => xRight * yDown - yRight * xDown > 0)
  if (back.length > whole.length / 2) return [error('map', 'It is mirrored: letters would be read from behind.')]
  const placeOf = ([first]: readonly Step[]) => `first at pixel ${first!.at % width}, ${Math.floor(first!.at / width)}`
  const found: Finding[] = []
  if (back.length > MOST_FOLDED * steps.length)
    found.push(
      error(
        'map',
        `It folds back on itself in ${percent(back.length / steps.length)} of a medium print, ${placeOf(back)}.`,
      ),
    )
  if (torn.length > MOST_TORN * steps.length)
    found.push(error('map', `It jumps in ${percent(torn.length / steps.length)} of a medium print, ${placeOf(torn)}.`))
  return found
}

function turns(steps: readonly Step[]): Finding[] {
  const sum = (of: (step: Step) => number) => steps.reduce((total, step) => total + of(step), 0)
  const degrees =
    (Math.atan2(
      sum(({ xDown }) => xDown),
      sum(({ xRight }) => xRight),
    ) *
      180) /
    Math.PI
  return Math.abs(degrees) > MOST_TURNED
    ? [error('map', `A print would stand ${Math.round(Math.abs(degrees))} degrees askew.`)]
    : []
}

/** A product is seen from before it: across and down an inch takes about as many pixels, or the pattern's sides are wrong. */
function inches(steps: readonly Step[]): Finding[] {
  const stretched = medianOf(
    steps.map(
      ({ xRight, yRight, xDown, yDown }) => Math.hypot(xDown, yDown) / Math.max(1e-9, Math.hypot(xRight, yRight)),
    ),
  )
  const times = Math.max(stretched, 1 / stretched)
  const sentence = `An inch across takes ${stretched.toFixed(2)} times the pixels of an inch down: are \`pattern.width\` and \`height\` true?`
  if (times > MOST_STRETCHED) return [error('map', sentence)]
  return times > WANTED_STRETCHED ? [warning('map', sentence)] : []
}

const medianOf = (values: readonly number[]): number => Float64Array.from(values).sort()[values.length >> 1] ?? 0

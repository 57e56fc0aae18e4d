import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import { placePrint } from '@printroom/studio/geometry/placement'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import type { Layer, Passes, UvMap } from '@printroom/studio/plate/plate'
import { type Finding, error, percent } from './finding.ts'

/** The passes of each light group, as they were decoded: the two of a product alike in size, and the two of its shadow. */
export type LightPasses = Record<(typeof LIGHT_GROUPS)[number], Passes>

/** Codes that compression may move a value by. */
const COMPRESSED = 6
/** Share of the product's pixels in which black may be lighter than white. */
const MOST_CROSSED = 0.02
/** Share of the pixels without any product in which there may be light of it. */
const MOST_SPILT = 0.005
/** Share of a print's pixels that may be at the end of a pass's range, and the code that its lightest pixel must reach. */
const [MOST_CLIPPED, LEAST_CODE] = [0.02, 64] as const
/** Light of a white product in a plate's own light, where 1 is the picture's white: too little to tell colours apart. */
const LEAST_LIGHT = 0.02
/** Surroundings with the product over those without it, at the picture's rim, where it throws hardly any shadow. */
const RIM = [0.6, 1.25] as const
/** Share of the surroundings in which a black product may throw back more light than a white one. */
const MOST_SWAPPED = 0.05
/** Pixels of the picture's side about a print that is looked at for light: enough for a mean. */
const GRID = 512

const valueOf = ({ data, range }: Layer, at: number): number => (data[at]! / 255) ** 2 * range

/** What is wrong with the light of a plate: black over white, spilt light, ranges, shadows. */
export function lightFindings(manifest: PlateManifest, map: UvMap, groups: LightPasses): Finding[] {
  const print = printPixels(manifest, map)
  return [
    ...LIGHT_GROUPS.flatMap((group) => {
      const { white, black, whiteShadow, blackShadow } = groups[group]
      return [
        ...crossed(group, map, white, black),
        ...spilt(group, map, white),
        ...ranges(group, print, map, white),
        ...shadows(group, whiteShadow, blackShadow),
      ]
    }),
    ...darkness(manifest, print, map, groups),
  ]
}

/** Pixels of the map, on a grid, that are all product and lie in a medium print. */
function printPixels(manifest: PlateManifest, map: UvMap): number[] {
  const { pattern } = manifest
  const box = placePrint(manifest, 'medium', { width: 1, height: 1 })
  const by = Math.max(1, Math.floor(map.width / GRID))
  const pixels: number[] = []
  for (let y = 0; y < map.height; y += by)
    for (let at = y * map.width; at < (y + 1) * map.width; at += by) {
      if (map.coverage[at] !== 255) continue
      const left = pattern.x0 + (map.u[at]! / 65_535) * pattern.width - box.left
      const top = box.top - (pattern.y0 + (map.v[at]! / 65_535) * pattern.height)
      if (left >= 0 && left <= box.width && top >= 0 && top <= box.height) pixels.push(at)
    }
  return pixels
}

/** Which pixel of a layer a pixel of the map falls into. */
const inLayer = (at: number, map: UvMap, { width }: Layer): number =>
  width === map.width
    ? at
    : Math.floor((Math.floor(at / map.width) * width) / map.width) * width +
      Math.floor(((at % map.width) * width) / map.width)

function crossed(group: string, map: UvMap, white: Layer, black: Layer): Finding[] {
  let [product, over] = [0, 0]
  for (let at = 0; at < map.coverage.length; at += 3) {
    if (map.coverage[at]! < 128) continue
    product++
    const i = inLayer(at, map, white)
    const least = Math.max(0, Math.sqrt(valueOf(black, i) / white.range) * 255 - COMPRESSED)
    if (white.data[i]! < least) over++
  }
  return over > MOST_CROSSED * product
    ? [
        error(
          `${group}-w`,
          `In ${percent(over / product)} of the product black is lighter than white (${group}-k): are they swapped?`,
        ),
      ]
    : []
}

/** Both are premultiplied by coverage: beside the product there is nothing of it. */
function spilt(group: string, map: UvMap, white: Layer): Finding[] {
  let [outside, lit] = [0, 0]
  const { width, height, coverage } = map
  const clear = (x: number, y: number) =>
    coverage[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] === 0
  for (let y = 0; y < height; y += 3)
    for (let x = 0; x < width; x += 3) {
      if (!clear(x, y) || !clear(x - 8, y) || !clear(x + 8, y) || !clear(x, y - 8) || !clear(x, y + 8)) continue
      outside++
      if (white.data[inLayer(y * width + x, map, white)]! > 2 * COMPRESSED) lit++
    }
  return lit > MOST_SPILT * outside
    ? [
        error(
          `${group}-w`,
          `There is light in ${percent(lit / outside)} of the pixels beside the product: multiply it by the coverage.`,
        ),
      ]
    : []
}

function ranges(group: string, print: readonly number[], map: UvMap, white: Layer): Finding[] {
  const clipped = print.filter((at) => white.data[inLayer(at, map, white)] === 255).length / print.length
  if (clipped > MOST_CLIPPED)
    return [
      error(`${group}-w`, `${percent(clipped)} of a medium print is at the end of its range: its folds are burnt out.`),
    ]
  const lightest = white.data.reduce((most, code) => Math.max(most, code), 0)
  return lightest < LEAST_CODE
    ? [
        error(
          `${group}-w`,
          `Of 255 codes it uses ${lightest}: its \`range\` of ${white.range} is too large for its shades.`,
        ),
      ]
    : []
}

function shadows(group: string, white: Layer, black: Layer): Finding[] {
  const found: Finding[] = []
  const rim = Float64Array.from(rimOf(white), (at) => valueOf(white, at)).sort()
  const middle = rim[rim.length >> 1]!
  if (middle < RIM[0] || middle > RIM[1])
    found.push(
      error(
        `${group}-sw`,
        `At the picture's rim the surroundings are ${middle.toFixed(2)} times what they are without the product: 1 is code 224 at a range of 1.296.`,
      ),
    )
  let swapped = 0
  for (let at = 0; at < white.data.length; at++)
    if (Math.sqrt(valueOf(black, at)) > Math.sqrt(valueOf(white, at)) + COMPRESSED / 255) swapped++
  if (swapped > MOST_SWAPPED * white.data.length)
    found.push(
      error(
        `${group}-sk`,
        `In ${percent(swapped / white.data.length)} of the picture a black product throws back more light than a white one: are they swapped?`,
      ),
    )
  return found
}

/** The outermost pixels of a square layer. */
const rimOf = ({ width, height }: Layer): number[] =>
  Array.from({ length: width * height }, (_, at) => at).filter(
    (at) => at < width || at >= width * (height - 1) || at % width === 0 || at % width === width - 1,
  )

function darkness(manifest: PlateManifest, print: readonly number[], map: UvMap, groups: LightPasses): Finding[] {
  return manifest.lights.flatMap(({ name, gains }) => {
    const light = Float64Array.from(print, (at) =>
      LIGHT_GROUPS.reduce((sum, group) => {
        const { white, black } = groups[group]
        const i = inLayer(at, map, white)
        const [red, green, blue] = gains[group]
        return sum + ((red + green + blue) / 3) * Math.max(0, valueOf(white, i) - valueOf(black, i))
      }, 0),
    ).sort()
    const middle = light[light.length >> 1]! / manifest.albedo
    return middle < LEAST_LIGHT
      ? [
          error(
            'lights',
            `In "${name}" a print gets ${middle.toFixed(3)} of the light that makes white: it is too dark for colours.`,
          ),
        ]
      : []
  })
}

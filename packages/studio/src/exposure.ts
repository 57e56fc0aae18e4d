import { LIGHT_GROUPS } from './light-groups.ts'
import type { Light } from './manifest.ts'
import { printArea } from './placement.ts'
import type { Plate } from './plate.ts'
import type { Rgb } from './srgb.ts'

/** The camera's setting for a plate in a light. */
export type Exposure = {
  /** Factor on scene light, a channel: white balance and exposure in one. */
  gain: Rgb
  /** Gloss that veils the product in the reference light, after `gain`. */
  veil: Rgb
}

/** The share of the print area that is darker than the reference light: lit cloth, neither fold nor hot spot. */
const REFERENCE = 0.62
const BAND = 0.12
const GRID = 160

/** The share of the print area with less gloss than the veil that colours are cleared of. */
const VEILED = 0.15

/** White ink and white cotton reflect this much in the plates' own unit of albedo. */
const WHITE_ALBEDO = 0.8

/**
 * Sets exposure and white balance so that, where the print area is well lit, a product of linear colour c
 * is shown as c. Seen from the plate, not from the crop: all crops of a shot agree.
 */
export function exposeFor(plate: Plate, light: Light): Exposure {
  const samples = samplesOf(plate, light)
  if (samples.length === 0) throw new RangeError(`the plate ${plate.manifest.geometry} shows nothing of its print area`)
  samples.sort((a, b) => a.diffuse[1] - b.diffuse[1])
  const from = Math.floor((REFERENCE - BAND) * samples.length)
  const band = samples.slice(from, Math.max(from + 1, Math.ceil((REFERENCE + BAND) * samples.length)))
  const mean = (pick: (sample: Sample) => number) => band.reduce((sum, sample) => sum + pick(sample), 0) / band.length
  const perChannel = (of: (channel: 0 | 1 | 2) => number): Rgb => [of(0), of(1), of(2)]
  const gain = perChannel((c) => 1 / (WHITE_ALBEDO * Math.max(1e-6, mean((sample) => sample.diffuse[c]))))
  // A low share, because the reflection of a lamp that lies across the print is no veil.
  const low = (c: 0 | 1 | 2) => samples.map((sample) => sample.gloss[c]).sort((x, y) => x - y)[Math.floor(VEILED * samples.length)]!
  const { faint } = GLOSS[plate.manifest.material]
  return { gain, veil: perChannel((c) => polarised(gain[c] * low(c), faint)) }
}

/**
 * What is kept of the rendered gloss: a share of all of it, and of gloss as faint as `faint` a half, the fainter the
 * less. Cloth is developed with a black point, or its sheen would grey the colours; a mug is shot through a polariser,
 * which takes away the room that is spread all over a dark glaze and leaves the lamps.
 */
export const GLOSS = {
  knit: { kept: 0.35, faint: 0 },
  canvas: { kept: 0.35, faint: 0 },
  glaze: { kept: 1, faint: 0.1 },
} as const

const polarised = (gloss: number, faint: number): number => (gloss > 0 ? gloss ** 2 / (gloss + faint) : 0)

type Sample = { diffuse: Rgb; gloss: Rgb }

function samplesOf({ manifest, map, groups }: Plate, light: Light): Sample[] {
  const { pattern, albedo } = manifest
  const area = printArea(manifest)
  const samples: Sample[] = []
  for (let row = 0; row < GRID; row++)
    for (let column = 0; column < GRID; column++) {
      const [fx, fy] = [(column + 0.5) / GRID, (row + 0.5) / GRID]
      const at = Math.floor(fy * map.height) * map.width + Math.floor(fx * map.width)
      if (map.coverage[at]! < 255) continue
      const x = pattern.x0 + (map.u[at]! / 65_535) * pattern.width
      const y = pattern.y0 + (map.v[at]! / 65_535) * pattern.height
      if (x < area.left || x > area.left + area.width || y > area.top || y < area.top - area.height) continue
      const diffuse: Rgb = [0, 0, 0]
      const gloss: Rgb = [0, 0, 0]
      for (const group of LIGHT_GROUPS) {
        const value = (layer: 'w' | 'k') => {
          const { data, width, height, range } = groups[group][layer]
          return range * (data[Math.floor(fy * height) * width + Math.floor(fx * width)]! / 255) ** 2
        }
        const [w, k] = [value('w'), value('k')]
        for (const c of [0, 1, 2] as const) {
          diffuse[c] += (light.gains[group][c] * Math.max(0, w - k)) / albedo
          gloss[c] += light.gains[group][c] * k * GLOSS[manifest.material].kept
        }
      }
      samples.push({ diffuse, gloss })
    }
  return samples
}

import { LIGHT_GROUPS, type LightGroup } from './light-groups.ts'
import type { Light } from '../plate/manifest.ts'
import { printArea } from '../geometry/placement.ts'
import type { Layer, Plate } from '../plate/plate.ts'
import type { Rgb } from '../tone/srgb.ts'

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
export const WHITE_ALBEDO = 0.8

/**
 * Sets exposure and white balance so that, where the print area is well lit, a product of linear colour c
 * is shown as c, unless the plate's light is to be shown as it is. Seen from the plate, not from the crop: all crops of a shot
 * agree. Measured once a plate and light.
 */
export function exposeFor(plate: Plate, light: Light): Exposure {
  const byLight = exposed.get(plate) ?? new WeakMap<Light, Exposure>()
  const exposure = byLight.get(light) ?? measure(plate, light)
  exposed.set(plate, byLight.set(light, exposure))
  return exposure
}

const exposed = new WeakMap<Plate, WeakMap<Light, Exposure>>()

function measure(plate: Plate, light: Light): Exposure {
  const { count, diffuse, gloss } = samplesOf(plate)
  if (count === 0) throw new RangeError(`the plate ${plate.manifest.geometry} shows nothing of its print area`)
  const lit = (of: Record<LightGroup, Float32Array>, c: 0 | 1 | 2) => {
    const [key, fill, env] = LIGHT_GROUPS.map((group) => light.gains[group][c]) as Rgb
    const sum = new Float32Array(count)
    for (let i = 0; i < count; i++) sum[i] = key * of.key[i]! + fill * of.fill[i]! + env * of.env[i]!
    return sum
  }
  const perChannel = (of: (channel: 0 | 1 | 2) => number): Rgb => [of(0), of(1), of(2)]
  const green = lit(diffuse, 1)
  const sorted = green.toSorted()
  const first = Math.floor((REFERENCE - BAND) * count)
  const [from, to] = [sorted[first]!, sorted[Math.max(first, Math.ceil((REFERENCE + BAND) * count) - 1)]!]
  const meanInBand = (values: Float32Array): number => {
    let [sum, inside] = [0, 0]
    for (let i = 0; i < count; i++)
      if (green[i]! >= from && green[i]! <= to) {
        sum += values[i]!
        inside++
      }
    return sum / inside
  }
  const { isExposed, material } = plate.manifest
  const gain = perChannel((c) => (isExposed ? 1 : 1 / (WHITE_ALBEDO * Math.max(1e-6, meanInBand(lit(diffuse, c))))))
  // A low share, because the reflection of a lamp that lies across the print is no veil.
  const { faint } = GLOSS[material]
  return {
    gain,
    veil: perChannel((c) => polarised(gain[c] * lit(gloss, c).sort()[Math.floor(VEILED * count)]!, faint)),
  }
}

/**
 * What is kept of the rendered gloss: a share of all of it, and of gloss as faint as `faint` a half, the fainter the
 * less. Cloth is tone mapped with a black point, or its sheen would grey the colours; a mug is shot through a polariser,
 * which takes away the room that is spread all over a dark glaze and leaves the lamps. Of a photograph the light on black ink
 * is kept as the camera saw it.
 */
export const GLOSS = {
  jersey: { kept: 0.35, faint: 0 },
  fleece: { kept: 0.35, faint: 0 },
  canvas: { kept: 0.35, faint: 0 },
  glaze: { kept: 1, faint: 0.1 },
  photographed: { kept: 1, faint: 0 },
} as const

/**
 * By how much lit cloth may be brighter than the reference white, however bright the lamp: a photographer holds a flag before
 * it. A raking lamp lights a shoulder 1.5 to 3 times as much as the chest, and a white shirt lost its folds there and its edge
 * on white paper. Less does for a glaze, whose lamp is seen as gloss. A photograph's light is as it was measured.
 */
export const HEADROOM = { jersey: 0.45, fleece: 0.45, canvas: 0.45, glaze: 0.25, photographed: 1e6 } as const

const polarised = (gloss: number, faint: number): number => (gloss > 0 ? gloss ** 2 / (gloss + faint) : 0)

/** Light of each group at points of the print area: per unit of albedo, and gloss. */
type Samples = { count: number; diffuse: Record<LightGroup, Float32Array>; gloss: Record<LightGroup, Float32Array> }

const sampled = new WeakMap<Plate, Samples>()

/** Measured once a plate. */
function samplesOf(plate: Plate): Samples {
  const found = sampled.get(plate)
  if (found) return found
  const points = printPoints(plate)
  const { groups, manifest } = plate
  const read = ({ data, width, height, range }: Layer) =>
    Float32Array.from(
      points,
      ([fx, fy]) => range * (data[Math.floor(fy * height) * width + Math.floor(fx * width)]! / 255) ** 2,
    )
  const each = (of: (white: Float32Array, black: Float32Array) => Float32Array) => {
    const group = (name: LightGroup) => of(read(groups[name].white), read(groups[name].black))
    return { key: group('key'), fill: group('fill'), env: group('env') }
  }
  const { kept } = GLOSS[manifest.material]
  const samples = {
    count: points.length,
    diffuse: each((white, black) => white.map((light, i) => Math.max(0, light - black[i]!) / manifest.albedo)),
    gloss: each((_, black) => black.map((light) => light * kept)),
  }
  sampled.set(plate, samples)
  return samples
}

/** Points of a plate (shares of its sides) that lie wholly in the print area. */
function printPoints({ manifest, map }: Plate): [number, number][] {
  const { pattern } = manifest
  const area = printArea(manifest)
  const points: [number, number][] = []
  for (let row = 0; row < GRID; row++)
    for (let column = 0; column < GRID; column++) {
      const [fx, fy] = [(column + 0.5) / GRID, (row + 0.5) / GRID]
      const at = Math.floor(fy * map.height) * map.width + Math.floor(fx * map.width)
      if (map.coverage[at]! < 255) continue
      const x = pattern.x0 + (map.u[at]! / 65_535) * pattern.width
      const y = pattern.y0 + (map.v[at]! / 65_535) * pattern.height
      if (x >= area.left && x <= area.left + area.width && y <= area.top && y >= area.top - area.height)
        points.push([fx, fy])
    }
  return points
}

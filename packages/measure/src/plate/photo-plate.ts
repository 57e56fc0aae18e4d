import { exposeFor } from '@printroom/studio/light/exposure'
import { LIGHT_GROUPS, type LightGroup } from '@printroom/studio/light/light-groups'
import { garmentOf } from '@printroom/studio/material/garment'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import type { Backdrop, Layer, Plate, UvMap } from '@printroom/studio/plate/plate'
import { unshoulder } from '@printroom/studio/tone/tone-curve'
import { METRES_PER_INCH } from '@printroom/studio/geometry/placement'
import { nearestSource } from '../garment/nearest.ts'
import type { MeasuredLight } from '../light/measure-light.ts'
import { DARKEST } from '../light/planes.ts'
import type { RasterMap } from '../map/raster-map.ts'
import type { Target } from './target.ts'

/** The style and the background that a measured plate serves, and no other does. */
export const PHOTOGRAPH = 'photograph'

const ALBEDO = 0.8
/** White garments are what is measured: they come out in the colour that this is shown in. */
const OWN_COLOUR = { hex: '#FFFFFF', heather: false }
/** Display light that is taken for the most: a little above it all is 255. */
const BRIGHTEST = 0.996
const SHADOW_SIDE = 64
const TURNS = 2

/** A group each channel, so that window and lamp may have colours of their own: the layers of a plate are grey. */
const LIGHT = {
  name: PHOTOGRAPH,
  gains: { key: [1, 0, 0], fill: [0, 1, 0], env: [0, 0, 1] } as PlateManifest['lights'][number]['gains'],
}

/**
 * The plate of a measured photograph and the backdrop around it: the compositor shows the garment as the photograph does, its
 * exposure and white set by the print area like every plate's. Where no print may lie the backdrop is seen, which is the same picture.
 * With `garment`, the share of each pixel that is garment (0 to 255), the plate is the whole garment, which takes other colours, and the
 * backdrop what lies around it. A finished picture `isExposed`: it is shown as bright as it is.
 */
export function photoPlate(
  target: Target,
  name: string,
  map: RasterMap,
  light: Pick<MeasuredLight, 'white' | 'black'>,
  garment: Uint8Array | null,
  isExposed = false,
): { plate: Plate; backdrop: Backdrop } {
  const white = light.white.map(sceneLight)
  const source = garment && nearestSource((at) => !Number.isNaN(map.x[at]!), map.size)
  const black = light.black.map((plane, c) => sceneLight(source ? carriedOn(light.white[c]!, plane, source) : plane))
  const uv = uvMapOf(target, map, garment, source)
  const beside = garment && nearestSource((at) => isGroundAround(garment, map.size, at), map.size)
  const shown = white.map((plane) => layerOf(beside ? withoutGarment(plane, beside) : plane, map.size))
  const shadow: Layer = {
    width: SHADOW_SIDE,
    height: SHADOW_SIDE,
    channels: 1,
    range: 1,
    data: new Uint8Array(SHADOW_SIDE ** 2).fill(255),
  }
  const bare = black.map((plane) => layerOf(masked(plane, uv), map.size))
  let albedo: readonly number[] = [0.7, 0.7, 0.7]
  let plate: Plate | undefined
  // How white the garment is shown depends a little on its gloss in this light, and the layers on how white it is shown.
  for (let turn = 0; turn < TURNS; turn++) {
    const groups = perGroup((_, c) => {
      return {
        white: layerOf(masked(lit(white[c]!, black[c]!, ALBEDO / albedo[c]!), uv), map.size),
        black: bare[c]!,
        whiteShadow: shadow,
        blackShadow: shadow,
      }
    })
    const manifest = { ...manifestOf(target, name, map, groups), ...(isExposed && { isExposed }) }
    plate = { manifest, map: uv, groups }
    albedo = garmentOf(OWN_COLOUR, plate.manifest.material, exposeFor(plate, LIGHT)).albedo
  }
  if (!plate) throw new Error('no plate was made')
  const backdrop = {
    manifest: {
      version: 1 as const,
      rig: name,
      background: PHOTOGRAPH,
      colour: false,
      groups: perGroup((_, c) => ({ range: shown[c]!.range })),
    },
    groups: perGroup((_, c) => shown[c]!),
  }
  return { plate, backdrop }
}

/** Light on black beyond the board: of white's the same share as at the nearest place of the board. */
const carriedOn = (white: Float32Array, black: Float32Array, source: Int32Array): Float32Array =>
  black.map((light, at) => {
    const from = source[at]!
    return from === at || from < 0 ? light : (white[at]! * black[from]!) / Math.max(DARKEST, white[from]!)
  })

// Written as loops: `map` calls a function for each of four million pixels.

/** What the camera showed, as the light that the compositor's curve would show so. */
function sceneLight(plane: Float32Array): Float32Array {
  const scene = new Float32Array(plane.length)
  for (let at = 0; at < scene.length; at++) scene[at] = unshoulder(Math.min(BRIGHTEST, plane[at]!))
  return scene
}

/** Light on cloth that gives back more than white does here by a factor. */
function lit(white: Float32Array, black: Float32Array, gain: number): Float32Array {
  const plane = new Float32Array(white.length)
  for (let at = 0; at < plane.length; at++) plane[at] = black[at]! + Math.max(0, white[at]! - black[at]!) * gain
  return plane
}

function masked(plane: Float32Array, { coverage }: UvMap): Float32Array {
  const left = new Float32Array(plane.length)
  for (let at = 0; at < left.length; at++) left[at] = (plane[at]! * coverage[at]!) / 255
  return left
}

const perGroup = <T>(of: (group: LightGroup, channel: 0 | 1 | 2) => T): Record<LightGroup, T> => {
  const [key, fill, env] = LIGHT_GROUPS.map((group, c) => of(group, c as 0 | 1 | 2))
  return { key: key!, fill: fill!, env: env! }
}

function layerOf(plane: Float32Array, side: number): Layer {
  let range = 1e-4
  for (let at = 0; at < plane.length; at++) range = Math.max(range, plane[at]!)
  const data = new Uint8Array(plane.length)
  for (let at = 0; at < data.length; at++) data[at] = Math.round(255 * Math.sqrt(plane[at]! / range))
  return { width: side, height: side, channels: 1, range, data }
}

/** Of 255: what is no more garment than this is ground. */
const GROUND = 2

/** The picture with the ground carried on under the garment, or its white would shine at the edge of a dark colour. */
const withoutGarment = (plane: Float32Array, ground: Int32Array): Float32Array =>
  plane.map((light, at) => (ground[at]! < 0 ? light : plane[ground[at]!]!))

const isGroundAround = (garment: Uint8Array, size: number, at: number): boolean =>
  [at, at - 2, at + 2, at - 2 * size, at + 2 * size].every((near) => (garment[near] ?? 0) <= GROUND)

/**
 * Places in 16 bits of the pattern, which is the print area and its rim; coverage is soft by a pixel within what is trusted. The rest
 * of a garment lies at the rim, where no print reaches.
 */
function uvMapOf(
  { sheet }: Target,
  { size, pad, x, y, trusted }: RasterMap,
  garment: Uint8Array | null,
  source: Int32Array | null,
): UvMap {
  const [width, height] = [sheet.width + 2 * pad, sheet.height + 2 * pad]
  const code = (share: number) => Math.round(65_535 * Math.min(1, Math.max(0, share)))
  const placeAt = (place: number, whole: number) => code((place + pad) / whole)
  const [u, v] = [new Uint16Array(size * size), new Uint16Array(size * size)]
  const coverage = new Uint8Array(size * size)
  for (let at = 0; at < u.length; at++) {
    if (garment && trusted[at] === 0 && isWithin(sheet, x[at]!, y[at]!)) {
      coverage[at] = garment[at]!
      continue
    }
    const from = source ? source[at]! : Number.isNaN(x[at]!) ? -1 : at
    if (from < 0) continue
    u[at] = placeAt(x[from]!, width)
    v[at] = 65_535 - placeAt(y[from]!, height)
    coverage[at] = garment ? Math.max(garment[at]!, softAt(trusted, size, at)) : softAt(trusted, size, at)
  }
  return { width: size, height: size, u, v, coverage }
}

const isWithin = ({ width, height }: Target['sheet'], x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height

function softAt(trusted: Uint8Array, size: number, at: number): number {
  if (at < size + 1 || at >= trusted.length - size - 1 || trusted[at] === 0) return 0
  let sum = 0
  for (const row of [at - size, at, at + size]) sum += trusted[row - 1]! + trusted[row]! + trusted[row + 1]!
  return Math.round((255 * sum) / 9)
}

function manifestOf(
  { product, side, anchor, sizesIn, sheet }: Target,
  name: string,
  map: RasterMap,
  groups: Plate['groups'],
): PlateManifest {
  const metres = (inches: number) => inches * METRES_PER_INCH
  const [width, height] = [metres(sheet.width), metres(sheet.height)]
  const pad = metres(map.pad)
  return {
    version: 1,
    product,
    geometry: name,
    ...(side && { side }),
    rig: name,
    serves: [{ style: PHOTOGRAPH, baseModels: [], backgrounds: [PHOTOGRAPH], genders: [] }],
    size: map.size,
    pattern: { x0: -width / 2 - pad, y0: -height - pad, width: width + 2 * pad, height: height + 2 * pad },
    print: {
      centerX: 0,
      ...(anchor === 'top' ? { top: 0 } : { centerY: -height / 2 }),
      maxWidthIn: sheet.width,
      maxHeightIn: sheet.height,
      sizesIn,
    },
    albedo: ALBEDO,
    groups: perGroup((group) => ({
      w: { range: groups[group].white.range },
      k: { range: groups[group].black.range },
      sw: { range: groups[group].whiteShadow.range },
      sk: { range: groups[group].blackShadow.range },
    })),
    material: 'photographed',
    lamps: { key: [0, 0, 0], fill: [0, 0, 0], env: [0, 0, 0] },
    lights: [LIGHT],
    frames: [{ name: 'whole', x: 0.5, y: 0.5, scale: 1 }],
  }
}

import type { Layer } from 'ag-psd'
import type { PsdRefusal } from '@printroom/contract/files/psd'
import { WHITE_ALBEDO } from '@printroom/studio/light/exposure'
import { BLACKEST } from '@printroom/studio/material/albedo'
import type { Backdrop, Plate } from '@printroom/studio/plate/plate'
import { LINEAR_OF_SRGB8 } from '@printroom/studio/tone/srgb'
import type { Refusal } from '../find/read-photo.ts'
import { toSrgb } from '../find/to-srgb.ts'
import type { Planes } from '../light/planes.ts'
import type { Crop, RasterMap } from '../map/raster-map.ts'
import { photoPlate } from '../plate/photo-plate.ts'
import type { Target } from '../plate/target.ts'
import { type PsdArea, type PsdReport, psdReportOf } from './psd-report.ts'
import { type Drawn, RIM_SHARE, rasterSurface } from './raster-surface.ts'
import { type PsdDocument, openPsd, refusalOf } from './read-psd.ts'
import { type Shown, putTogether } from './stack.ts'

export type PsdScene =
  | { ok: true; plate: Plate; backdrop: Backdrop; report: PsdReport }
  | { ok: false; refusal: Refusal }

const PLATE_SIDE = 2048
/** Of 255: a black design that changes a pixel by no more cannot be seen there. */
const SEEN = 3
/** Of all that the smart object covers: less of it in sight is nothing to print on. */
const LEAST_SEEN = 0.05
/** Light (linear) and colourfulness of the bare garment beyond which a transparent part of a design would not show it. */
const DARK = 0.25
/** The blackest ink's albedo as a share of a white's. */
const INK = BLACKEST / WHITE_ALBEDO
const COLOURFUL = 0.35

/**
 * A plate named `name` of a layered PSD: where its smart object lies a design lies, what is below it is the backdrop, and what is
 * above it light. Between what the document shows with no design and with a black one lies what it shows of any other; both
 * are put together here. Nothing but pixels goes on from here. Some 10 s of one core at 2048 pixels, and 900 MB.
 */
export async function scenePsd(
  bytes: Uint8Array,
  target: Target,
  name: string,
  onStage: (stage: 'map' | 'light') => void = () => {},
): Promise<PsdScene> {
  const started = performance.now()
  const refuse = (code: PsdRefusal) => ({ ok: false as const, refusal: refusalOf(code) })
  onStage('map')
  const document = openPsd(bytes)
  if (typeof document === 'string') return refuse(document)
  const crop = cropOf(document)
  const drawn = rasterSurface(document.placed.surface, crop)
  if (drawn.isMirrored) return refuse('mirrored')
  const inside = insideOf(drawn)
  if (!inside.includes(1)) return refuse('outside')
  onStage('light')
  const said = new Set<string>()
  const fill = fillBelow(document)
  const shown = await put(document, { crop, inside, fill, said })
  if (!shown) return refuse('unreadable')
  const trusted = trustedOf(inside, shown)
  const seen = trusted.reduce((sum, each) => sum + each, 0) / inside.reduce((sum, each) => sum + each, 0)
  if (seen < LEAST_SEEN) return refuse('outside')
  const garment = fill && shown.garment ? garmentOf(shown.garment, inside) : null
  if (!garment && isColoured(shown.blank, trusted)) return refuse('coloured')
  const area = areaOf(target, document)
  const map = mapOf(drawn, trusted, area, crop.size)
  const own = { ...target, sizesIn: area.sizesIn, sheet: { ...target.sheet, width: area.width, height: area.height } }
  const white = planesOf(shown.blank)
  const black = planesOf(shown.black)
  black.forEach((plane, c) => {
    for (let at = 0; at < plane.length; at++) plane[at] = unprinted(plane[at]!, white[c]![at]!)
  })
  const light = { white, black, step: 0, clipped: 0, inks: [] }
  const { plate, backdrop } = photoPlate(own, name, map, light, garment, true)
  const report = psdReportOf({ target, name, document, fill: garment && fill, crop, area, seen, said, started })
  return { ok: true, plate, backdrop, report }
}

/** The largest square of the document, as near to the smart object's middle as its edges let it. */
function cropOf({ width, height, placed }: PsdDocument): Crop {
  const side = Math.min(width, height)
  const [x, y] = placed.surface(0.5, 0.5)
  const from = (at: number, whole: number) => Math.round(Math.min(whole - side, Math.max(0, at - side / 2)))
  return { left: from(x, width), top: from(y, height), side, size: Math.min(PLATE_SIDE, side - (side % 2)) }
}

const insideOf = ({ u, v }: Drawn): Uint8Array =>
  new Uint8Array(u.length).map((_, at) => (u[at]! >= 0 && u[at]! <= 1 && v[at]! >= 0 && v[at]! <= 1 ? 1 : 0))

/** The document's two pictures in sRGB; null where a layer's pixels cannot be read. */
async function put(
  { layers, smart, icc }: PsdDocument,
  { crop, inside, fill, said }: { crop: Crop; inside: Uint8Array; fill: Layer | null; said: Set<string> },
): Promise<Shown | null> {
  try {
    const shown = await putTogether(layers, { crop, smart, inside, fill, say: (sentence) => said.add(sentence) })
    if (!icc) return shown
    const inSrgb = (rgb: Uint8Array) => toSrgb(rgb, crop.size, crop.size, icc)
    return { ...shown, blank: await inSrgb(shown.blank), black: await inSrgb(shown.black) }
  } catch {
    return null
  }
}

const isPart = (name: string) => /colou?r|shirt|tee|garment|product|fabric|hoodie|sweat|mug|tote|bag/i.test(name)

/** The layer of one colour below the smart object that gives the garment its own, told by its name and by being masked or clipped. */
function fillBelow({ layers, smart }: PsdDocument): Layer | null {
  let found: Layer | null = null
  const look = (within: readonly Layer[]): boolean =>
    within.some((layer) => {
      if (layer.hidden) return false
      if (layer === smart) return true
      const isFill = layer.vectorFill?.type === 'color' && (layer.mask ?? layer.vectorMask ?? layer.clipping)
      if (isFill && isPart(layer.name ?? '')) found = layer
      return look(layer.children ?? [])
    })
  look(layers)
  return found
}

function trustedOf(inside: Uint8Array, { blank, black }: Shown): Uint8Array {
  return inside.map((each, at) => {
    const reach = Math.max(...[0, 1, 2].map((c) => Math.abs(blank[3 * at + c]! - black[3 * at + c]!)))
    return each === 1 && reach > SEEN ? 1 : 0
  })
}

/** The light where nothing throws any back: what shows as black has the blackest ink in it, which the compositor prints again. */
const unprinted = (black: number, white: number): number =>
  Math.max(0, Math.min(black, white) - (INK * Math.max(0, white - black)) / (1 - INK))

/** The garment in 255; null where it does not lie under the design, and so is another thing's colour. */
function garmentOf(share: Float32Array, inside: Uint8Array): Uint8Array | null {
  const [on, all] = [share.reduce((sum, each, at) => sum + each * inside[at]!, 0), inside.reduce((a, b) => a + b, 0)]
  return on / all > 0.5 ? new Uint8Array(share.length).map((_, at) => Math.round(255 * share[at]!)) : null
}

function isColoured(blank: Uint8Array, trusted: Uint8Array): boolean {
  const lights: number[] = []
  const colours: number[] = []
  for (let at = 0; at < trusted.length; at += 17) {
    if (trusted[at] === 0) continue
    const rgb = [0, 1, 2].map((c) => LINEAR_OF_SRGB8[blank[3 * at + c]!]!)
    lights.push(Math.max(...rgb))
    colours.push(1 - Math.min(...rgb) / Math.max(...rgb, 1e-3))
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  return median(lights) < DARK || median(colours) > COLOURFUL
}

/** The smart object's content as large as the product's print area holds it, in inches. */
function areaOf({ sheet, sizesIn }: Target, { placed }: PsdDocument): PsdArea {
  const scale = Math.min(sheet.width / placed.width, sheet.height / placed.height)
  const [width, height] = [placed.width * scale, placed.height * scale]
  const most = (inches: number) => Math.min(inches, width)
  return {
    width,
    height,
    sizesIn: { small: most(sizesIn.small), medium: most(sizesIn.medium), large: most(sizesIn.large) },
  }
}

function mapOf({ u, v }: Drawn, trusted: Uint8Array, { width, height }: PsdArea, size: number): RasterMap {
  return {
    size,
    pad: RIM_SHARE * Math.max(width, height),
    x: u.map((share) => share * width),
    y: v.map((share) => share * height),
    trusted,
    shares: { trusted: 1, folded: 0, uncertain: 0 },
  }
}

/** `from` goes through an iterator and holds every number boxed. */
function planesOf(rgb: Uint8Array): Planes {
  const plane = (c: number) => {
    const light = new Float32Array(rgb.length / 3)
    for (let at = 0; at < light.length; at++) light[at] = LINEAR_OF_SRGB8[rgb[3 * at + c]!]!
    return light
  }
  return [plane(0), plane(1), plane(2)]
}

import { type Layer, readPsd } from 'ag-psd'
import { PSD_REFUSAL, type PsdRefusal, readPsdHeader } from '@printroom/contract/files/psd'
import { type Placed, placedOf } from './warp.ts'

/** Layers, and pixels of all that are seen and of one of them: what is decoded takes four bytes a pixel, one after the other. */
const MOST_LAYERS = 500
const MOST_LAYER_PIXELS = 600_000_000
const MOST_PIXELS_OF_ONE = 80_000_000

export type PsdDocument = {
  width: number
  height: number
  layers: Layer[]
  icc: Uint8Array | null
  smart: Layer
  placed: Placed
  /** How many smart objects are seen beside it. */
  others: number
}

const OWN_NAME =
  /your\s*(design|art|logo|image)|(design|artwork|art|logo)\s*here|place\s*(your|design|art)|double\s*click/i

/** The document and its smart object, no pixel of it decoded yet; or why it makes no scene. */
export function openPsd(bytes: Uint8Array): PsdDocument | PsdRefusal {
  try {
    const header = readPsdHeader(bytes)
    if (typeof header === 'string') return header
    const { children = [] } = readPsd(bytes, {
      useRawData: true,
      skipThumbnail: true,
      skipCompositeImageData: true,
      skipLinkedFilesData: true,
    })
    const seen = seenOf(children)
    if (seen.length > MOST_LAYERS) return 'too-many-layers'
    const areas = seen.flatMap((layer) => [areaOf(layer), areaOf(layer.mask ?? {})])
    if (areas.some((area) => area > MOST_PIXELS_OF_ONE)) return 'layers-too-large'
    if (areas.reduce((sum, area) => sum + area, 0) > MOST_LAYER_PIXELS) return 'layers-too-large'
    const found = seen.flatMap((layer) => {
      const placed = layer.placedLayer && placedOf(layer.placedLayer)
      return placed ? [{ layer, placed, area: areaOfQuad(placed), isNamed: OWN_NAME.test(layer.name ?? '') }] : []
    })
    const [first, ...others] = found.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.area - a.area)
    if (!first) return 'no-smart-object'
    const { width, height, profile } = header
    const icc = profile && bytes.subarray(profile.body, profile.to)
    return { width, height, layers: children, icc, smart: first.layer, placed: first.placed, others: others.length }
  } catch {
    return 'unreadable'
  }
}

/** A refusal as a measurement gives it. */
export const refusalOf = (code: PsdRefusal) => ({ code, sentence: PSD_REFUSAL[code] })

/** Every layer and group that is seen, and all within them. */
function seenOf(layers: readonly Layer[]): Layer[] {
  const seen = layers.filter(({ hidden }) => !hidden)
  return seen.concat(seen.flatMap(({ children = [] }) => seenOf(children)))
}

type Rectangle = { left?: number; top?: number; right?: number; bottom?: number }

const areaOf = ({ left = 0, top = 0, right = 0, bottom = 0 }: Rectangle): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

function areaOfQuad({ surface }: Placed): number {
  const corners = [surface(0, 0), surface(1, 0), surface(1, 1), surface(0, 1)]
  const twice = corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4]!
    return sum + x * nextY - y * nextX
  }, 0)
  return Math.abs(twice) / 2
}

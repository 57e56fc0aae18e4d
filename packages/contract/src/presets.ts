import { PHOTOGRAPH, backgroundsFor, needsGender, type ModelStyle, type Product } from './catalogue.ts'
import { MOCKUP } from './messages.ts'
import type { FidelityPath } from './wire.ts'

/** What of a scene a picture shows. Pure white is a ground of #ffffff around the product. */
export const CROPS = {
  whole: { label: 'Whole scene' },
  close: { label: 'Close-up of the print' },
  white: { label: 'On pure white' },
} as const
export type Crop = keyof typeof CROPS
export const CROP_NAMES = Object.keys(CROPS) as [Crop, ...Crop[]]

/** A picture's crop, `cutout` for the product alone on nothing or `layers` for the picture taken apart, and its size in pixels. */
export type Shape = { crop: Crop | 'cutout' | 'layers'; width: number; height: number }

/** What shops ask of a listing's picture. */
export const PRESETS = {
  original: { label: 'Original', width: 2048, height: 2048, crop: 'whole' },
  large: { label: 'Large', width: 4096, height: 4096, crop: 'whole' },
  etsy: { label: 'Etsy', width: 2000, height: 1500, crop: 'whole' },
  shopify: { label: 'Shopify', width: 2048, height: 2048, crop: 'whole' },
  amazon: { label: 'Amazon', width: 2000, height: 2000, crop: 'white' },
  instagram: { label: 'Instagram', width: 1080, height: 1350, crop: 'whole' },
  cutout: { label: 'Cut-out', width: 2048, height: 2048, crop: 'cutout' },
  layers: { label: 'Layers', width: 2048, height: 2048, crop: 'layers' },
} as const satisfies Record<string, Shape & { label: string }>
export type Preset = keyof typeof PRESETS
export const PRESET_NAMES = Object.keys(PRESETS) as [Preset, ...Preset[]]

/** How an export's shape is called: a preset, or a pack's own, as `close-2800x2100`. */
export type ShapeName = Preset | `${Shape['crop']}-${number}x${number}`

/** A pack's own shape in one word; sides in pixels. */
export const nameOfShape = ({ crop, width, height }: Shape): ShapeName => `${crop}-${width}x${height}`

/** The shape of a name. @throws Error when it is none */
export function shapeOf(name: string): Shape {
  if (name in PRESETS) return PRESETS[name as Preset]
  const [, crop, width, height] = /^([a-z]+)-(\d+)x(\d+)$/.exec(name) ?? []
  if (!crop || !(crop in CROPS)) throw new Error(`no shape is called ${name}`)
  return { crop: crop as Crop, width: Number(width), height: Number(height) }
}

/** File formats: how they are called, how their files end and what they are on the wire. */
export const FORMATS = {
  jpeg: { label: 'JPEG', ending: 'jpg', type: 'image/jpeg' },
  png: { label: 'PNG', ending: 'png', type: 'image/png' },
  webp: { label: 'WebP', ending: 'webp', type: 'image/webp' },
  psd: { label: 'PSD', ending: 'psd', type: 'image/vnd.adobe.photoshop' },
} as const
export type Format = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as [Format, ...Format[]]

const USUAL_FORMATS: Partial<Record<Shape['crop'], Format>> = { cutout: 'png', layers: 'psd' }

/** The kind of file that a preset comes as where none is named: a JPEG, of what is transparent a PNG, of layers a PSD. */
export const usualFormatOf = (preset: ShapeName): Format => USUAL_FORMATS[shapeOf(preset).crop] ?? 'jpeg'

/** Why a preset cannot be had as a kind of file, as a sentence; null when it can. */
export function formatRefusal(preset: ShapeName, format: Format): string | null {
  const { crop } = shapeOf(preset)
  if ((crop === 'layers') !== (format === 'psd')) return MOCKUP.layersArePsd
  return crop === 'cutout' && format === 'jpeg' ? MOCKUP.cutoutNotJpeg : null
}

/** Whether a mockup is the studio's own picture, which can be composed anew in another shape. */
export const isStudios = (path: FidelityPath | null): boolean => path === null || path === 'studio'

/** What a mockup's other shapes depend on. */
export type Shapable = {
  product: string
  style: string
  background: string
  hasDesign: boolean
  path: FidelityPath | null
}

/**
 * Backgrounds without a picture of their own, on which cloth, glaze and print are drawn as finely as a picture of twice the
 * side asks for. A photographed background has 2048 pixels, and a larger one would show no more of it.
 */
const DRAWN: ReadonlySet<string> = new Set(['white-studio', 'neutral-gray', 'light-gray', 'off-white'])

/** Why a mockup cannot be had at the large size, as a sentence; null when it can. */
function largeRefusal({ product, style, background, hasDesign, path }: Shapable): string | null {
  if (!isStudios(path)) return MOCKUP.modelNotLarge
  if (!DRAWN.has(background) || needsGender(product as Product, style as ModelStyle)) return MOCKUP.sceneNotLarge
  return hasDesign ? null : MOCKUP.designGoneNotLarge
}

/** Why a mockup cannot be had so, as a sentence; null when it can. */
export function shapeRefusal({ crop, width, height }: Shape, mockup: Shapable): string | null {
  const { large } = PRESETS
  if (crop === 'whole') return Math.min(width, height) >= large.width ? largeRefusal(mockup) : null
  if (crop === 'cutout' && mockup.style === PHOTOGRAPH) return MOCKUP.sceneNotCutOut
  if (crop === 'cutout')
    return isStudios(mockup.path) ? (mockup.hasDesign ? null : MOCKUP.designGoneNotCutOut) : MOCKUP.modelNotCutOut
  if (crop === 'layers')
    return isStudios(mockup.path) ? (mockup.hasDesign ? null : MOCKUP.designGoneNotLayers) : MOCKUP.modelNotLayers
  if (crop === 'close')
    return isStudios(mockup.path) ? (mockup.hasDesign ? null : MOCKUP.designGoneNotClose) : MOCKUP.modelNotClose
  if (!backgroundsFor(mockup.product as Product, mockup.style as ModelStyle).includes('white-studio'))
    return MOCKUP.notOnWhite
  if (!isStudios(mockup.path)) return MOCKUP.modelNotOnWhite
  return mockup.hasDesign ? null : MOCKUP.designGoneNotOnWhite
}

import { backgroundsFor, type ModelStyle, type Product } from './catalogue.ts'
import { MOCKUP } from './messages.ts'
import type { FidelityPath } from './wire.ts'

/** What shops ask of a listing's picture, in pixels. Pure white is a ground of #ffffff around the product. */
export const PRESETS = {
  original: { label: 'Original', width: 2048, height: 2048, isOnWhite: false },
  etsy: { label: 'Etsy', width: 2000, height: 1500, isOnWhite: false },
  shopify: { label: 'Shopify', width: 2048, height: 2048, isOnWhite: false },
  amazon: { label: 'Amazon', width: 2000, height: 2000, isOnWhite: true },
  instagram: { label: 'Instagram', width: 1080, height: 1350, isOnWhite: false },
} as const
export type Preset = keyof typeof PRESETS
export const PRESET_NAMES = Object.keys(PRESETS) as [Preset, ...Preset[]]

/** File formats: how they are called, how their files end and what they are on the wire. */
export const FORMATS = {
  jpeg: { label: 'JPEG', ending: 'jpg', type: 'image/jpeg' },
  png: { label: 'PNG', ending: 'png', type: 'image/png' },
  webp: { label: 'WebP', ending: 'webp', type: 'image/webp' },
} as const
export type Format = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as [Format, ...Format[]]

/** Whether a mockup is the studio's own picture, which can be composed anew in another shape. */
export const isStudios = (path: FidelityPath | null): boolean => path === null || path === 'studio'

/** Why a mockup cannot be had so, as a sentence; null when it can. */
export function presetRefusal(
  preset: Preset,
  mockup: { product: string; style: string; hasDesign: boolean; path: FidelityPath | null },
): string | null {
  if (!PRESETS[preset].isOnWhite) return null
  if (!backgroundsFor(mockup.product as Product, mockup.style as ModelStyle).includes('white-studio'))
    return MOCKUP.notOnWhite
  if (!isStudios(mockup.path)) return MOCKUP.modelNotOnWhite
  return mockup.hasDesign ? null : MOCKUP.designGoneNotOnWhite
}

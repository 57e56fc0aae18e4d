import { findColour } from '@printroom/contract/colours'
import type { Preset } from '@printroom/contract/presets'

/**
 * The folder of a design's mockups: its name as a slug, then digits that only this design has. The screen strips the
 * digits; they keep two designs of one name apart. The digits are the first 8 of the id's random part, as a number.
 */
export function folderNameOf(design: { id: string; filename: string }): string {
  const digits = BigInt(`0x${design.id.replaceAll('-', '').slice(-12)}`) % 1_000_000_000n
  return `${slugOf(design.filename.replace(/\.png$/i, '')) || 'design'}-${digits}`
}

/** Lower case letters and digits of any script, joined by single hyphens; at most 60 characters. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')

type Named = {
  folderName: string
  product: string
  productModel: string | null
  colour: string
  modelStyle: string
  background: string
}

/** Names one mockup after the other inside a zip: a folder a group, `design_product_model_colour_style_background_nn.jpg`. */
export function archiveNamer(): (mockup: Named) => string {
  const seen = new Map<string, number>()
  return (mockup) => {
    const design = mockup.folderName.replace(/-\d+$/, '')
    const parts = [design, mockup.product, mockup.productModel, mockup.colour, mockup.modelStyle, mockup.background]
    const stem = `${mockup.folderName}/${parts.filter(Boolean).join('_')}`
    const nth = (seen.get(stem) ?? 0) + 1
    seen.set(stem, nth)
    return `${stem}_${String(nth).padStart(2, '0')}.jpg`
  }
}

/**
 * Names as shops and search engines read them, in the order given: what the picture shows, in plain lower-case words
 * with hyphens, each name once. The ending is the caller's.
 */
export function listingNames(mockups: readonly Named[], preset: Preset): string[] {
  const seen = new Map<string, number>()
  return mockups.map((mockup) => {
    const words = [
      mockup.folderName.replace(/-\d+$/, ''),
      findColour(mockup.colour)?.label ?? mockup.colour,
      mockup.productModel,
      mockup.product,
      'mockup',
      mockup.modelStyle,
      preset,
    ]
    const name = words
      .map((word) => plainSlugOf(word ?? ''))
      .filter(Boolean)
      .join('-')
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return nth > 1 ? `${name}-${nth}` : name
  })
}

/** A slug of the letters a to z and digits alone: accents go, other scripts have no place in a shop's address. */
const plainSlugOf = (text: string): string =>
  slugOf(
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]/g, ' '),
  )

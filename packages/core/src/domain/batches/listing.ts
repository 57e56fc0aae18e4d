import { labelOf, printWidthIn } from '@printroom/contract/catalogue'
import { type Shape, placementOfSize } from '@printroom/contract/placement'
import { findColour } from '@printroom/contract/colours'
import { LISTING_TITLE_MAX_CHARS } from '@printroom/contract/limits'
import type { RenderSettings } from '@printroom/contract/schemas'

/** What a shop asks for beside a picture. */
export type Listing = { title: string; description: string; tags: string[] }

/** Etsy's: so many tags of so many characters. */
const TAGS = { most: 13, chars: 20 }

/** Texts to begin a listing with: they say what the picture shows, and nothing that nobody knows. A design that was deleted has no shape. */
export function listingOf(
  filename: string | null,
  settings: RenderSettings,
  title: string | null,
  shape: Shape | null,
): Listing {
  const design = nameOf(filename)
  const product = labelOf(settings.product)
  const model = settings.product_model && labelOf(settings.product_model)
  const colour = findColour(settings.colour)?.label ?? settings.colour
  const { product: printed, design_size: size, side } = settings
  const width =
    settings.placement?.width ??
    (shape ? placementOfSize(printed, size, shape, side).width : printWidthIn(printed, size, side))
  const what = [model, product].filter(Boolean).join(' ')
  return {
    title:
      title ?? [`${design} ${product}`, colour, model].filter(Boolean).join(', ').slice(0, LISTING_TITLE_MAX_CHARS),
    description: `${design}, printed on a ${what} in ${colour}. The print is up to ${Math.round(width * 10) / 10} inches wide.`,
    tags: tagsOf([
      `${design} ${product}`,
      design,
      product,
      `${colour} ${product}`,
      ...(model ? [model] : []),
      ...design.split(' '),
    ]),
  }
}

/** A design's name in words: its file's without the ending, hyphens and underscores. */
const nameOf = (filename: string | null): string =>
  (filename ?? 'Design')
    .replace(/\.png$/i, '')
    .replace(/[\s_-]+/g, ' ')
    .trim() || 'Design'

const tagsOf = (candidates: readonly string[]): string[] => {
  const plain = candidates.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} ]+/gu, ' ')
      .replace(/ +/g, ' ')
      .trim(),
  )
  return [...new Set(plain)].filter((tag) => tag.length > 2 && tag.length <= TAGS.chars).slice(0, TAGS.most)
}

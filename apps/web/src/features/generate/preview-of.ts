import { PRODUCTS, type Product } from '@printroom/contract/catalogue'
import { coloursFor, findColour } from '@printroom/contract/colours'
import type { DesignWire } from '@printroom/contract/wire'
import type { Choices } from '@printroom/contract/wizard'
import type { PreviewRequest } from '~/features/preview/messages.ts'

/** The preview of the choices so far, or null before there is a design and a product. No colour yet is white. */
export const previewOf = (choices: Choices, design: DesignWire | undefined): PreviewRequest | null =>
  choices.product && design ? picture(choices.product, choices, design) : null

/** The previews that one of is asked for first: where no product is chosen of each, from the likeliest on. */
export const previewsAhead = (choices: Choices, design: DesignWire, likeliest?: Product): PreviewRequest[] => {
  const products = choices.product
    ? [choices.product]
    : [...PRODUCTS].sort((one, other) => Number(other === likeliest) - Number(one === likeliest))
  return products.map((product) => picture(product, choices, design))
}

function picture(product: Product, choices: Choices, design: DesignWire): PreviewRequest {
  const { baseModel, style, background, gender, size, placement } = choices
  const colour = choices.colour
    ? findColour(choices.colour)
    : coloursFor(product, baseModel).find(({ label }) => label === 'White')
  return {
    design: design.thumbnail_url,
    product,
    baseModel,
    style,
    background,
    gender,
    colour: { hex: colour?.hex ?? '#FFFFFF', heather: colour?.isHeather ?? false },
    size: size ?? 'medium',
    placement: product === choices.product ? placement : null,
  }
}

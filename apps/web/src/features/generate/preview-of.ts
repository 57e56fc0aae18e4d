import { PRODUCTS, type Product } from '@printroom/contract/catalogue'
import { coloursFor, findColour } from '@printroom/contract/colours'
import type { DesignWire } from '@printroom/contract/wire'
import { NO_CHOICES, type Choices } from '@printroom/contract/wizard'
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
  const { baseModel, style, background, gender, size } = choices
  // Another product that is only looked at has its front, and a place of its own.
  const { side, placement } = product === choices.product ? choices : NO_CHOICES
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
    side,
    colour: { hex: colour?.hex ?? '#FFFFFF', heather: colour?.isHeather ?? false },
    size: size ?? 'medium',
    placement,
  }
}

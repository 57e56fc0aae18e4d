import { FRONT } from '@printroom/contract/catalogue'
import type { Choices } from '@printroom/contract/wizard'

/** The finished choices as the server wants them, or null while one is missing. */
export function requestOf(choices: Choices) {
  const { designId, product, colour, style, background, side, size, placement } = choices
  if (!designId || !product || !colour || !style || !background || !size) return null
  return {
    design_id: designId,
    product,
    product_model: choices.baseModel,
    colour,
    model_style: style,
    background,
    model_gender: choices.gender,
    design_size: size,
    ...(side !== FRONT && { side }),
    ...(placement && { placement }),
  }
}

export type MockupRequest = NonNullable<ReturnType<typeof requestOf>>

import { type Shape, placementProblem, settlePlacement } from '@printroom/contract/placement'
import type { Choices } from '@printroom/contract/wizard'

/** The choices with the print within the product's area: a placement was made for another design, or came with a link. */
export function fitChoices(choices: Choices, design: Shape): Choices {
  const { product, side, placement } = choices
  if (!product || !placement || !placementProblem(product, design, placement, side)) return choices
  return { ...choices, placement: settlePlacement(product, design, placement, side) }
}

import { placeInWords } from '~/features/placing/placing.ts'
import type { Wizard } from '~/features/generate/use-wizard.ts'

/** Where the print sits, where it is not its size that says it. */
export function PlacementFact({ wizard: { design, choices } }: { wizard: Wizard }) {
  const { product, side, placement } = choices
  return product && placement && placeInWords(product, design, placement, side)
}

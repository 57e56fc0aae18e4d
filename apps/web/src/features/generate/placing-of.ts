import { type Placing, placingOf } from '~/features/placing/placing.ts'
import type { Chooser } from '~/features/generate/use-wizard.ts'

/** The wizard's print as it is being placed, or null before there is a design and a product. */
export function wizardPlacing({ design, choices, choose }: Chooser): Placing | null {
  const { product, side, size, placement } = choices
  if (!design || !product) return null
  return placingOf({ product, side, design, size: size ?? 'medium', own: placement }, (next) =>
    choose({ placement: next }),
  )
}

import { FRONT } from '@printroom/contract/catalogue'
import { isSamePlacement } from '@printroom/contract/same-placement'
import type { OrderWire } from '@printroom/contract/wire'
import type { MockupRequest } from '~/features/generate/request-of.ts'

/** An order as it is sent; from a mockup, with its id, and as a recolouring of it. */
export type Order = MockupRequest & { original_mockup_id?: string; is_color_change?: true }

const CHOICES = [
  'design_id',
  'product',
  'product_model',
  'colour',
  'model_style',
  'background',
  'model_gender',
  'design_size',
] as const satisfies (keyof MockupRequest & keyof OrderWire)[]

/** Whether an order that the server knows of is of these choices; of another mockup's shot it is not. */
export function isSameOrder(known: OrderWire, order: Order): boolean {
  if (known.is_color_change !== (order.is_color_change ?? false)) return false
  if (known.is_color_change && known.original_mockup_id !== order.original_mockup_id) return false
  if (known.side !== (order.side ?? FRONT)) return false
  return isSamePlacement(known.placement, order.placement) && CHOICES.every((name) => known[name] === order[name])
}

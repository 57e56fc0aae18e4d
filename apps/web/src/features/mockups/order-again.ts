import type { MockupWire } from '@printroom/contract/wire'
import { sideSuffix } from '~/features/catalogue/side-suffix.ts'
import { readQuery } from '~/features/generate/read-query.ts'
import { requestOf } from '~/features/generate/request-of.ts'
import type { Order } from '~/features/generate/same-order.ts'
import { openWizard } from '~/features/generate/wizard-state.ts'

type Change = { colour?: string; isRecolour?: boolean }

/**
 * A mockup's settings once more as an order, perhaps in another colour: another picture, or with `isRecolour` the same shot.
 * Null when they are no longer offered, or the design was deleted.
 */
export function orderAgain(
  mockup: MockupWire,
  { colour = mockup.colour, isRecolour = false }: Change = {},
): Order | null {
  const request = requestOf(openWizard(readQuery({ ...mockup, colour, designId: mockup.design_id })).choices)
  // The front is not what somebody wants who has the back.
  if (request && sideSuffix(request.side) !== sideSuffix(mockup.side)) return null
  return request && { ...request, original_mockup_id: mockup.id, ...(isRecolour && { is_color_change: true }) }
}

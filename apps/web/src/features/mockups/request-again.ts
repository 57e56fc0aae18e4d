import type { MockupWire } from '@printroom/contract/wire'
import { readQuery } from '~/features/generate/read-query.ts'
import { requestOf } from '~/features/generate/request-of.ts'
import { openWizard } from '~/features/generate/wizard-state.ts'
import { randomId } from '~/lib/random-id.ts'
import { api } from '~/lib/trpc.ts'

type Change = { colour?: string; isRecolour?: boolean }

/** Orders a mockup's settings once more, perhaps in another colour. A recolour keeps the shot and changes only that. */
export async function requestAgain(mockup: MockupWire, { colour = mockup.colour, isRecolour = false }: Change = {}) {
  const request = requestOf(openWizard(readQuery({ ...mockup, colour, designId: mockup.design_id })).choices)
  if (!request) throw new Error('The settings of this mockup are no longer offered, or its design was deleted')
  return api.generation.request.mutate({
    ...request,
    idempotency_key: randomId(),
    debug: true,
    ...(isRecolour && { is_color_change: true, original_mockup_id: mockup.id }),
  })
}

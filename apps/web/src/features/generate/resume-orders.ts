import { resumeRuns } from '~/features/generate/orders.ts'
import { tellOutcome } from '~/features/generate/tell-outcome.ts'
import { refreshMockups } from '~/lib/refresh-mockups.ts'
import type { trpc } from '~/lib/trpc.ts'

/** Takes up what this tab had ordered when its page was left, and says what came of it, on whatever screen. */
export function resumeOrders(utils: ReturnType<typeof trpc.useUtils>): Promise<void> {
  return resumeRuns(async (kind, variations) => {
    await Promise.all([refreshMockups(utils), utils.generation.active.invalidate()])
    tellOutcome(kind, variations)
  })
}

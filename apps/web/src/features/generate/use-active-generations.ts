import type { GenerationWire } from '@printroom/contract/wire'
import { useRuns } from '~/features/generate/orders.ts'
import { refreshMockups } from '~/lib/refresh-mockups.ts'
import { trpc } from '~/lib/trpc.ts'

const NONE: GenerationWire[] = []

/** The person's generations that are under way, oldest first, as far as they are known: somewhere on the page they are watched. */
export const useActiveGenerations = (): GenerationWire[] =>
  trpc.generation.active.useQuery(undefined, { enabled: false }).data ?? NONE

/** The same, asked for and watched. The server's events are listened to only while there are some, or are to come; once a page. */
export function useWatchedGenerations(): GenerationWire[] {
  const utils = trpc.useUtils()
  const isExpected = useRuns().some(({ isOver }) => !isOver)
  const { data: active = NONE } = trpc.generation.active.useQuery(undefined, { staleTime: 0 })
  trpc.generation.watch.useSubscription(undefined, {
    enabled: isExpected || active.length > 0,
    onData: (now) => {
      const before = utils.generation.active.getData() ?? NONE
      utils.generation.active.setData(undefined, now)
      // An order takes its credit when it comes in, and gives it back when it fails.
      if (isOneMissing(before, now)) void refreshMockups(utils)
      else if (isOneMissing(now, before)) void utils.user.get.invalidate()
    },
  })
  return active
}

const isOneMissing = (these: GenerationWire[], those: GenerationWire[]): boolean =>
  these.some(({ id }) => !those.some((other) => other.id === id))

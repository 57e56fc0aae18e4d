import type { GenerationWire } from '@printroom/contract/wire'
import { trpc } from '~/lib/trpc.ts'

const NONE: GenerationWire[] = []

/** The person's generations that are under way, oldest first. The server's events are listened to only while there are some. */
export function useActiveGenerations(isExpected = false): GenerationWire[] {
  const utils = trpc.useUtils()
  const { data: active = NONE } = trpc.generation.active.useQuery(undefined, { staleTime: 0 })
  trpc.generation.watch.useSubscription(undefined, {
    enabled: isExpected || active.length > 0,
    onData: (now) => {
      const before = utils.generation.active.getData() ?? NONE
      utils.generation.active.setData(undefined, now)
      const isOneOver = isOneMissing(before, now)
      if (isOneOver) void utils.mockup.list.invalidate()
      // An order takes its credit when it comes in, and gives it back when it fails.
      if (isOneOver || isOneMissing(now, before)) void utils.user.get.invalidate()
    },
  })
  return active
}

const isOneMissing = (these: GenerationWire[], those: GenerationWire[]): boolean => these.some(({ id }) => !those.some((other) => other.id === id))

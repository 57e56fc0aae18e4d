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
      const isOneOver = before.some(({ id }) => !now.some((still) => still.id === id))
      if (isOneOver) void Promise.all([utils.mockup.list.invalidate(), utils.user.get.invalidate()])
    },
  })
  return active
}

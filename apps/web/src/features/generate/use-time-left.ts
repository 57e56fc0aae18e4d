import { useEffect } from 'react'
import type { GenerationWire } from '@printroom/contract/wire'
import { secondsLeft, timeLeftText } from '~/features/generate/time-left.ts'
import { trpc } from '~/lib/trpc.ts'

/** How long these take yet, in words; the pace is asked for again with each that comes or is done. */
export function useTimeLeft(active: readonly GenerationWire[]): string {
  const count = active.length
  const { data: pace, refetch } = trpc.generation.pace.useQuery(undefined, { enabled: false })
  useEffect(() => {
    if (count > 0) void refetch()
  }, [count, refetch])
  return timeLeftText(secondsLeft(active, pace))
}

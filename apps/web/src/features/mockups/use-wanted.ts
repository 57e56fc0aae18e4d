import { useEffect } from 'react'
import type { More } from '~/components/load-more.tsx'
import { whenIdle } from '~/lib/when-idle.ts'
import { trpc } from '~/lib/trpc.ts'

/** So many cards are there without a scroll, for a search in the page and for whoever goes to its end. */
const LOADED_AHEAD = 240

/** Loads the list's next pages as long as few are there, or a wanted mockup is not among them that stands further down. */
export function useWanted(id: string | undefined, mockups: readonly { id: string }[] | undefined, more: More): void {
  const isMissing = id !== undefined && mockups !== undefined && !mockups.some((mockup) => mockup.id === id)
  const { isSuccess: isThere } = trpc.mockup.get.useQuery({ id: id ?? '' }, { enabled: isMissing })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more
  const isWanted = mockups !== undefined && (mockups.length < LOADED_AHEAD || (isMissing && isThere))
  useEffect(() => {
    if (!isWanted || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    whenIdle(() => void fetchNextPage({ cancelRefetch: false }))
  }, [isWanted, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
}

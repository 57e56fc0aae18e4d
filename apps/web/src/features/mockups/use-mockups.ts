import { useDeferredValue, useMemo } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import type { FoldersWire } from '@printroom/contract/wire'
import { type Filters, queryOf } from '~/features/mockups/filters.ts'
import { itemsOf } from '~/lib/pages.ts'
import { trpc } from '~/lib/trpc.ts'

/**
 * The person's mockups that the filters leave, by group, as far as they are loaded, and how many there are in all; `more`
 * brings the next page. Until the answer to other filters is there, the last one stays, and `isChanging`.
 */
export function useMockups(filters: Filters) {
  const query = useMemo(() => queryOf(filters), [filters])
  const {
    data: loaded,
    isError,
    isPlaceholderData: isChanging,
    refetch,
    ...more
  } = trpc.mockup.folders.useInfiniteQuery(query, {
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  // A long list is made bit by bit, and the page hears clicks and keys meanwhile.
  const data = useDeferredValue(loaded)
  const list = useMemo(() => data && listOf(data.pages), [data])
  return { list, isError: isError && !data, isChanging, refetch, more }
}

/** An earlier page was asked for later, when something new had come: what it says of a group counts. */
function listOf(pages: readonly FoldersWire[]) {
  const latest = <Value>(of: (page: FoldersWire) => Record<string, Value> | null): Record<string, Value> =>
    Object.assign({}, ...pages.map(of).toReversed())
  return {
    mockups: itemsOf(pages),
    total: pages[0]?.total ?? 0,
    by: pages[0]?.by ?? ('design' as const),
    sizes: latest(({ folders }) => folders),
    titles: latest(({ titles }) => titles),
    numbers: latest(({ numbers }) => numbers),
    approved: new Set(pages.flatMap(({ approved }) => approved)),
  }
}

export type MockupList = ReturnType<typeof listOf>

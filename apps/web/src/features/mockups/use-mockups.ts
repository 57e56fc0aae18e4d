import { useDeferredValue, useMemo } from 'react'
import { itemsOf } from '~/lib/pages.ts'
import { trpc } from '~/lib/trpc.ts'

/** The person's mockups by folder, as far as they are loaded, and how many there are in all; `more` brings the next page. */
export function useMockups() {
  const {
    data: loaded,
    isError,
    refetch,
    ...more
  } = trpc.mockup.folders.useInfiniteQuery({}, { getNextPageParam: ({ next }) => next })
  // A long list is made bit by bit, and the page hears clicks and keys meanwhile.
  const data = useDeferredValue(loaded)
  const list = useMemo(
    () => data && { mockups: itemsOf(data.pages), total: data.pages[0]?.total ?? 0, sizes: sizesOf(data.pages) },
    [data],
  )
  return { list, isError: isError && !data, refetch, more }
}

/** How many mockups each folder holds. An earlier page was asked for later, when something new had come. */
const sizesOf = (pages: readonly { folders: Record<string, number> }[]): Record<string, number> =>
  Object.assign({}, ...pages.map(({ folders }) => folders).toReversed())

import { useMemo } from 'react'
import { itemsOf } from '~/lib/pages.ts'
import { trpc } from '~/lib/trpc.ts'

/** The person's designs as far as they are loaded, newest first; `more` brings the next page. */
export function useDesigns() {
  const { data, isError, isPending, refetch, ...more } = trpc.design.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next },
  )
  const designs = useMemo(() => data && itemsOf(data.pages), [data])
  return { designs, isError: isError && !data, isPending, refetch, more }
}

import { useEffect, useRef, type ReactNode } from 'react'
import { LoadError } from '~/components/load-error.tsx'

export type More = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: (how: { cancelRefetch: boolean }) => unknown
}

/** Windows below the one in sight in which the end of a list is near enough for the next page to be asked for. */
const AHEAD = '200% 0px'

/** The end of a list that goes on: the next page comes as one scrolls near it. `children` stand where it will be. */
export function LoadMore({ what, more, children }: { what: string; more: More; children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    const near = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && fetchNextPage({ cancelRefetch: false }),
      { rootMargin: AHEAD },
    )
    near.observe(end.current)
    return () => near.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className="mt-6">
      {isFetchNextPageError ? (
        <LoadError what={`more of ${what}`} onRetry={() => fetchNextPage({ cancelRefetch: false })} />
      ) : (
        <div aria-hidden="true">{children}</div>
      )}
      <p role="status" className="sr-only">
        {isFetchingNextPage && `Loading more of ${what}`}
      </p>
    </div>
  )
}

import { useEffect, useMemo, useRef } from 'react'
import type { BatchPictureWire, BatchWire } from '@printroom/contract/batches'
import { openIn } from '~/features/batches/batch-words.ts'
import { secondsLeft, timeLeftText } from '~/features/generate/time-left.ts'
import { refreshMockups } from '~/lib/refresh-mockups.ts'
import { trpc } from '~/lib/trpc.ts'

/** News of eight pictures may come within a second: they are asked for together. */
const NEWS_GAP_MS = 1_000

/** A batch, kept as it stands while it is made: the server's events say when to look again. */
export function useBatch(id: string) {
  const utils = trpc.useUtils()
  const query = trpc.batch.get.useQuery({ id }, { staleTime: 0 })
  const isOpen = query.data !== undefined && openIn(query.data.counts) > 0
  const look = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(look.current), [])
  trpc.generation.watch.useSubscription(undefined, {
    enabled: isOpen,
    onData: () => {
      look.current ??= setTimeout(() => {
        look.current = undefined
        void utils.batch.get.invalidate({ id })
        void utils.batch.pictures.invalidate({ id })
        void utils.batch.listings.invalidate({ id })
      }, NEWS_GAP_MS)
    },
  })
  // What is made joins My Mockups, and what fails gives its credit back.
  const done = query.data?.counts.done
  useEffect(() => {
    if (done !== undefined && !isOpen) void refreshMockups(utils)
  }, [done, isOpen, utils])
  return query
}

/** The pictures of a batch by place, as far as they are loaded. */
export function useBatchPictures(id: string) {
  const { data, isError, refetch, ...more } = trpc.batch.pictures.useInfiniteQuery(
    { id },
    { getNextPageParam: ({ next }) => next, staleTime: 0 },
  )
  const pictures = useMemo(
    () =>
      data && [
        ...new Map(
          data.pages.flatMap(({ items }) => items).map((each): [number, BatchPictureWire] => [each.place, each]),
        ).values(),
      ],
    [data],
  )
  return { pictures, isError: isError && !data, refetch, more }
}

/** How long the rest takes, in words, at the pace at which pictures are made now. */
export function useBatchTimeLeft({ counts }: BatchWire): string {
  const open = openIn(counts)
  const { data: pace } = trpc.generation.pace.useQuery(undefined, { enabled: open > 0, staleTime: 5_000 })
  if (open === 0 || !pace) return ''
  return timeLeftText(pace.seconds ? secondsLeft([{ status: 'queued', progress: 0, position: open }], pace) : null)
}

import { trpc } from '~/lib/trpc.ts'

const LINES = 8

/** Every credit that came and went, newest first, a page at a time. */
export const useStatement = () =>
  trpc.user.statement.useInfiniteQuery({ limit: LINES }, { getNextPageParam: ({ next }) => next, staleTime: 0 })

import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { FoldersWire } from '@printroom/contract/wire'
import { queryClient, trpc } from '~/lib/trpc.ts'

type List = InfiniteData<FoldersWire, string | null>

/** Changes every list of mockups that is loaded, by whatever it is filtered and grouped. */
export const changeMockupLists = (change: (list: List) => List | undefined): void =>
  void queryClient.setQueriesData<List>({ queryKey: getQueryKey(trpc.mockup.folders) }, (list) => list && change(list))

/** Asks again for the lists that are filtered or by batch: whether what came or changed belongs in them, the server knows. */
export const refreshFilteredLists = (): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: getQueryKey(trpc.mockup.folders),
    predicate: ({ queryKey: [, about] }) =>
      Object.keys((about as { input?: object } | undefined)?.input ?? {}).some((name) => name !== 'direction'),
  })

import { trpc } from '~/lib/trpc.ts'

/** The listing packs, everybody's first. */
export function usePacks() {
  const { data: packs, isError, isPending, refetch } = trpc.pack.list.useQuery()
  return { packs, isError: isError && !packs, isPending, refetch: () => void refetch() }
}

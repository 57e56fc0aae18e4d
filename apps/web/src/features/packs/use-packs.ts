import { trpc } from '~/lib/trpc.ts'

/** The listing packs, everybody's first. */
export function usePacks() {
  const { data: packs, isError, refetch } = trpc.pack.list.useQuery()
  return { packs, isError: isError && !packs, refetch: () => void refetch() }
}

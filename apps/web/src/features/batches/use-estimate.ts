import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BatchEstimateWire, BatchRequest } from '@printroom/contract/batches'
import { api } from '~/lib/trpc.ts'

/** Whoever ticks ten colours one after the other asks once. */
const SETTLE_MS = 250
const KEY = 'batch-estimate'

type Estimate = {
  /** Of the last request that was answered. */
  estimate: BatchEstimateWire | undefined
  /** It is of what is chosen now. */
  isCurrent: boolean
  error: unknown
  retry: () => void
}

/** What an order of this would cost, asked of the server whenever it changes; nothing of null. */
export function useEstimate(request: BatchRequest | null): Estimate {
  const wanted = request && JSON.stringify(request)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const settled = setTimeout(() => setAsked(wanted), SETTLE_MS)
    return () => clearTimeout(settled)
  }, [wanted])
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [KEY, asked],
    queryFn: () => api.batch.estimate.mutate(JSON.parse(asked ?? '{}') as BatchRequest),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // Credits, and what is there already, change meanwhile.
    staleTime: 0,
    gcTime: 0,
  })
  const isAsked = asked === wanted && wanted !== null
  return {
    estimate: wanted === null ? undefined : data,
    isCurrent: isAsked && data !== undefined && !isPlaceholderData,
    error: isAsked ? error : null,
    retry: () => void refetch(),
  }
}

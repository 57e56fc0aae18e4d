import { useId, useState } from 'react'
import { Download, TriangleAlert } from 'lucide-react'
import type { BatchListingsWire, BatchWire } from '@printroom/contract/batches'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Select } from '~/components/select.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { usePacks } from '~/features/packs/use-packs.ts'
import { countOf, formatNumber } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

const NONE = 'none'
/** Lines that are shown before somebody asks for all. */
const SHOWN = 3

/** A batch as listings of a pack: its own, or another that is chosen here. */
export function BatchListings({ batch }: { batch: BatchWire }) {
  const titleId = useId()
  const { packs, isPending } = usePacks()
  const [packId, setPackId] = useState(batch.pack_id)
  const isDeleted = packs !== undefined && batch.pack_id !== null && !packs.some(({ id }) => id === batch.pack_id)
  const { data, isError, refetch } = trpc.batch.listings.useQuery(
    { id: batch.id, pack_id: packId },
    { enabled: packId !== null, staleTime: 0 },
  )
  if (isPending) return <Skeleton className="mb-8 h-40 rounded-lg sm:h-28" />
  if (!packs) return null
  return (
    <Card aria-labelledby={titleId} className="mb-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <CardTitle id={titleId}>Listings</CardTitle>
          <CardNote>Each picture in its shop’s size, the main one first, a folder a listing.</CardNote>
        </div>
        <Select
          isLabelled
          label="Listing pack"
          value={packId ?? NONE}
          onChange={(value) => setPackId(value === NONE ? null : value)}
          className="w-full sm:w-64"
        >
          {batch.pack_id === null && <option value={NONE}>Choose a pack</option>}
          {isDeleted && <option value={batch.pack_id ?? ''}>The pack it was ordered from</option>}
          {packs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {isError && packId !== null && <LoadError what="its listings" onRetry={() => void refetch()} />}
      {packId !== null && !data && !isError && <Skeleton className="mt-4 h-12" />}
      {packId !== null && data && <Check key={data.pack_id} batchId={batch.id} listings={data} />}
    </Card>
  )
}

function Check({ batchId, listings }: { batchId: string; listings: BatchListingsWire }) {
  const [isWhole, setWhole] = useState(false)
  const { pack_id: packId, pictures, ready, unfit, more } = listings
  const shown = isWhole ? unfit : unfit.slice(0, SHOWN)
  const hidden = unfit.length - shown.length
  return (
    <div className="mt-4 space-y-3 border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm tabular-nums">
          <span className="font-medium">
            {formatNumber(ready)} of {countOf(pictures, 'picture')} ready
          </span>
          <span className="text-pencil"> in {countOf(listings.listings, 'listing')}</span>
        </p>
        {ready > 0 && (
          <Button asChild>
            <a href={`/api/batches/${batchId}/listings.zip?pack_id=${encodeURIComponent(packId)}`} download>
              <Download /> Download Listings
            </a>
          </Button>
        )}
      </div>
      {unfit.length > 0 && (
        <>
          <ul className="space-y-1.5 text-[13px]">
            {shown.map(({ where, error }) => (
              <li key={`${where} ${error}`} className="flex gap-1.5">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
                <span>
                  <span className="font-medium">{where}</span>: {error}
                </span>
              </li>
            ))}
            {isWhole && more > 0 && <li className="text-pencil">And {formatNumber(more)} more.</li>}
          </ul>
          {hidden > 0 && (
            <Button variant="link" size="sm" className="h-auto px-0" onClick={() => setWhole(true)}>
              Show all {formatNumber(unfit.length + more)}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

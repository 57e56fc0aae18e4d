import { Link, getRouteApi } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { BatchWire } from '@printroom/contract/batches'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { Progress } from '~/components/progress.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { BatchActions } from '~/features/batches/batch-actions.tsx'
import { BatchListings } from '~/features/batches/batch-listings.tsx'
import { BatchTile } from '~/features/batches/batch-tile.tsx'
import { progressOf } from '~/features/batches/batch-words.ts'
import { useBatch, useBatchPictures, useBatchTimeLeft } from '~/features/batches/use-batch.ts'
import { errorCode } from '~/lib/api-error.ts'
import { formatDateTime } from '~/lib/format.ts'

const GRID = 'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-4 xl:grid-cols-5'
const route = getRouteApi('/_app/batches_/$batchId')

/** One batch: how far it is, what failed and why, and its pictures as they come. */
export function BatchPage() {
  const { batchId } = route.useParams()
  const { data: batch, error, refetch } = useBatch(batchId)
  if (batch) return <Batch batch={batch} />
  if (errorCode(error) === 'not_found' || errorCode(error) === 'bad_input') return <NoBatch />
  return (
    <>
      <PageHeader title="Batch" />
      {error ? <LoadError what="this batch" onRetry={() => void refetch()} /> : <Slots />}
    </>
  )
}

function Batch({ batch }: { batch: BatchWire }) {
  const left = useBatchTimeLeft(batch)
  const { pictures, isError, refetch, more } = useBatchPictures(batch.id)
  const { name, counts, created_at: createdAt } = batch
  return (
    <>
      <BackToBatches />
      <PageHeader title={name} note={`Ordered ${formatDateTime(createdAt)}`}>
        <BatchActions batch={batch} />
      </PageHeader>
      <div className="mb-8">
        <div role="status" className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
          <p className="font-medium">{progressOf(batch)}</p>
          <p className="text-pencil">{left}</p>
        </div>
        <Progress
          value={Math.round((100 * counts.done) / Math.max(1, batch.pictures))}
          label={progressOf(batch)}
          className="mt-2"
        />
      </div>
      <BatchListings batch={batch} />
      {isError && <LoadError what="its mockups" onRetry={() => void refetch()} />}
      {!pictures && !isError && <Slots />}
      {pictures && (
        <>
          <ul aria-label="Mockups" className={GRID}>
            {pictures.map((picture) => (
              <BatchTile key={picture.place} picture={picture} />
            ))}
          </ul>
          <LoadMore what="its mockups" more={more}>
            <Slots />
          </LoadMore>
        </>
      )}
    </>
  )
}

const BackToBatches = () => (
  <Button asChild variant="link" size="sm" className="mb-2 px-0">
    <Link to="/batches">
      <ArrowLeft /> Batches
    </Link>
  </Button>
)

const NoBatch = () => (
  <>
    <PageHeader title="Batch" />
    <EmptyState
      title="This batch is not here"
      action={
        <Button asChild>
          <Link to="/batches">To your batches</Link>
        </Button>
      }
    >
      The address may be mistyped, or the batch belongs to another account.
    </EmptyState>
  </>
)

const Slots = () => (
  <div className={GRID}>
    {Array.from({ length: 10 }, (_, slot) => (
      <Skeleton key={slot} className="aspect-square" />
    ))}
  </div>
)

import { useMemo } from 'react'
import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import type { BatchSummaryWire } from '@printroom/contract/batches'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { Progress } from '~/components/progress.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { progressOf, stateOf } from '~/features/batches/batch-words.ts'
import { DimmedMockups } from '~/features/examples/dimmed-mockups.tsx'
import { formatDateTime } from '~/lib/format.ts'
import { itemsOf } from '~/lib/pages.ts'
import { trpc } from '~/lib/trpc.ts'

/** All batches of a seller, newest first. */
export function BatchesPage() {
  const { data, isError, refetch, ...more } = trpc.batch.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0 },
  )
  const batches = useMemo(() => data && itemsOf(data.pages), [data])
  return (
    <>
      <PageHeader title="Batches" note="Many designs on many products, ordered at once.">
        {batches && batches.length > 0 && <NewBatch className="max-md:order-last" />}
        {/* Where it was before there was another beside it. */}
        <Button asChild variant="secondary">
          <Link to="/packs">Listing Packs</Link>
        </Button>
      </PageHeader>
      {isError && !data && <LoadError what="your batches" onRetry={() => void refetch()} />}
      {!batches && !isError && <Slots />}
      {batches?.length === 0 && (
        <EmptyState picture={<DimmedMockups />} title="No batches yet" action={<NewBatch />}>
          Choose designs, products, colors and scenes once; all their mockups are made in one go.
        </EmptyState>
      )}
      {batches && batches.length > 0 && (
        <>
          <ul className="divide-y rounded-lg border bg-sheet shadow-sheet">
            {batches.map((batch) => (
              <BatchRow key={batch.id} batch={batch} />
            ))}
          </ul>
          <LoadMore what="your batches" more={more}>
            <Slots />
          </LoadMore>
        </>
      )}
    </>
  )
}

const NewBatch = ({ className }: { className?: string }) => (
  <Button asChild className={className}>
    <Link to="/batches/new">
      <Layers /> New Batch
    </Link>
  </Button>
)

function BatchRow({ batch }: { batch: BatchSummaryWire }) {
  const { id, name, pictures, counts, created_at: createdAt } = batch
  const { label, variant } = stateOf(batch)
  return (
    <li className="relative px-4 py-4 transition-colors duration-150 first:rounded-t-lg last:rounded-b-lg hover:bg-shade/50 sm:px-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Link
            to="/batches/$batchId"
            params={{ batchId: id }}
            className="block truncate font-medium after:absolute after:inset-0"
          >
            {name}
          </Link>
          <p className="mt-0.5 text-[13px] text-pencil tabular-nums">
            {progressOf(batch)}
            <span className="max-sm:hidden"> · </span>
            <time dateTime={createdAt} className="max-sm:block">
              {formatDateTime(createdAt)}
            </time>
          </p>
        </div>
        <Badge variant={variant}>{label}</Badge>
      </div>
      <Progress
        value={Math.round((100 * counts.done) / Math.max(1, pictures))}
        label={`${name}: ${progressOf(batch)}`}
        className="mt-3"
      />
    </li>
  )
}

const Slots = () => (
  <div className="space-y-3">
    {[0, 1, 2].map((slot) => (
      <Skeleton key={slot} className="h-20" />
    ))}
  </div>
)

import { Link, getRouteApi } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { newPicture, type Draft } from '~/features/packs/draft.ts'
import { PackForm } from '~/features/packs/pack-form.tsx'
import { usePacks } from '~/features/packs/use-packs.ts'

const route = getRouteApi('/_app/packs_/$packId')

/** A pack of the seller's own, new or known; `from` is the one that a new one is a copy of. */
export function PackPage() {
  const { packId } = route.useParams()
  const { from } = route.useSearch()
  const { packs, isError, refetch } = usePacks()
  const isNew = packId === 'new'
  const known = packs?.find(({ id, is_built_in: isBuiltIn }) => (isNew ? id === from : id === packId && !isBuiltIn))
  const draft: Draft | null = known
    ? { name: isNew ? `${known.name}, mine` : known.name, pictures: known.pictures }
    : isNew
      ? { name: '', pictures: [newPicture()] }
      : null
  return (
    <>
      <Button asChild variant="link" size="sm" className="mb-2 px-0">
        <Link to="/packs">
          <ArrowLeft /> Listing packs
        </Link>
      </Button>
      <PageHeader
        title={isNew ? 'New Pack' : 'Edit Pack'}
        note="The main picture first. Of each picture’s scenes the first that a product has is taken."
      />
      {isError && <LoadError what="the listing packs" onRetry={refetch} />}
      {!packs && !isError && <Skeleton className="h-96" />}
      {packs && draft && <PackForm key={`${packId} ${from ?? ''}`} id={isNew ? null : packId} initial={draft} />}
      {packs && !draft && (
        <EmptyState
          title="This pack is not here"
          action={
            <Button asChild>
              <Link to="/packs">To your packs</Link>
            </Button>
          }
        >
          It was deleted, or belongs to another account.
        </EmptyState>
      )}
    </>
  )
}

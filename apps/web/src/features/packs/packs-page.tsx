import { Suspense, lazy, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Copy, Layers, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import type { PackWire } from '@printroom/contract/pack-schemas'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { PackPicture } from '~/features/packs/pack-picture.tsx'
import { shopsOf } from '~/features/packs/pack-words.ts'
import { usePacks } from '~/features/packs/use-packs.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { countOf } from '~/lib/format.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('~/components/confirm-dialog.tsx')).ConfirmDialog }))

/** What listings are made of: the packs that everybody has, and the seller's own. */
export function PacksPage() {
  const { packs, isError, refetch } = usePacks()
  const [deleted, setDeleted] = useState<PackWire | null>(null)
  return (
    <>
      <PageHeader
        title="Listing Packs"
        note="The pictures of a shop's listing, in their order and size. A batch can start from any of them."
      >
        <Button asChild>
          <Link to="/packs/$packId" params={{ packId: 'new' }}>
            <Plus /> New Pack
          </Link>
        </Button>
      </PageHeader>
      {isError && <LoadError what="the listing packs" onRetry={refetch} />}
      {!packs && !isError && <Skeleton className="h-96" />}
      <div className="space-y-6">
        {packs?.map((pack) => (
          <PackCard key={pack.id} pack={pack} onDelete={() => setDeleted(pack)} />
        ))}
      </div>
      <Suspense>{deleted && <DeletePack pack={deleted} onClose={() => setDeleted(null)} />}</Suspense>
    </>
  )
}

function PackCard({ pack, onDelete }: { pack: PackWire; onDelete: () => void }) {
  const { id, name, pictures, is_built_in: isBuiltIn, problems } = pack
  return (
    <Card aria-labelledby={`pack-${id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <CardTitle id={`pack-${id}`}>{name}</CardTitle>
          <CardNote>
            {countOf(pictures.length, 'picture')}, {shopsOf(pack)}
          </CardNote>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild variant="secondary" size="sm">
            <Link to="/batches/new" search={{ pack: id }}>
              <Layers /> Start a Batch
            </Link>
          </Button>
          {!isBuiltIn && (
            <Button asChild variant="ghost" size="sm">
              <Link to="/packs/$packId" params={{ packId: id }} aria-label={`Edit ${name}`}>
                <Pencil /> Edit
              </Link>
            </Button>
          )}
          <Button asChild variant="ghost" size="sm">
            <Link to="/packs/$packId" params={{ packId: 'new' }} search={{ from: id }} aria-label={`Copy ${name}`}>
              <Copy /> Copy
            </Link>
          </Button>
          {!isBuiltIn && (
            <Button variant="ghost" size="sm" aria-label={`Delete ${name}`} onClick={onDelete}>
              <Trash2 /> Delete
            </Button>
          )}
        </div>
      </div>
      {problems.length > 0 && (
        <ul className="mt-3 space-y-1 text-[13px]">
          {problems.map((problem) => (
            <li key={problem} className="flex gap-1.5">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" /> {problem}
            </li>
          ))}
        </ul>
      )}
      <ol className="mt-4 grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-8 xl:grid-cols-10">
        {pictures.map((picture, at) => (
          // A pack may show one scene twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="min-w-0">
            <PackPicture picture={picture} />
            <p className="mt-1 text-xs text-pencil tabular-nums">
              {at === 0 ? 'Main' : at + 1}
              {picture.crop === 'close' && ', close'}
              {picture.crop === 'white' && ', white'}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function DeletePack({ pack: { id, name }, onClose }: { pack: PackWire; onClose: () => void }) {
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.pack.remove.useMutation({
    onSuccess: () => {
      void utils.pack.list.invalidate()
      addToast({ title: 'Pack deleted', description: 'Batches that were ordered from it stay as they are.' })
    },
    onError: (fault) => void addErrorToast(errorSentence(fault, 'The pack could not be deleted. Please try again.')),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Delete Pack"
      confirmLabel="Delete"
      isPending={isPending}
      onConfirm={() => mutate({ id })}
    >
      “{name}” will be gone. Batches that were ordered from it stay as they are.
    </ConfirmDialog>
  )
}

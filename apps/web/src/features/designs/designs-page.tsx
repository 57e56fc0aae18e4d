import { Suspense, lazy, useState } from 'react'
import { Images, Upload } from 'lucide-react'
import { ALL_PRODUCTS_IN_WORDS } from '@printroom/contract/catalogue'
import type { DesignWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { DesignCard } from '~/features/designs/design-card.tsx'
import { DesignSkeletons, DesignSlots } from '~/features/designs/design-skeletons.tsx'
import { SampleButton } from '~/features/designs/sample-button.tsx'
import { useUploads } from '~/features/designs/upload-queue.ts'
import { useDesigns } from '~/features/designs/use-designs.ts'
import { DimmedMockups } from '~/features/examples/dimmed-mockups.tsx'

// Each is loaded when it is first opened: between them they carry a dropzone and the validation library.
const UploadDialog = lazy(() => import('~/features/designs/upload-dialog.tsx'))
const UploadManyDialog = lazy(() => import('~/features/designs/upload-many-dialog.tsx'))
const DesignPreviewDialog = lazy(() => import('~/features/designs/design-preview-dialog.tsx'))
const DeleteDesignDialog = lazy(() => import('~/features/designs/delete-design-dialog.tsx'))
const RenameDialog = lazy(() => import('~/features/designs/rename-dialog.tsx'))

type Open = { dialog: 'preview' | 'rename' | 'delete'; design: DesignWire } | null

export function DesignsPage() {
  const { designs, isError, refetch, more } = useDesigns()
  const [open, setOpen] = useState<Open>(null)
  const [isUploading, setUploading] = useState(false)
  const [isUploadingMany, setUploadingMany] = useState(false)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader title="Designs" note="The PNG files your mockups are made from.">
        {designs && designs.length > 0 && (
          <>
            <UploadManyButton onClick={() => setUploadingMany(true)} />
            <UploadButton label="Upload Design" onClick={() => setUploading(true)} />
          </>
        )}
      </PageHeader>
      {isError && <LoadError what="your designs" onRetry={() => void refetch()} />}
      {!designs && !isError && <DesignSkeletons />}
      {designs?.length === 0 && (
        <EmptyState
          picture={<DimmedMockups />}
          title="No designs yet"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <UploadButton label="Upload Your First Design" onClick={() => setUploading(true)} />
              <UploadManyButton onClick={() => setUploadingMany(true)} />
              <SampleButton />
            </div>
          }
        >
          Upload a PNG with a transparent background and see it on {ALL_PRODUCTS_IN_WORDS}.
        </EmptyState>
      )}
      {designs && designs.length > 0 && (
        <>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-3 xl:grid-cols-4">
            {designs.map((design) => (
              <DesignCard key={design.id} design={design} onOpen={(dialog) => setOpen({ dialog, design })} />
            ))}
          </ul>
          <LoadMore what="your designs" more={more}>
            <DesignSlots />
          </LoadMore>
        </>
      )}
      <Suspense>
        {isUploading && <UploadDialog isOpen onOpenChange={setUploading} />}
        {isUploadingMany && <UploadManyDialog onClose={() => setUploadingMany(false)} />}
        {open?.dialog === 'preview' && <DesignPreviewDialog design={open.design} onClose={close} />}
        {open?.dialog === 'rename' && <RenameDialog design={open.design} onClose={close} />}
        {open?.dialog === 'delete' && <DeleteDesignDialog design={open.design} onClose={close} />}
      </Suspense>
    </>
  )
}

/** While files are on their way it says how many are. */
function UploadManyButton({ onClick }: { onClick: () => void }) {
  const uploads = useUploads()
  const open = uploads.filter(({ state }) => state === 'waiting' || state === 'uploading').length
  return (
    <Button variant="secondary" onClick={onClick}>
      {open > 0 ? <Spinner /> : <Images />}
      {open > 0 ? `Uploading ${uploads.length - open} of ${uploads.length}` : 'Upload Many'}
    </Button>
  )
}

const UploadButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button onClick={onClick}>
    <Upload /> {label}
  </Button>
)

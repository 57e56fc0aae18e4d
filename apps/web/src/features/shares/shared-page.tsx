import { useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { Clock, Link2Off } from 'lucide-react'
import type { SharedPictureWire } from '@printroom/contract/shares'
import { Wordmark } from '~/components/wordmark.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Picture } from '~/components/picture.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { SharedPicture } from '~/features/shares/shared-picture.tsx'
import { pictureName } from '~/features/shares/picture-name.ts'
import { ThemeToggle } from '~/features/layout/theme-toggle.tsx'
import { ApiProvider } from '~/lib/api-provider.tsx'
import { errorCode } from '~/lib/api-error.ts'
import { formatDate } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

const route = getRouteApi('/s/$token')
const SLOTS = [0, 1, 2, 3, 4, 5]
const GRID = 'grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-3'

/** What a client sees who has a link: pictures under a title, each with a tick and a note. */
export const SharedPage = () => (
  <ApiProvider>
    <Shared />
  </ApiProvider>
)

function Shared() {
  const { token } = route.useParams()
  const { data, error, refetch } = trpc.share.view.useQuery({ token })
  const [opened, setOpened] = useState<SharedPictureWire | null>(null)
  const isUnknown = errorCode(error) === 'not_found' || errorCode(error) === 'bad_input'
  const approved = data?.state === 'open' ? data.items.filter((item) => item.is_approved).length : 0
  return (
    <>
      <header className="mx-auto flex h-16 max-w-[1200px] items-center justify-between px-4 sm:px-6">
        <Wordmark />
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1200px] px-4 pt-4 pb-24 sm:px-6">
        {data?.state !== 'open' && <h1 className="sr-only">Shared mockups</h1>}
        {isUnknown && (
          <EmptyState picture={<Link2Off className="size-8" />} title="This link opens nothing">
            It may have been cut short on its way. Copy all of it, or ask whoever sent it for a new one.
          </EmptyState>
        )}
        {data?.state === 'gone' && (
          <EmptyState picture={<Clock className="size-8" />} title="This link has ended">
            It has expired or was taken back. Ask whoever sent it for a new one.
          </EmptyState>
        )}
        {error && !isUnknown && <LoadError what="these pictures" onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data?.state === 'open' && (
          <>
            <title>{data.title}</title>
            <h1 className="font-display text-[28px] leading-tight font-medium tracking-[-0.01em] break-words sm:text-4xl">
              {data.title}
            </h1>
            <p role="status" className="mt-2 mb-8 text-pencil tabular-nums">
              {approved} of {data.items.length} approved · open until {formatDate(data.expires_at)}
            </p>
            <ul className={GRID}>
              {data.items.map((item) => (
                <SharedPicture key={item.place} token={token} item={item} onOpen={() => setOpened(item)} />
              ))}
            </ul>
          </>
        )}
      </main>
      {opened && (
        <Dialog open onOpenChange={() => setOpened(null)}>
          <DialogContent title={pictureName(opened)} className="max-w-3xl">
            <Picture
              src={`/api/s/${token}/${opened.place}/file`}
              alt={pictureName(opened)}
              isLazy={false}
              className="rounded-lg"
            />
          </DialogContent>
        </Dialog>
      )}
    </>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading pictures">
    <Skeleton className="mb-10 h-10 w-64" />
    <div className={GRID}>
      {SLOTS.map((slot) => (
        <Skeleton key={slot} className="aspect-square rounded-lg" />
      ))}
    </div>
  </div>
)

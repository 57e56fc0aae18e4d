import { useMemo, useState } from 'react'
import { Check, ChevronDown, Link2Off } from 'lucide-react'
import type { ShareWire } from '@printroom/contract/shares'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { Picture } from '~/components/picture.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { pictureName } from '~/features/shares/picture-name.ts'
import { cn } from '~/lib/cn.ts'
import { countOf, formatDate } from '~/lib/format.ts'
import { itemsOf } from '~/lib/pages.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Every link of the seller, what was ticked and said, and the way to take one back. */
export default function SharesDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch, ...more } = trpc.share.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0 },
  )
  const shares = useMemo(() => data && itemsOf(data.pages), [data])
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Shared Links" note="What clients have ticked, and what they say." className="max-w-2xl">
        {isError && !data && <LoadError what="your links" onRetry={() => void refetch()} />}
        {!shares && !isError && <Skeleton className="h-24" />}
        {shares?.length === 0 && (
          <p className="rounded-lg border border-dashed px-6 py-10 text-center text-pencil">
            Nothing is shared yet. Select mockups, or take a whole group, and press Share.
          </p>
        )}
        <ul className="grid gap-3">
          {shares?.map((share) => (
            <ShareRow key={share.id} share={share} />
          ))}
        </ul>
        {shares && shares.length > 0 && (
          <LoadMore what="your links" more={more}>
            <Skeleton className="mt-3 h-24" />
          </LoadMore>
        )}
      </DialogContent>
    </Dialog>
  )
}

function ShareRow({ share }: { share: ShareWire }) {
  const utils = trpc.useUtils()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const revoke = trpc.share.revoke.useMutation({
    onSuccess: () => {
      setAsking(false)
      void utils.share.invalidate()
    },
    onError: () => addErrorToast('The link could not be taken back. Please try again.'),
  })
  return (
    <li className="min-w-0 rounded-lg border bg-paper">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 sm:px-4">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="truncate font-medium">{share.title}</h3>
          <p className="text-[13px] text-pencil tabular-nums">
            Link …{share.ending} · {stateText(share)}
          </p>
        </div>
        <Badge variant={share.approved > 0 ? 'green' : 'grey'}>
          <Check aria-hidden="true" /> {share.approved} of {share.pictures} approved
        </Badge>
        <div className="flex gap-1">
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {share.notes > 0 ? countOf(share.notes, 'note') : 'Pictures'}
            <ChevronDown className={cn('transition-transform', isOpen && 'rotate-180')} />
          </Button>
          {share.state === 'open' && (
            <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
              <Link2Off /> Revoke
            </Button>
          )}
        </div>
      </div>
      {isOpen && <SaidOf id={share.id} />}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Revoke Link"
        confirmLabel="Revoke"
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutate({ id: share.id })}
      >
        Whoever has the link to “{share.title}” sees its pictures no more. What was ticked stays with you.
      </ConfirmDialog>
    </li>
  )
}

function SaidOf({ id }: { id: string }) {
  const { data, isError, refetch } = trpc.share.get.useQuery({ id }, { staleTime: 0 })
  if (isError && !data) return <LoadError what="its pictures" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-3 h-16" />
  return (
    <ul className="divide-y border-t">
      {data.items.map((item) => (
        <li key={item.place} className="flex items-start gap-3 px-3 py-2.5 text-sm sm:px-4">
          <Picture src={item.thumbnail_url} alt="" isCard className="w-14 shrink-0" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{pictureName(item)}</p>
            {item.note && <p className="mt-0.5 whitespace-pre-wrap break-words text-pencil">“{item.note}”</p>}
          </div>
          {item.is_approved && (
            <Badge variant="green">
              <Check aria-hidden="true" /> Approved
            </Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

const stateText = ({ state, expires_at: end }: ShareWire): string =>
  state === 'revoked' ? 'revoked' : `${state === 'open' ? 'open until' : 'ended'} ${formatDate(end)}`

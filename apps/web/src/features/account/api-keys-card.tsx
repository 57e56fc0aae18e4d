import { Suspense, lazy, useState } from 'react'
import { KeyRound } from 'lucide-react'
import type { ApiKeyWire } from '@printroom/contract/wire'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { formatDate, formatDateTime } from '~/lib/format.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('~/components/confirm-dialog.tsx')).ConfirmDialog }))
const NewKeyDialog = lazy(() => import('~/features/account/new-key-dialog.tsx'))

/** A person's own keys for programs: made, told apart by their ends, revoked. */
export function ApiKeysCard() {
  const utils = trpc.useUtils()
  const { data: keys, isError, refetch } = trpc.account.apiKeys.useQuery()
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<ApiKeyWire | null>(null)
  const revoke = trpc.account.revokeApiKey.useMutation({
    onSettled: () => utils.account.apiKeys.invalidate(),
    onSuccess: () => setLeaving(null),
    onError: (error) => addErrorToast(errorSentence(error, 'The key could not be revoked. Please try again.')),
  })
  if (isError) return <LoadError what="your API keys" onRetry={() => void refetch()} />
  return (
    <Card>
      <CardTitle>API Keys</CardTitle>
      <CardNote>
        For your own programs: send one as Authorization: Bearer. The{' '}
        <a href="/docs/api" className="text-cyan underline">
          API’s pages
        </a>{' '}
        say how, with samples.
      </CardNote>
      {!keys && <Skeleton className="mt-4 h-12" />}
      <ul className="mt-2 divide-y" aria-label="API keys">
        {keys?.map((key) => (
          <li key={key.id} className="flex items-center gap-3 py-2.5">
            <KeyRound aria-hidden="true" className="size-5 shrink-0 text-pencil" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                <span className="min-w-0 break-words">{key.name}</span>
                <Badge variant="secondary">{key.scope === 'read' ? 'Read' : 'Read and write'}</Badge>
              </p>
              <p className="text-[13px] text-pencil">
                Ends in <code>{key.ending}</code> ·{' '}
                {key.last_used_at
                  ? `last used ${formatDateTime(key.last_used_at)}`
                  : `made ${formatDate(key.created_at)}, never used`}
              </p>
            </div>
            <Button variant="ghost" size="sm" onClick={() => setLeaving(key)} aria-label={`Revoke: ${key.name}`}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="secondary" className="mt-4" onClick={() => setMaking(true)}>
        New key
      </Button>
      <Suspense>
        {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
        {leaving && (
          <ConfirmDialog
            isOpen
            onOpenChange={() => setLeaving(null)}
            title="Revoke key"
            confirmLabel="Revoke"
            isPending={revoke.isPending}
            onConfirm={() => revoke.mutate({ id: leaving.id })}
          >
            Programs that use “{leaving.name}” are refused at once. This cannot be undone.
          </ConfirmDialog>
        )}
      </Suspense>
    </Card>
  )
}

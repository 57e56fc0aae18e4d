import { Suspense, lazy, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { ApiKeyWire } from '@printroom/contract/api-keys'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { KeyRow } from '~/features/keys/key-row.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('~/components/confirm-dialog.tsx')).ConfirmDialog }))
const KeyDialog = lazy(() => import('~/features/keys/key-dialog.tsx'))

/** A person's own keys for programs: made, told apart by their ends, held to a cap and an end, revoked. */
export function ApiKeysCard() {
  const utils = trpc.useUtils()
  const { data: keys, isError, refetch } = trpc.account.apiKeys.useQuery()
  const [opened, setOpened] = useState<ApiKeyWire | 'new' | null>(null)
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
          <KeyRow key={key.id} apiKey={key} onEdit={() => setOpened(key)} onRevoke={() => setLeaving(key)} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setOpened('new')}>
          New key
        </Button>
        <Button asChild variant="ghost">
          <Link to="/account/requests">Requests of the last week</Link>
        </Button>
      </div>
      <Suspense>
        {opened && <KeyDialog apiKey={opened === 'new' ? undefined : opened} onClose={() => setOpened(null)} />}
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

import { Suspense, lazy, useState } from 'react'
import { Webhook } from 'lucide-react'
import type { EndpointWire } from '@printroom/contract/webhooks'
import { Badge, type BadgeVariant } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { countOf, formatDateTime } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

const EndpointDialog = lazy(() => import('~/features/webhooks/endpoint-dialog.tsx'))
const MessagesDialog = lazy(() => import('~/features/webhooks/messages-dialog.tsx'))

type Opened = { dialog: 'new' } | { dialog: 'edit' | 'messages'; id: string }

/** The addresses of a person's own servers that are told when pictures are done. */
export function WebhooksCard() {
  const { data: endpoints, isError, refetch } = trpc.webhook.list.useQuery()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const shown = opened && 'id' in opened ? endpoints?.find(({ id }) => id === opened.id) : undefined
  if (isError) return <LoadError what="your webhooks" onRetry={() => void refetch()} />
  return (
    <Card>
      <CardTitle>Webhooks</CardTitle>
      <CardNote>
        Your own servers are told when a picture or a batch is done, so that nothing has to ask again.
      </CardNote>
      {!endpoints && <Skeleton className="mt-4 h-12" />}
      <ul className="mt-2 divide-y" aria-label="Webhook endpoints">
        {endpoints?.map((endpoint) => (
          <li key={endpoint.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
            <Webhook aria-hidden="true" className="size-5 shrink-0 text-pencil" />
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                <span className="min-w-0 break-all">{endpoint.url}</span>
                <StateBadge endpoint={endpoint} />
              </p>
              <p className="text-[13px] text-pencil">{noteOf(endpoint)}</p>
            </div>
            <div className="flex gap-1 max-sm:ml-8">
              <Button
                variant="ghost"
                size="sm"
                onClick={() => setOpened({ dialog: 'messages', id: endpoint.id })}
                aria-label={`Messages: ${endpoint.url}`}
              >
                Messages
              </Button>
              <Button
                variant="ghost"
                size="sm"
                onClick={() => setOpened({ dialog: 'edit', id: endpoint.id })}
                aria-label={`Edit: ${endpoint.url}`}
              >
                Edit
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button variant="secondary" className="mt-4" onClick={() => setOpened({ dialog: 'new' })}>
        New endpoint
      </Button>
      <Suspense>
        {opened?.dialog === 'new' && <EndpointDialog onClose={close} />}
        {opened?.dialog === 'edit' && shown && <EndpointDialog endpoint={shown} onClose={close} />}
        {opened?.dialog === 'messages' && shown && <MessagesDialog endpoint={shown} onClose={close} />}
      </Suspense>
    </Card>
  )
}

function StateBadge({ endpoint }: { endpoint: EndpointWire }) {
  const [variant, word]: [BadgeVariant, string] = !endpoint.is_enabled
    ? ['grey', 'Off']
    : endpoint.failing_since
      ? ['yellow', 'Failing']
      : ['green', 'On']
  return <Badge variant={variant}>{word}</Badge>
}

function noteOf({ disabled_reason, failing_since, events }: EndpointWire): string {
  if (disabled_reason) return disabled_reason
  if (failing_since) return `Nothing was taken since ${formatDateTime(failing_since)}. We go on trying for a day.`
  return countOf(events.length, 'event')
}

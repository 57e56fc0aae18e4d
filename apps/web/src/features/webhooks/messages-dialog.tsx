import { Check, Clock, TriangleAlert } from 'lucide-react'
import type { DeliveryWire, EndpointWire } from '@printroom/contract/webhooks'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { Message } from '~/features/webhooks/message.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { countOf } from '~/lib/format.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** An endpoint's messages of the last 30 days: what was answered, a test, and sending again. */
export default function MessagesDialog({ endpoint, onClose }: { endpoint: EndpointWire; onClose: () => void }) {
  const { id, is_enabled } = endpoint
  const utils = trpc.useUtils()
  const { data, isError, refetch, ...more } = trpc.webhook.deliveries.useInfiniteQuery(
    { id, limit: 20 },
    { getNextPageParam: ({ next }) => next, staleTime: 0 },
  )
  const messages = data?.pages.flatMap(({ items }) => items)
  const refresh = () => Promise.all([utils.webhook.deliveries.invalidate({ id }), utils.webhook.list.invalidate()])
  const onError = (error: unknown) =>
    addErrorToast(errorSentence(error, 'The message could not be sent. Please try again.'))
  const test = trpc.webhook.test.useMutation({ onSettled: refresh, onError })
  const replay = trpc.webhook.replay.useMutation({ onSettled: refresh, onError })
  const replayFailed = trpc.webhook.replayFailed.useMutation({
    onSettled: refresh,
    onError,
    onSuccess: ({ sent }) => addToast({ title: `${countOf(sent, 'message')} on the way again` }),
  })
  const hasFailed = messages?.some(({ status, type }) => status === 'failed' && type !== 'webhook.test')
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Messages" note={<span className="break-all">{endpoint.url}</span>} className="max-w-2xl">
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" disabled={test.isPending} onClick={() => test.mutate({ id })}>
            {test.isPending ? 'Sending…' : 'Send a test'}
          </Button>
          {hasFailed && (
            <Button
              variant="secondary"
              size="sm"
              disabled={!is_enabled || replayFailed.isPending}
              onClick={() => replayFailed.mutate({ id })}
            >
              Send all that failed again
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => void refresh()}>
            Refresh
          </Button>
        </div>
        {test.data && (
          <div className="mt-3">
            <TestResult delivery={test.data} />
          </div>
        )}
        {isError && <LoadError what="the messages" onRetry={() => void refetch()} />}
        {!messages && !isError && <Skeleton className="mt-4 h-24" />}
        {messages?.length === 0 && (
          <p className="mt-5 text-sm text-pencil">
            Nothing has happened yet. A test shows whether your server listens.
          </p>
        )}
        <ul className="mt-3 divide-y" aria-label="Messages">
          {messages?.map((delivery) => (
            <Message
              key={delivery.id}
              delivery={delivery}
              isPending={replay.isPending}
              onReplay={is_enabled ? () => replay.mutate({ id: delivery.id }) : undefined}
            />
          ))}
        </ul>
        <LoadMore what="the messages" more={more}>
          <Skeleton className="h-12" />
        </LoadMore>
      </DialogContent>
    </Dialog>
  )
}

function TestResult({ delivery: { status, attempts } }: { delivery: DeliveryWire }) {
  const [attempt] = attempts
  if (!attempt)
    return (
      <Alert icon={<Clock />} title="The test is on its way">
        Its answer will stand below.
      </Alert>
    )
  if (status === 'delivered')
    return (
      <Alert icon={<Check />} title={`Your server took it with ${attempt.status} after ${attempt.latency_ms} ms`} />
    )
  return (
    <Alert
      variant="warning"
      icon={<TriangleAlert />}
      title={attempt.status === null ? 'There was no answer' : `Your server answered ${attempt.status}`}
    >
      {attempt.error ?? 'A message is taken with 200 to 299.'}
    </Alert>
  )
}

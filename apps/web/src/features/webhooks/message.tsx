import type { AttemptWire, DeliveryWire } from '@printroom/contract/webhooks'
import { Badge, type BadgeVariant } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { countOf, formatDateTime } from '~/lib/format.ts'

const STATES: Record<DeliveryWire['status'], [BadgeVariant, string]> = {
  waiting: ['yellow', 'Waiting'],
  delivered: ['green', 'Delivered'],
  failed: ['red', 'Failed'],
}

type Props = { delivery: DeliveryWire; isPending: boolean; onReplay: (() => void) | undefined }

/** A message in a line, which opens on its tries. */
export function Message({ delivery, isPending, onReplay }: Props) {
  const { type, status, attempts, next_attempt_at, created_at } = delivery
  const [variant, word] = STATES[status]
  return (
    <li className="flex items-start gap-3 py-2.5">
      <details className="min-w-0 flex-1">
        <summary className="cursor-pointer text-sm">
          <code>{type}</code> <Badge variant={variant}>{word}</Badge>{' '}
          <span className="text-[13px] text-pencil">{formatDateTime(created_at)}</span>
        </summary>
        <p className="mt-2 text-[13px] text-pencil">
          <code className="break-all">{delivery.event_id}</code> · {countOf(attempts.length, 'try', 'tries')}
          {next_attempt_at && ` · next ${formatDateTime(next_attempt_at)}`}
        </p>
        <ul className="mt-1 grid gap-2">
          {attempts.map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </ul>
      </details>
      {onReplay && status !== 'waiting' && type !== 'webhook.test' && (
        <Button
          variant="ghost"
          size="sm"
          disabled={isPending}
          onClick={onReplay}
          aria-label={`Send again: ${type}, ${formatDateTime(created_at)}`}
        >
          Send again
        </Button>
      )}
    </li>
  )
}

const Attempt = ({ attempt: { at, status, latency_ms, error, answer } }: { attempt: AttemptWire }) => (
  <li className="text-[13px]">
    <span className="tabular-nums">
      {formatDateTime(at)} · {status ?? 'no answer'} · {latency_ms} ms
    </span>
    {error && <span className="block text-pencil">{error}</span>}
    {answer && (
      <pre className="mt-1 max-h-32 overflow-auto rounded-md border bg-paper p-2 text-xs break-all whitespace-pre-wrap">
        {answer}
      </pre>
    )}
  </li>
)

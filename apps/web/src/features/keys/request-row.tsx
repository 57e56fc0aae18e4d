import type { RequestWire } from '@printroom/contract/api-keys'
import { Badge, type BadgeVariant } from '~/components/badge.tsx'
import { formatDateTime, formatNumber } from '~/lib/format.ts'

const TRPC = '/api/trpc/'

/** A request in a line: what was asked for, what came of it, with which key and from where. */
export const RequestRow = ({ request }: { request: RequestWire }) => {
  const { method, path, status, error_code, latency_ms, address, key, created_at } = request
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 sm:px-5 lg:flex-nowrap">
      <Badge variant={variantOf(request)} className="w-12 justify-center">
        {status ?? 'Left'}
      </Badge>
      <p className="min-w-0 flex-1 basis-60 font-mono text-[13px] break-all">
        {path.startsWith(TRPC) ? (
          path.slice(TRPC.length).replaceAll(',', ', ')
        ) : (
          <>
            <span className="text-pencil">{method}</span> {path}
          </>
        )}
        {error_code && <span className="block text-alarm">{error_code}</span>}
      </p>
      <p className="w-full text-[13px] text-pencil tabular-nums max-lg:pl-15 lg:w-auto lg:text-right">
        <span className="text-ink">{formatNumber(latency_ms)} ms</span> · {key.name} (…{key.ending}) · {address}
        <time dateTime={created_at} className="block">
          {formatDateTime(created_at)}
        </time>
      </p>
    </li>
  )
}

function variantOf({ status, error_code }: RequestWire): BadgeVariant {
  if (status === null) return 'grey'
  if (status >= 500) return 'red'
  return status >= 400 || error_code ? 'yellow' : 'green'
}

import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import type { ApiKeyWire } from '@printroom/contract/api-keys'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { Progress } from '~/components/progress.tsx'
import { curlLine, expiryOf, SCOPES, TOKEN_PLACEHOLDER } from '~/features/keys/key-words.ts'
import { countOf, formatDate, formatDateTime, formatNumber } from '~/lib/format.ts'
import { addToast } from '~/lib/toast.ts'

type Props = { apiKey: ApiKeyWire; onEdit: () => void; onRevoke: () => void }

/** A key: what it may do and spend, how long it lasts, and where it was last used. */
export function KeyRow({ apiKey, onEdit, onRevoke }: Props) {
  const { id, name, ending, scope, last_used_at, last_used_from, created_at } = apiKey
  const expiry = expiryOf(apiKey)
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(curlLine(TOKEN_PLACEHOLDER))
    addToast({ title: 'curl line copied', description: `Put the key in place of ${TOKEN_PLACEHOLDER}.` })
  }
  return (
    <li className="flex items-start gap-3 py-3">
      <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pencil" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <Badge variant="secondary">{SCOPES[scope].label}</Badge>
          {expiry.variant && <Badge variant={expiry.variant}>{expiry.text}</Badge>}
        </p>
        <p className="mt-0.5 text-[13px] text-pencil">
          Ends in <code>{ending}</code>
          {expiry.variant === null && ` · ${expiry.text}`} ·{' '}
          {last_used_at
            ? `last used ${formatDateTime(last_used_at)}${last_used_from ? ` from ${last_used_from}` : ''}`
            : `made ${formatDate(created_at)}, never used`}
        </p>
        {scope !== 'read' && <Spent apiKey={apiKey} />}
        <div className="mt-1 -ml-3 flex flex-wrap">
          <Button variant="ghost" size="sm" onClick={() => void copy()} aria-label={`Copy curl line: ${name}`}>
            Copy curl
          </Button>
          <Button asChild variant="ghost" size="sm">
            <Link to="/account/requests" search={{ key: id }} aria-label={`Requests: ${name}`}>
              Requests
            </Link>
          </Button>
          <Button variant="ghost" size="sm" onClick={onEdit} aria-label={`Edit: ${name}`}>
            Edit
          </Button>
          <Button variant="ghost" size="sm" onClick={onRevoke} aria-label={`Revoke: ${name}`}>
            Revoke
          </Button>
        </div>
      </div>
    </li>
  )
}

/** What it has spent this month, of its cap where it has one. */
function Spent({ apiKey: { name, monthly_cap: cap, spent_this_month: spent } }: { apiKey: ApiKeyWire }) {
  if (cap === null)
    return <p className="mt-0.5 text-[13px] text-pencil tabular-nums">{countOf(spent, 'credit')} this month, no cap</p>
  return (
    <div className="mt-1.5 max-w-80">
      <p className="mb-1 flex justify-between gap-3 text-[13px] text-pencil tabular-nums">
        <span>
          {formatNumber(spent)} of {countOf(cap, 'credit')} this month
        </span>
        {spent >= cap && <span className="font-medium text-alarm">Cap reached</span>}
      </p>
      <Progress value={Math.min(100, (spent / cap) * 100)} label={`Spent by ${name} this month`} />
    </div>
  )
}

import { API_KEY_TOLD_DAYS } from '@printroom/contract/limits'
import type { ApiKeyWire, KeyScope } from '@printroom/contract/api-keys'
import type { BadgeVariant } from '~/components/badge.tsx'
import { formatDate } from '~/lib/format.ts'

/** What a scope is called, and what it lets a program do. */
export const SCOPES: Record<KeyScope, { label: string; note: string }> = {
  read: { label: 'Read', note: 'List and download' },
  make: { label: 'Make', note: 'Read, upload and order, which costs credits' },
  all: { label: 'All', note: 'Make, change settings and delete' },
}

/** What stands for a key's token where that is not known any more. */
export const TOKEN_PLACEHOLDER = '$PRINTROOM_API_KEY'

/** A line for a shell that shows whether a key works. */
export const curlLine = (token: string): string =>
  `curl -H "Authorization: Bearer ${token}" ${window.location.origin}/api/user`

const DAY_MS = 86_400_000

/** A moment so many days from now, in ISO 8601. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

/** When a key ends; a badge says so where that is soon or past. */
export function expiryOf({ expires_at }: ApiKeyWire): { text: string; variant: BadgeVariant | null } {
  if (expires_at === null) return { text: 'never expires', variant: null }
  const days = (Date.parse(expires_at) - Date.now()) / DAY_MS
  if (days <= 0) return { text: `Expired ${formatDate(expires_at)}`, variant: 'red' }
  const isSoon = days <= API_KEY_TOLD_DAYS
  return { text: `${isSoon ? 'Expires' : 'expires'} ${formatDate(expires_at)}`, variant: isSoon ? 'yellow' : null }
}

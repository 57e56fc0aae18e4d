import * as z from 'zod'

/** What a key may do, each all that the one before it may: look; also upload and order; everything but the account itself. */
export const KEY_SCOPES = ['read', 'make', 'all'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Whether a key of the one scope may do what needs the other. */
export const covers = (scope: KeyScope, needed: KeyScope): boolean =>
  KEY_SCOPES.indexOf(scope) >= KEY_SCOPES.indexOf(needed)

/** What a key is told of itself. */
export const ownKeyResponse = z.object({
  name: z.string(),
  scope: z.enum(KEY_SCOPES),
  monthly_cap: z.number().nullable().describe('Credits that it may spend in a calendar month (UTC); null is no cap.'),
  spent_this_month: z.number().describe('Credits, less what came back.'),
  expires_at: z.string().nullable().describe('Null: it lasts until it is revoked.'),
})
export type OwnKeyWire = z.infer<typeof ownKeyResponse>

export type ApiKeyWire = OwnKeyWire & {
  id: string
  ending: string
  last_used_at: string | null
  /** An IPv4 address, or the network of an IPv6 one. */
  last_used_from: string | null
  created_at: string
}

export const requestResponse = z.object({
  id: z.string(),
  key: z.object({ id: z.string(), name: z.string(), ending: z.string() }).describe('It may be revoked since.'),
  method: z.string(),
  path: z.string().describe('Without what stands behind `?`. Of tRPC, the procedures stand in it.'),
  status: z.number().nullable().describe('Null: whoever asked went away before the answer was sent.'),
  error_code: z.string().nullable(),
  latency_ms: z.number(),
  address: z.string().describe('An IPv4 address, or the network of an IPv6 one.'),
  created_at: z.string().describe('When it began.'),
})
export type RequestWire = z.infer<typeof requestResponse>

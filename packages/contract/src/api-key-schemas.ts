import * as z from 'zod'
import { KEY_SCOPES, type KeyScope } from './api-keys.ts'
import { API_KEY_CAP_MAX_CREDITS, API_KEY_NAME_MAX_CHARS } from './limits.ts'
import { page } from './paging.ts'
import { idSchema } from './schemas.ts'

/** `write` is what `all` was called when there were two scopes. */
const scope = z.enum([...KEY_SCOPES, 'write']).transform((asked): KeyScope => (asked === 'write' ? 'all' : asked))
const name = z
  .string()
  .trim()
  .min(1, 'Give the key a name')
  .max(API_KEY_NAME_MAX_CHARS, `The name is too long (maximum ${API_KEY_NAME_MAX_CHARS} characters)`)
const monthly_cap = z
  .number()
  .int('A cap is a whole number of credits')
  .min(1, 'A cap is at least 1 credit; a key that is to spend nothing has the scope “read”')
  .max(API_KEY_CAP_MAX_CREDITS, `A cap is at most ${API_KEY_CAP_MAX_CREDITS} credits`)
  .nullable()
const expires_at = z.iso
  .datetime({ offset: true, error: 'Write the time in ISO 8601, as 2026-11-24T09:30:00Z' })
  .nullable()

/** A new key. Without a cap it spends what there is; without an end it lasts until it is revoked. */
export const apiKeySchema = z.object({
  name,
  scope,
  monthly_cap: monthly_cap.default(null),
  expires_at: expires_at.default(null),
})
export type NewApiKey = z.output<typeof apiKeySchema>

/** What of a key is to change; what is not named stays. */
export const apiKeyChangeSchema = z.object({
  id: idSchema,
  name: name.optional(),
  scope: scope.optional(),
  monthly_cap: monthly_cap.optional(),
  expires_at: expires_at.optional(),
})
export type ApiKeyChange = z.output<typeof apiKeyChangeSchema>

/** A page of the requests that were made with keys; `failed` leaves those of which something was refused, and those that were given up. */
export const requestListSchema = z
  .object({
    ...page,
    key_id: idSchema.optional(),
    failed: z
      .boolean()
      .or(z.enum(['true', 'false']).transform((text) => text === 'true'))
      .optional(),
  })
  .prefault({})
export type RequestQuery = z.output<typeof requestListSchema>

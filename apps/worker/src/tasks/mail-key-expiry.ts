import type { Context } from '@printroom/core/context'
import { mailKeyExpiry } from '@printroom/core/domain/auth/key-expiry'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Tells the owner of an API key that it is about to end. */
export const handle = (context: Context, { apiKeyId }: JobPayload<'mail-key-expiry'>): Promise<void> =>
  mailKeyExpiry(context, apiKeyId)

import type { Context } from '@printroom/core/context'
import { mailEndpointOff } from '@printroom/core/domain/webhooks/off-mail'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Tells the owner of an endpoint that it was switched off. */
export const handle = (context: Context, { endpointId }: JobPayload<'mail-webhook-off'>): Promise<void> =>
  mailEndpointOff(context, endpointId)

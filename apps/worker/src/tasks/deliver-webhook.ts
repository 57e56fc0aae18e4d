import { createPost } from '@printroom/core/adapters/webhooks/post'
import type { Context } from '@printroom/core/context'
import { deliver } from '@printroom/core/domain/webhooks/deliver'
import { isForOneself } from '@printroom/core/exposure'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Tries to deliver a message to an endpoint of a seller's own. */
export const handle = (context: Context, { deliveryId }: JobPayload<'deliver-webhook'>): Promise<void> =>
  deliver(context, deliveryId, createPost({ isPrivateAllowed: isForOneself(context.env) }))

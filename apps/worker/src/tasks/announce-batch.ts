import type { Context } from '@printroom/core/context'
import { announceBatch } from '@printroom/core/domain/webhooks/batch'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Tells that a batch is over, when it is. */
export const handle = (context: Context, { batchId }: JobPayload<'announce-batch'>): Promise<void> =>
  announceBatch(context, batchId)

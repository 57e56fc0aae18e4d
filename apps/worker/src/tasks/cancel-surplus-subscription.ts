import { cancelSurplus } from '@printroom/core/domain/billing/surplus'
import type { Context } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Cancels a second live subscription of a seller. */
export const handle = (context: Context, { subscription }: JobPayload<'cancel-surplus-subscription'>): Promise<void> =>
  cancelSurplus(context, subscription)

import { refundPurchase } from '@printroom/core/domain/billing/refund'
import type { Context } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Gives a payment back that granted nothing, and tells its seller. */
export const handle = (context: Context, { purchase }: JobPayload<'refund-purchase'>): Promise<void> =>
  refundPurchase(context, purchase)

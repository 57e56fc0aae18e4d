import { syncBilling } from '@printroom/core/domain/billing/sync'
import type { Context } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Makes an account agree with what Stripe says of its customer now. */
export async function handle(context: Context, { customer }: JobPayload<'sync-billing'>): Promise<void> {
  await syncBilling(context, customer)
}

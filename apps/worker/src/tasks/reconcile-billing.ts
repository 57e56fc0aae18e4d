import { reconcileBilling } from '@printroom/core/domain/billing/reconcile'
import type { Context } from '@printroom/core/context'

/** Compares our books with Stripe's. */
export async function handle(context: Context): Promise<void> {
  await reconcileBilling(context)
}

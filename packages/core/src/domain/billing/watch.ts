import type { CheckoutWire } from '@printroom/contract/wire'
import { getAccount } from '../account/get.ts'
import type { Context, UserId } from '../../context.ts'
import type { Events } from '../generation/events.ts'

/**
 * For somebody who comes back from a payment: their account now and whenever it changes. With a checkout's id the stream
 * ends when what was paid for is theirs, or goes back because it granted nothing. Nothing here asks Stripe; the webhook does its work, and the database tells of it.
 */
export async function* watchBilling(
  context: Context,
  events: Events,
  userId: UserId,
  checkoutSessionId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<CheckoutWire> {
  let hasNews = true
  let wake = () => {}
  const tell = () => {
    hasNews = true
    wake()
  }
  const unsubscribe = events.subscribeAccount((changed) => {
    if (changed === null || changed === userId) tell()
  })
  signal?.addEventListener('abort', tell, { once: true })
  try {
    while (!signal?.aborted) {
      hasNews = false
      const purchase =
        checkoutSessionId === undefined
          ? null
          : await context.db.purchase.findFirst({ where: { checkoutSessionId, userId } })
      const refunded = purchase?.refundDueAt ? purchase.amountCents : 0
      yield {
        is_complete: purchase !== null,
        credits_granted: purchase?.credits ?? 0,
        cents_refunded: refunded,
        account: await getAccount(context, userId),
      }
      if (purchase) return
      if (!hasNews) await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', tell)
  }
}

import { useState } from 'react'
import { BILLING } from '@printroom/contract/messages'
import type { Purchase } from '@printroom/contract/plans'
import { errorBody } from '~/lib/api-error.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Takes the browser to the payment page. `pending` stays set until it is there: a second click must not buy twice. */
export function useCheckout(): { pending: Purchase | null; open: (purchase: Purchase) => void } {
  const [pending, setPending] = useState<Purchase | null>(null)
  const checkout = trpc.billing.checkout.useMutation({
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      setPending(null)
      const body = errorBody(error)
      const isTold =
        body?.code === 'already_subscribed' || body?.code === 'payment_due' || body?.code === 'not_configured'
      addErrorToast(isTold ? body.error : BILLING.checkoutFailed)
    },
  })
  return {
    pending,
    open(purchase) {
      setPending(purchase)
      checkout.mutate({ plan: purchase })
    },
  }
}

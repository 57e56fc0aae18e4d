import { useState } from 'react'
import { BILLING } from '@printroom/contract/messages'
import { errorBody } from '~/lib/api-error.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Takes the browser to the customer portal: card, invoices, plan. */
export function usePortal(): { isOpening: boolean; open: () => void } {
  const [isOpening, setOpening] = useState(false)
  const portal = trpc.billing.portal.useMutation({
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      setOpening(false)
      if (errorBody(error)?.setup_required) addErrorToast(BILLING.portalNotConfigured, BILLING.portalNotConfiguredTitle)
      else addErrorToast(BILLING.portalFailed)
    },
  })
  return {
    isOpening,
    open() {
      setOpening(true)
      portal.mutate({})
    },
  }
}

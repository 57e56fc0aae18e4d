import { createFileRoute } from '@tanstack/react-router'
import type { Purchase } from '@printroom/contract/plans'
import { AccountPage } from '~/features/account/account-page.tsx'
import { asPurchase } from '~/lib/chosen-plan.ts'
import { pageTitle } from '~/lib/page-title.ts'

/** Whoever comes back from Stripe brings the checkout's id, the plan that was changed to, or that they were in its portal. */
type AccountQuery = { checkout?: string; changed?: Purchase; from?: 'portal' }

export const Route = createFileRoute('/_app/account')({
  head: pageTitle('Account'),
  validateSearch: ({ checkout, changed, from }: Record<string, unknown>): AccountQuery => ({
    checkout: typeof checkout === 'string' && checkout.startsWith('cs_') ? checkout : undefined,
    changed: asPurchase(changed),
    from: from === 'portal' ? from : undefined,
  }),
  component: AccountPage,
})

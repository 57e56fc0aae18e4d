import { createFileRoute } from '@tanstack/react-router'
import type { Purchase } from '@printroom/contract/plans'
import { AccountPage } from '~/features/account/account-page.tsx'
import { asPurchase } from '~/lib/chosen-plan.ts'
import { pageTitle } from '~/lib/page-title.ts'

/** Whoever comes back from Stripe brings the checkout's id, or the plan that was changed to. */
type AccountQuery = { checkout?: string; changed?: Purchase }

export const Route = createFileRoute('/_app/account')({
  head: pageTitle('Account'),
  validateSearch: ({ checkout, changed }: Record<string, unknown>): AccountQuery => ({
    checkout: typeof checkout === 'string' && checkout.startsWith('cs_') ? checkout : undefined,
    changed: asPurchase(changed),
  }),
  component: AccountPage,
})

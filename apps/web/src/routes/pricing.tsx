import { createFileRoute } from '@tanstack/react-router'
import type { Purchase } from '@printroom/contract/plans'
import { PricingPage } from '~/features/pricing/pricing-page.tsx'
import { asPurchase } from '~/lib/chosen-plan.ts'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/pricing')({
  head: pageTitle('Pricing'),
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: Purchase } => ({ plan: asPurchase(plan) }),
  component: PricingPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { PricingPage } from '~/features/pricing/pricing-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/pricing')({ head: pageTitle('Pricing'), component: PricingPage })

import { createFileRoute } from '@tanstack/react-router'
import { DesignsPage } from '~/features/designs/designs-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/designs')({ head: pageTitle('Designs'), component: DesignsPage })

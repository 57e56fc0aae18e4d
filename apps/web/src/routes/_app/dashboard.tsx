import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '~/features/dashboard/dashboard-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/dashboard')({
  head: pageTitle('Dashboard'),
  component: DashboardPage,
})

import { createFileRoute, redirect } from '@tanstack/react-router'
import { DashboardPage } from '~/features/dashboard/dashboard-page.tsx'
import { takeChoice } from '~/lib/chosen-plan.ts'
import { pageTitle } from '~/lib/page-title.ts'
import { getSession } from '~/lib/session.ts'

export const Route = createFileRoute('/_app/dashboard')({
  head: pageTitle('Dashboard'),
  // Whoever signed in to buy something goes on to it. A link that is only hovered over takes nothing.
  beforeLoad({ preload }) {
    const plan = !preload && getSession().status === 'present' ? takeChoice() : undefined
    if (plan) throw redirect({ to: '/pricing', search: { plan }, replace: true })
  },
  component: DashboardPage,
})

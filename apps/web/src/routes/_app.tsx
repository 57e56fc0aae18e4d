import { useEffect } from 'react'
import { Navigate, Outlet, createFileRoute } from '@tanstack/react-router'
import { PageSpinner } from '~/components/spinner.tsx'
import { hasKeptOrders } from '~/features/generate/kept-orders.ts'
import { AppLayout } from '~/features/layout/app-layout.tsx'
import { ApiProvider } from '~/lib/api-provider.tsx'
import { useSession } from '~/lib/session.ts'
import { trpc } from '~/lib/trpc.ts'

export const Route = createFileRoute('/_app')({ component: SignedIn })

/** Nobody passes without a session: a spinner while it is looked for, the login page when there is none. */
function SignedIn() {
  const { status } = useSession()
  if (status === 'loading') return <PageSpinner />
  if (status === 'anonymous') return <Navigate to="/login" replace />
  return (
    <ApiProvider>
      <AppLayout>
        <Outlet />
      </AppLayout>
      <Resumed />
    </ApiProvider>
  )
}

/** Waits again for what was ordered before a reload; whoever ordered nothing does without its script. */
function Resumed() {
  const utils = trpc.useUtils()
  useEffect(() => {
    if (hasKeptOrders())
      void import('~/features/generate/resume-orders.ts').then(({ resumeOrders }) => resumeOrders(utils))
  }, [utils])
  return null
}

import { Navigate, Outlet, createFileRoute } from '@tanstack/react-router'
import { PageSpinner } from '~/components/spinner.tsx'
import { AppLayout } from '~/features/layout/app-layout.tsx'
import { ApiProvider } from '~/lib/api-provider.tsx'
import { useSession } from '~/lib/session.ts'

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
    </ApiProvider>
  )
}

import { Outlet, createFileRoute } from '@tanstack/react-router'
import { ApiProvider } from '~/lib/api-provider.tsx'

export const Route = createFileRoute('/_auth')({ component: Visitor })

function Visitor() {
  return (
    <ApiProvider>
      <Outlet />
    </ApiProvider>
  )
}

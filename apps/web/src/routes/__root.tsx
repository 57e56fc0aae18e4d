import { lazy, Suspense } from 'react'
import { HeadContent, Outlet, createRootRoute } from '@tanstack/react-router'
import { PRODUCT_NAME } from '@printroom/contract/messages'
import { NotFoundPage } from '~/features/layout/not-found-page.tsx'
import { SkipLink } from '~/features/layout/skip-link.tsx'
import { useArrival } from '~/features/layout/use-arrival.ts'

const Toaster = lazy(() => import('~/components/toaster.tsx'))

export const Route = createRootRoute({
  head: () => ({ meta: [{ title: PRODUCT_NAME }] }),
  notFoundComponent: NotFoundPage,
  component: Root,
})

function Root() {
  useArrival()
  return (
    <>
      <HeadContent />
      <SkipLink />
      <Outlet />
      {/* A live region, even a silent one, is what an open dialog does not hide from a screen reader. */}
      <div aria-live="off">
        <Suspense>
          <Toaster />
        </Suspense>
      </div>
    </>
  )
}

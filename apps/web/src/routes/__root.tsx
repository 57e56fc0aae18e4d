import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { HeadContent, Outlet, createRootRoute, useLocation } from '@tanstack/react-router'
import { PRODUCT_NAME } from '@printroom/contract/product-name'
import { NotFoundPage } from '~/features/layout/not-found-page.tsx'
import { SkipLink } from '~/features/layout/skip-link.tsx'
import { useArrival } from '~/features/layout/use-arrival.ts'
import { repeatEarlyPresses } from '~/lib/early-presses.ts'
import { useToast } from '~/lib/toast.ts'
import { useHasHandMoved } from '~/lib/when-hand-moves.ts'

const Toaster = lazy(() => import('~/components/toaster.tsx'))

export const Route = createRootRoute({
  head: () => ({ meta: [{ title: PRODUCT_NAME }] }),
  notFoundComponent: NotFoundPage,
  component: Root,
})

function Root() {
  useArrival()
  // The page is React's: nothing of it has to be hidden any more, and what was pressed before is done.
  useLayoutEffect(() => document.documentElement.removeAttribute('data-prerendered'), [])
  // In a task of its own: React hydrates what is pressed at once, but not while it runs an effect.
  useEffect(() => void setTimeout(repeatEarlyPresses), [])
  // Nothing on the landing page has anything to tell, and elsewhere little before somebody does something.
  const hasHandMoved = useHasHandMoved()
  const hasNews = useToast() !== null
  const isLanding = useLocation({ select: ({ pathname }) => pathname === '/' })
  return (
    <>
      <HeadContent />
      <SkipLink />
      <Outlet />
      {/* A live region, even a silent one, is what an open dialog does not hide from a screen reader. */}
      <div aria-live="off">
        <Suspense>{(hasHandMoved || hasNews) && !isLanding && <Toaster />}</Suspense>
      </div>
    </>
  )
}

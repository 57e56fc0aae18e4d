import { useDeferredValue, type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { SIDEBAR_COOKIE_DAYS } from '@printroom/contract/limits'
import { OfflineNote } from '~/components/offline-note.tsx'
import { SidebarProvider } from '~/components/sidebar.tsx'
import { AppHeader } from '~/features/layout/app-header.tsx'
import { AppNav } from '~/features/layout/app-nav.tsx'

export function AppLayout({ children }: { children: ReactNode }) {
  // Of a visit's first page the frame comes first, then the page, in pieces between which a touch is heard: together they hold
  // up a slow phone. Later pages come whole, to be scrolled to where they were left.
  const isFirstPage = useRouter().state.resolvedLocation === undefined
  const page = useDeferredValue(children, isFirstPage ? null : children)
  return (
    <SidebarProvider days={SIDEBAR_COOKIE_DAYS} title="Navigation" sidebar={<AppNav />}>
      <AppHeader />
      <OfflineNote />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1280px] flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8 lg:px-10">
        {page}
      </main>
    </SidebarProvider>
  )
}

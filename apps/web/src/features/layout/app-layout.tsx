import type { ReactNode } from 'react'
import { SIDEBAR_COOKIE_DAYS } from '@printroom/contract/limits'
import { OfflineNote } from '~/components/offline-note.tsx'
import { SidebarProvider } from '~/components/sidebar.tsx'
import { AppHeader } from '~/features/layout/app-header.tsx'
import { AppNav } from '~/features/layout/app-nav.tsx'

export const AppLayout = ({ children }: { children: ReactNode }) => (
  <SidebarProvider days={SIDEBAR_COOKIE_DAYS} title="Navigation" sidebar={<AppNav />}>
    <AppHeader />
    <OfflineNote />
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[1280px] flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8 lg:px-10"
    >
      {children}
    </main>
  </SidebarProvider>
)

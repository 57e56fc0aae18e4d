import type { ReactNode } from 'react'
import { SIDEBAR_COOKIE_DAYS } from '@printroom/contract/limits'
import { SidebarProvider } from '~/components/sidebar.tsx'
import { TooltipProvider } from '~/components/tooltip.tsx'
import { AppHeader } from '~/features/layout/app-header.tsx'
import { AppNav } from '~/features/layout/app-nav.tsx'

export function AppLayout({ children }: { children: ReactNode }) {
  return (
    <TooltipProvider delayDuration={300}>
      <a
        href="#main"
        className="sr-only rounded-md bg-ink text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-[70] focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <SidebarProvider days={SIDEBAR_COOKIE_DAYS} title="Navigation" sidebar={<AppNav />}>
        <AppHeader />
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1280px] flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8 lg:px-10">
          {children}
        </main>
      </SidebarProvider>
    </TooltipProvider>
  )
}

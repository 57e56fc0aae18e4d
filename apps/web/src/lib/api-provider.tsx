import type { ReactNode } from 'react'
import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { queryClient, reactClient, trpc } from '~/lib/trpc.ts'

/**
 * Only the screens that talk to the server load its client; landing and pricing stay small. Queries wait until the page is
 * hydrated: an answer that came between two parts of it would make the second differ from its HTML.
 */
export function ApiProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={reactClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <IsRestoringProvider value={!useHydrated()}>{children}</IsRestoringProvider>
      </QueryClientProvider>
    </trpc.Provider>
  )
}

import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient, reactClient, trpc } from '~/lib/trpc.ts'

/** Only the screens that talk to the server load its client; landing and pricing stay small. */
export function ApiProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={reactClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}

import { QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpBatchStreamLink, httpLink, httpSubscriptionLink, splitLink, type TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '@printroom/server/app-router'
import { isSessionLost } from '~/lib/api-error.ts'
import { forgetAskedFirst, takeAskedFirst } from '~/lib/asked-first.ts'
import { endSession, onSessionChange, getSession } from '~/lib/session.ts'

export type Outputs = inferRouterOutputs<AppRouter>

export const trpc = createTRPCReact<AppRouter>()

// Data is fresh until we say that it changed; nothing is retried or fetched again behind the person's back.
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a call fails and says so, rather than waiting in silence for one.
    queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** A call the server refuses for want of a session ends the stored one; the guard then shows the login page. */
const sessionLink: TRPCLink<AppRouter> = () => ({ next, op }) =>
  observable((observer) =>
    next(op).subscribe({
      next: (value) => observer.next(value),
      complete: () => observer.complete(),
      error: (error) => {
        if (isSessionLost(error)) endSession()
        observer.error(error)
      },
    }),
  )

/** Takes the answer that first.js has asked for already, and asks itself when there is none or it failed. */
const askedFirstLink: TRPCLink<AppRouter> = () => ({ next: ask, op }) => {
  if (op.type === 'mutation') forgetAskedFirst()
  const answer = op.type === 'query' && op.input === undefined ? takeAskedFirst(op.path) : undefined
  if (!answer) return ask(op)
  return observable((observer) => {
    const asking = new AbortController()
    void answer
      .then((data) => ({ result: { type: 'data' as const, data } }))
      .catch(() => null)
      .then((known) => {
        if (asking.signal.aborted) return
        if (known) {
          observer.next(known)
          observer.complete()
          return
        }
        const { unsubscribe } = ask(op).subscribe(observer)
        asking.signal.addEventListener('abort', unsubscribe)
      })
    return () => asking.abort()
  })
}

const ENDPOINT = '/api/trpc'
/** The orders of one click belong together, and wait: apart, eight of them would leave the browser no connection. */
const ONE_CLICK = new Set(['generation.request'])

const withCookies = (url: RequestInfo | URL | string, options?: RequestInit): Promise<Response> =>
  fetch(url, { ...options, credentials: 'include' })

const links: TRPCLink<AppRouter>[] = [
  sessionLink,
  askedFirstLink,
  splitLink({
    condition: (op) => op.type === 'subscription',
    true: httpSubscriptionLink({ url: ENDPOINT, eventSourceOptions: { withCredentials: true } }),
    // One foreign id fails a whole batch, so a change goes alone and nothing fails with it. Alone it can set a cookie
    // as well, which a streamed answer cannot: its headers are gone before the procedure runs.
    false: splitLink({
      condition: (op) => op.type === 'mutation' && !ONE_CLICK.has(op.path),
      true: httpLink({ url: ENDPOINT, fetch: withCookies }),
      false: httpBatchStreamLink({ url: ENDPOINT, fetch: withCookies }),
    }),
  }),
]

export const api = createTRPCClient<AppRouter>({ links })
export const reactClient = trpc.createClient({ links })

// What one person loaded must never be seen by the next one on the same browser.
onSessionChange(() => {
  if (getSession().status !== 'anonymous') return
  queryClient.clear()
  forgetAskedFirst()
})

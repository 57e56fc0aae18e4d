import { QueryClient } from '@tanstack/react-query'
import {
  createTRPCClient,
  httpBatchStreamLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCLink,
} from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { BATCH_MAX_CALLS } from '@printroom/contract/limits'
import type { AppRouter } from '@printroom/server/app-router'
import { isSessionLost } from '~/lib/api-error.ts'
import { forgetPreloadedQueries, takePreloadedQuery } from '~/lib/preloaded-query.ts'
import { limitOpen } from '~/lib/limit-open.ts'
import { endSession, onSessionChange, getSession } from '~/lib/session.ts'

export type Outputs = inferRouterOutputs<AppRouter>

export const trpc = createTRPCReact<AppRouter>()

// Data is fresh until we say that it changed; nothing is retried or fetched again behind the person's back.
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a call fails and says so, rather than waiting in silence for one.
    queries: {
      retry: false,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** A call the server refuses for want of a session ends the stored one; the guard then shows the login page. */
const sessionLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
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

/** Takes the answer of a preloaded query, and asks itself when there is none or it failed. */
const preloadedQueryLink: TRPCLink<AppRouter> =
  () =>
  ({ next: ask, op }) => {
    if (op.type === 'mutation') forgetPreloadedQueries()
    const answer = op.type === 'query' && isOfFirst(op.input) ? takePreloadedQuery(op.path) : undefined
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

/** Nothing is named, or the first page of a list as it comes to everybody. */
const isOfFirst = (input: unknown): boolean =>
  input === undefined ||
  (typeof input === 'object' &&
    input !== null &&
    Object.entries(input).every(([name, value]) => name === 'direction' || value == null))

const ENDPOINT = '/api/trpc'
/** The orders of one click belong together, and wait: apart, eight of them would leave the browser no connection. */
const WAITING = new Set(['generation.request', 'generation.outcome', 'scene.order'])
/** Requests that wait for pictures at a time. A browser opens six connections to a server, of which the page needs some. */
const WAITING_AT_ONCE = 3

const withCookies = (url: RequestInfo | URL | string, options?: RequestInit): Promise<Response> =>
  fetch(url, { ...options, credentials: 'include' })

const fetchWaiting = limitOpen(withCookies, WAITING_AT_ONCE)

const links: TRPCLink<AppRouter>[] = [
  sessionLink,
  preloadedQueryLink,
  splitLink({
    condition: (op) => op.type === 'subscription',
    true: httpSubscriptionLink({ url: ENDPOINT, eventSourceOptions: { withCredentials: true } }),
    // One foreign id fails a whole batch, so a change goes alone and nothing fails with it, nor does the balance in every
    // page's header. Alone it can set a cookie as well, which a streamed answer cannot: its headers are gone before the
    // procedure runs.
    false: splitLink({
      condition: (op) => WAITING.has(op.path),
      true: httpBatchStreamLink({ url: ENDPOINT, fetch: fetchWaiting, maxItems: BATCH_MAX_CALLS }),
      false: splitLink({
        condition: (op) => op.type === 'mutation' || op.path === 'user.get',
        true: httpLink({ url: ENDPOINT, fetch: withCookies }),
        false: httpBatchStreamLink({ url: ENDPOINT, fetch: withCookies, maxItems: BATCH_MAX_CALLS }),
      }),
    }),
  }),
]

export const api = createTRPCClient<AppRouter>({ links })
export const reactClient = trpc.createClient({ links })

// What one person loaded must never be seen by the next one on the same browser.
onSessionChange(() => {
  if (getSession().status !== 'anonymous') return
  queryClient.clear()
  forgetPreloadedQueries()
})

import type { appRouter } from '../app-router.ts'
import type { FastifyRequest } from 'fastify'

type Caller = ReturnType<typeof appRouter.createCaller>
export type Answer = unknown

/**
 * A REST path: how its request becomes a procedure call. No rule lives here. `body` says what kind it reads and
 * `answer` what it sends: JSON unless a stream has its own adapter.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  isPublic?: true
  call: (caller: Caller, request: FastifyRequest) => Promise<Answer>
}

type Params = { id: string }
const id = (request: FastifyRequest) => (request.params as Params).id
const body = (request: FastifyRequest) => (request.body ?? {}) as never
const keyed = (request: FastifyRequest) => {
  const { userId, user_id: snake } = request.query as { userId?: string; user_id?: string }
  return { user_id: (request.params as Partial<Params>).id ?? userId ?? snake }
}

/** `GET /api/user`, `/api/user/{id}` and `/api/user?userId={id}` answer alike; so do designs and mockups. */
const keyedReads = (path: string, call: Route['call']): Route[] => [
  { method: 'GET', path, call },
  { method: 'GET', path: `${path}/:id`, call },
]

export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/api/auth/login', isPublic: true, call: (caller, request) => caller.auth.login(body(request)) },
  { method: 'POST', path: '/api/auth/register', isPublic: true, call: (caller, request) => caller.auth.register(body(request)) },
  { method: 'POST', path: '/api/auth/google-login', isPublic: true, call: (caller, request) => caller.auth.googleLogin(body(request)) },
  { method: 'GET', path: '/api/auth/google', isPublic: true, call: (caller) => caller.auth.google() },
  { method: 'POST', path: '/api/auth/logout', isPublic: true, call: (caller) => caller.auth.logout() },

  ...keyedReads('/api/user', (caller, request) => caller.user.get(keyed(request))),
  ...keyedReads('/api/designs', (caller, request) => caller.design.list(keyed(request))),
  ...keyedReads('/api/mockups', (caller, request) => caller.mockup.list(keyed(request))),

  { method: 'PATCH', path: '/api/designs/:id', call: (caller, request) => caller.design.rename({ ...(body(request) as object), id: id(request) } as never) },
  { method: 'DELETE', path: '/api/designs/:id', call: (caller, request) => caller.design.remove({ id: id(request) }) },
  { method: 'DELETE', path: '/api/mockups/:id', call: (caller, request) => caller.mockup.remove({ id: id(request) }) },

  { method: 'POST', path: '/api/create-checkout-session', call: (caller, request) => caller.billing.checkout(body(request)) },
  { method: 'POST', path: '/api/create-portal-session', call: (caller, request) => caller.billing.portal(body(request)) },
  { method: 'POST', path: '/api/cancel-subscription', call: (caller, request) => caller.billing.cancel(body(request)) },
  { method: 'POST', path: '/api/resume-subscription', call: (caller, request) => caller.billing.resume(body(request)) },

  { method: 'POST', path: '/api/generate-mockup', call: (caller, request) => caller.generation.request(orderOf(request)) },
  { method: 'DELETE', path: '/api/generations/:id', call: (caller, request) => caller.generation.cancel({ id: id(request) }) },
]

/** The order in the body, with what the headers say of it. */
function orderOf({ body, headers }: FastifyRequest): never {
  const key = headers['idempotency-key']
  const order = { ...(body as object), debug: headers['x-debug-mode'] === 'true' }
  return (key === undefined ? order : { ...order, idempotency_key: key }) as never
}

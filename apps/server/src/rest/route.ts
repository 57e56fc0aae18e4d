import type { ErrorCode } from '@printroom/contract/errors'
import type { PageWire } from '@printroom/contract/wire'
import { AppError } from '@printroom/core/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Timeouts } from '../http/connections.ts'
import type { RequestContext } from '../http/request-context.ts'
import { callWith, type Caller, type Procedure } from './call.ts'
import { sendPage } from './page.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Success = 200 | 201 | 202
/** What a request says to its procedure; the procedure's own schema reads it. */
export type Input = (request: FastifyRequest) => unknown

/**
 * What the document at /api/openapi.json says of a route beside its answers. `errors` are those that its own work can end
 * with; what any route may answer is added where the document is built. An example is what is sent, and what comes of it.
 */
export type Docs = {
  id: string
  tag:
    | 'Sign in'
    | 'Account'
    | 'Designs'
    | 'Mockups'
    | 'Scenes'
    | 'Batches'
    | 'Packs'
    | 'Shares'
    | 'Webhooks'
    | 'Billing'
  summary: string
  description?: string
  query?: z.ZodObject
  headers?: z.ZodObject
  body?: z.ZodType
  form?: z.ZodObject
  errors?: readonly ErrorCode[]
  example: { query?: string; request?: unknown } & Partial<Record<Success, unknown>>
}

/** What few routes look at beside the request: who asks, and how long the server waits. */
export type Served = { context: RequestContext; timeouts: Timeouts }

/**
 * A REST path: which procedure answers it, from what, how its answer is sent, and what is to be known of it. No rule lives
 * here. `responses` are the JSON bodies by their status, a list's being one of its rows; `file` says of what types the
 * bytes are that come instead. `access`: who may call it.
 */
export type Route = Docs & {
  method: Method
  path: string
  access: 'anybody' | 'account' | 'person'
  responses: Partial<Record<Success, z.ZodType>>
  isList?: true
  file?: readonly string[]
  handle: (caller: Caller, request: FastifyRequest, reply: FastifyReply, served: Served) => Promise<FastifyReply>
}

/** A route that answers 200. */
export function json<Answer>(
  method: Method,
  path: string,
  procedure: (caller: Caller) => Procedure<Answer>,
  response: z.ZodType<Answer>,
  docs: Docs,
  input: Input = body,
): Route {
  return {
    ...docs,
    method,
    path,
    access: 'account',
    responses: { 200: response },
    handle: async (caller, request, reply) => reply.status(200).send(await callWith(procedure(caller), input(request))),
  }
}

/** A route whose answer may be that something is still to come: 202. `isPending` tells the two apart. */
export function jsonOrPending<Done, Pending>(
  path: string,
  procedure: (caller: Caller) => Procedure<Done | Pending>,
  {
    done,
    pending,
    isPending,
  }: { done: z.ZodType<Done>; pending: z.ZodType<Pending>; isPending: (answer: Done | Pending) => boolean },
  docs: Docs,
  input: Input = body,
): Route {
  return {
    ...docs,
    method: 'POST',
    path,
    access: 'account',
    responses: { 200: done, 202: pending },
    async handle(caller, request, reply) {
      const answer = await callWith(procedure(caller), input(request))
      return reply.status(isPending(answer) ? 202 : 200).send(answer)
    },
  }
}

/** Elsewhere it would be passed over, and the order paid for. */
const DRY_RUN_PLACE = 'dry_run stands in the body. Nothing was ordered.'

/** The same route, of whose body `dry_run: true` asks that nothing is done: another procedure answers that. */
export function withDryRun<Answer>(
  route: Route,
  procedure: (caller: Caller) => Procedure<Answer>,
  response: z.ZodType<Answer>,
  input: Input,
): Route {
  const { 200: done, ...others } = route.responses
  return {
    ...route,
    responses: { ...others, 200: done ? z.union([done, response]) : response },
    async handle(caller, request, reply, served) {
      if ((request.query as { dry_run?: unknown }).dry_run !== undefined)
        throw new AppError('bad_input', { error: DRY_RUN_PLACE, fields: { dry_run: DRY_RUN_PLACE } })
      return (request.body as { dry_run?: unknown } | null | undefined)?.dry_run === true
        ? reply.status(200).send(await callWith(procedure(caller), input(request)))
        : route.handle(caller, request, reply, served)
    },
  }
}

/** A list, as its rows alone; the headers name the next page. */
export function list<Row>(
  path: string,
  procedure: (caller: Caller) => Procedure<PageWire<Row>>,
  row: z.ZodType<Row>,
  docs: Docs,
  input: Input = page,
): Route {
  return {
    ...docs,
    method: 'GET',
    path,
    access: 'account',
    isList: true,
    responses: { 200: row },
    handle: async (caller, request, reply) =>
      sendPage(reply, request.url, await callWith(procedure(caller), input(request))),
  }
}

/** A route that answers with bytes of these types. */
export function file(
  method: 'GET' | 'POST',
  path: string,
  types: readonly string[],
  docs: Docs,
  handle: Route['handle'],
): Route {
  return { ...docs, method, path, access: 'account', responses: {}, file: types, handle }
}

type Params = { id?: string }
type Query = { cursor?: string; limit?: string; userId?: string; user_id?: string }

export const nothing: Input = () => undefined
export const body = ({ body }: FastifyRequest): unknown => body ?? {}
export const id = ({ params }: FastifyRequest) => ({ id: (params as { id: string }).id })
/** The fields of a body with these beside them. What is no object is left for the schema to refuse: a text has a field a letter. */
const fieldsOf = (body: unknown, more: object): unknown =>
  typeof body === 'object' && !Array.isArray(body) ? { ...body, ...more } : (body ?? more)
export const bodyAndId: Input = (request) => fieldsOf(request.body, id(request))
export const user = ({ params, query }: FastifyRequest) => ({
  user_id: (params as Params).id ?? (query as Query).userId ?? (query as Query).user_id,
})
/** A list's page, as the address names it. */
const page: Input = (request) => ({
  ...user(request),
  cursor: (request.query as Query).cursor,
  limit: (request.query as Query).limit,
})

/** What the address asks for. */
export const query: Input = (request) => request.query
/** What the address says of one thing, as a page of what belongs to it. */
export const queryAndId: Input = (request) => ({ ...(request.query as Query), ...id(request) })
/** A page of the mockups that the address asks for. */
export const filtered: Input = (request) => ({ ...(request.query as Query), ...user(request) })

/** The body, with the key that the headers give its order. */
export const keyedBody: Input = ({ body, headers }) => {
  const key = headers['idempotency-key']
  return fieldsOf(body, key === undefined ? {} : { idempotency_key: key })
}
/** The order in the body, with what the headers say of it. */
export const order: Input = (request) =>
  fieldsOf(keyedBody(request), { debug: request.headers['x-debug-mode'] === 'true' })

export const open = (route: Route): Route => ({ ...route, access: 'anybody' })
/** What concerns the account itself: for its person's session, and for no API key. */
export const personal = (route: Route): Route => ({ ...route, access: 'person' })
/** `GET /api/user`, `/api/user/{id}` and `/api/user?userId={id}` answer alike; so do designs and mockups. */
export const keyed = (route: Route): Route[] => [
  route,
  {
    ...route,
    path: `${route.path}/:id`,
    id: `${route.id}OfUser`,
    summary: `${route.summary}, keyed by the user`,
    description: 'The same as without the id, which is the signed-in user’s own.',
    errors: ['forbidden', ...(route.errors ?? [])],
  },
]

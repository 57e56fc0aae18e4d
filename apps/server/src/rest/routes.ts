import {
  batchEstimateResponse,
  batchListingsResponse,
  batchPictureResponse,
  batchResponse,
  batchSummaryResponse,
} from '@printroom/contract/batches'
import { packResponse } from '@printroom/contract/pack-schemas'
import {
  deliveryResponse,
  endpointResponse,
  endpointWithSecretResponse,
  replayedResponse,
} from '@printroom/contract/webhooks'
import {
  accountResponse,
  addressResponse,
  codeNeededResponse,
  designResponse,
  googleResponse,
  madeResponse,
  mockupResponse,
  signedInResponse,
  successResponse,
  unfinishedResponse,
  type PageWire,
} from '@printroom/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { type Caller, type Procedure, callWith } from './call.ts'
import { sendPage } from './page.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** What a request says to its procedure; the procedure's own schema reads it. */
type Input = (request: FastifyRequest) => unknown

/**
 * A REST path: which procedure answers it, from what, and how its answer is sent. No rule lives here. `responses` are the
 * bodies by their status; a list's is one of its rows.
 */
export type Route = {
  method: Method
  path: string
  isPublic?: true
  responses: Partial<Record<200 | 202, z.ZodType>>
  handle: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** A route that answers 200. */
function json<Answer>(
  method: Method,
  path: string,
  procedure: (caller: Caller) => Procedure<Answer>,
  response: z.ZodType<Answer>,
  input: Input = body,
): Route {
  return {
    method,
    path,
    responses: { 200: response },
    handle: async (caller, request, reply) => reply.status(200).send(await callWith(procedure(caller), input(request))),
  }
}

/** A route whose answer may be that something is still to come: 202. `isPending` tells the two apart. */
function jsonOrPending<Done, Pending>(
  path: string,
  procedure: (caller: Caller) => Procedure<Done | Pending>,
  {
    done,
    pending,
    isPending,
  }: { done: z.ZodType<Done>; pending: z.ZodType<Pending>; isPending: (answer: Done | Pending) => boolean },
  input: Input = body,
): Route {
  return {
    method: 'POST',
    path,
    responses: { 200: done, 202: pending },
    async handle(caller, request, reply) {
      const answer = await callWith(procedure(caller), input(request))
      return reply.status(isPending(answer) ? 202 : 200).send(answer)
    },
  }
}

/** A list, as its rows alone; the headers name the next page. */
function list<Row>(
  path: string,
  procedure: (caller: Caller) => Procedure<PageWire<Row>>,
  row: z.ZodType<Row>,
  input: Input = page,
): Route {
  return {
    method: 'GET',
    path,
    responses: { 200: row },
    handle: async (caller, request, reply) =>
      sendPage(reply, request.url, await callWith(procedure(caller), input(request))),
  }
}

type Params = { id?: string }
type Query = { cursor?: string; limit?: string; userId?: string; user_id?: string }

const nothing: Input = () => undefined
const body = ({ body }: FastifyRequest): unknown => body ?? {}
/** The fields of a body with these beside them. What is no object is left for the schema to refuse: a text has a field a letter. */
const fieldsOf = (body: unknown, more: object): unknown =>
  typeof body === 'object' && !Array.isArray(body) ? { ...body, ...more } : (body ?? more)
const id: Input = ({ params }) => ({ id: (params as Params).id })
const bodyAndId: Input = (request) => fieldsOf(request.body, { id: (request.params as Params).id })
const user = ({ params, query }: FastifyRequest) => ({
  user_id: (params as Params).id ?? (query as Query).userId ?? (query as Query).user_id,
})
/** A list's page, as the address names it. */
const page: Input = (request) => ({
  ...user(request),
  cursor: (request.query as Query).cursor,
  limit: (request.query as Query).limit,
})

/** What the address says of one thing, as a page of what belongs to it. */
const queryAndId: Input = (request) => ({ ...(request.query as Query), id: (request.params as Params).id })
/** A page of the mockups that the address asks for. */
const filtered: Input = (request) => ({ ...(request.query as Query), ...user(request) })

/** The body, with the key that the headers give its order. */
const keyedBody: Input = ({ body, headers }) => {
  const key = headers['idempotency-key']
  return fieldsOf(body, key === undefined ? {} : { idempotency_key: key })
}
/** The order in the body, with what the headers say of it. */
const order: Input = (request) => fieldsOf(keyedBody(request), { debug: request.headers['x-debug-mode'] === 'true' })

const open = (route: Route): Route => ({ ...route, isPublic: true })
/** `GET /api/user`, `/api/user/{id}` and `/api/user?userId={id}` answer alike; so do designs and mockups. */
const keyed = (route: Route): Route[] => [route, { ...route, path: `${route.path}/:id` }]

const SIGN_IN = {
  done: signedInResponse,
  pending: codeNeededResponse,
  isPending: (answer: object) => 'verification_required' in answer,
}
const GENERATION = {
  done: madeResponse,
  pending: unfinishedResponse,
  isPending: (answer: object) => 'generation_id' in answer,
}

export const ROUTES: readonly Route[] = [
  open(jsonOrPending('/api/auth/login', (caller) => caller.auth.login, SIGN_IN)),
  open(jsonOrPending('/api/auth/register', (caller) => caller.auth.register, SIGN_IN)),
  open(json('POST', '/api/auth/google-login', (caller) => caller.auth.googleLogin, signedInResponse)),
  open(json('GET', '/api/auth/google', (caller) => caller.auth.google, googleResponse, nothing)),
  open(json('POST', '/api/auth/logout', (caller) => caller.auth.logout, successResponse, nothing)),

  ...keyed(json('GET', '/api/user', (caller) => caller.user.get, accountResponse, user)),
  ...keyed(list('/api/designs', (caller) => caller.design.list, designResponse)),
  ...keyed(list('/api/mockups', (caller) => caller.mockup.list, mockupResponse, filtered)),

  json('PATCH', '/api/designs/:id', (caller) => caller.design.rename, designResponse, bodyAndId),
  json('DELETE', '/api/designs/:id', (caller) => caller.design.remove, successResponse, id),
  json('PATCH', '/api/mockups/:id', (caller) => caller.mockup.setFavourite, mockupResponse, bodyAndId),
  json('DELETE', '/api/mockups/:id', (caller) => caller.mockup.remove, successResponse, id),

  json('POST', '/api/create-checkout-session', (caller) => caller.billing.checkout, addressResponse),
  json('POST', '/api/create-portal-session', (caller) => caller.billing.portal, addressResponse),
  json('POST', '/api/cancel-subscription', (caller) => caller.billing.cancel, successResponse),
  json('POST', '/api/resume-subscription', (caller) => caller.billing.resume, successResponse),

  jsonOrPending('/api/generate-mockup', (caller) => caller.generation.request, GENERATION, order),
  json('DELETE', '/api/generations/:id', (caller) => caller.generation.cancel, successResponse, id),

  json('POST', '/api/batches', (caller) => caller.batch.order, batchResponse, keyedBody),
  list('/api/batches', (caller) => caller.batch.list, batchSummaryResponse),
  json('POST', '/api/batches/estimate', (caller) => caller.batch.estimate, batchEstimateResponse),
  list('/api/batches/:id/pictures', (caller) => caller.batch.pictures, batchPictureResponse, queryAndId),
  json('GET', '/api/batches/:id/listings', (caller) => caller.batch.listings, batchListingsResponse, queryAndId),
  json('GET', '/api/batches/:id', (caller) => caller.batch.get, batchResponse, id),
  json('POST', '/api/batches/:id/retry', (caller) => caller.batch.retry, batchResponse, id),
  json('POST', '/api/batches/:id/cancel', (caller) => caller.batch.cancel, batchResponse, id),

  json('GET', '/api/packs', (caller) => caller.pack.list, packResponse.array(), nothing),
  json('POST', '/api/packs', (caller) => caller.pack.create, packResponse),
  json('PATCH', '/api/packs/:id', (caller) => caller.pack.change, packResponse, bodyAndId),
  json('DELETE', '/api/packs/:id', (caller) => caller.pack.remove, successResponse, id),
  json('GET', '/api/webhook-endpoints', (caller) => caller.webhook.list, endpointResponse.array(), nothing),
  json('POST', '/api/webhook-endpoints', (caller) => caller.webhook.create, endpointWithSecretResponse),
  json('PATCH', '/api/webhook-endpoints/:id', (caller) => caller.webhook.update, endpointResponse, bodyAndId),
  json('DELETE', '/api/webhook-endpoints/:id', (caller) => caller.webhook.remove, successResponse, id),
  json(
    'POST',
    '/api/webhook-endpoints/:id/secret',
    (caller) => caller.webhook.rotateSecret,
    endpointWithSecretResponse,
    id,
  ),
  json('POST', '/api/webhook-endpoints/:id/test', (caller) => caller.webhook.test, deliveryResponse, id),
  list('/api/webhook-endpoints/:id/deliveries', (caller) => caller.webhook.deliveries, deliveryResponse, queryAndId),
  json('POST', '/api/webhook-endpoints/:id/replay', (caller) => caller.webhook.replayFailed, replayedResponse, id),
  json('POST', '/api/webhook-deliveries/:id/replay', (caller) => caller.webhook.replay, deliveryResponse, id),
]

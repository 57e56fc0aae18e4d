import {
  batchEstimateResponse,
  batchPictureResponse,
  batchResponse,
  batchSummaryResponse,
} from '@printroom/contract/batches'
import {
  accountResponse,
  designResponse,
  errorResponse,
  madeResponse,
  mockupResponse,
  unfinishedResponse,
  userResponse,
} from '@printroom/contract/wire'
import { packResponse } from '@printroom/contract/pack-schemas'
import { quoteResponse } from '@printroom/contract/quotes'
import { sceneResponse } from '@printroom/contract/scenes'
import { idSchema } from '@printroom/contract/schemas'
import * as z from 'zod'
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { Route } from '../route.ts'
import { ROUTES } from '../routes.ts'
import { collectErrors } from './errors.ts'
import { STREAMS, type Stream } from './streams.ts'

/** Of the API, and not of the product: it moves when an answer changes. */
const VERSION = '1.0.0'

const ABOUT = `Make mockups from your own programs: upload a design, choose, and fetch the picture.

Make an API key on the account page and send it as \`Authorization: Bearer prk_…\`. Its scope is \`read\`, \`make\` (also uploads and orders) or \`all\`; the account itself and its payments are closed to keys and open to a session.

A refusal is \`{ "error": "<sentence>", "code": "<word>" }\`. Lists come a page at a time: \`X-Next-Cursor\` holds the \`cursor\` of the next. \`429\` and \`503\` say with \`Retry-After\` when to come again.`

const SCHEMAS = {
  Account: accountResponse,
  Batch: batchResponse,
  BatchEstimate: batchEstimateResponse,
  BatchPicture: batchPictureResponse,
  BatchSummary: batchSummaryResponse,
  Design: designResponse,
  Error: errorResponse,
  MadeMockup: madeResponse,
  Mockup: mockupResponse,
  Pack: packResponse,
  Quote: quoteResponse,
  Scene: sceneResponse,
  UnfinishedMockup: unfinishedResponse,
  User: userResponse,
}

const header = (description: string, type: 'integer' | 'string' = 'integer') => ({ description, schema: { type } })
const HEADERS = {
  Link: header('Where the next page is (RFC 8288); not set on the last.', 'string'),
  NextCursor: header('The `cursor` of the next page; not set on the last.', 'string'),
  RateLimit: header('Requests that this account may make a minute.'),
  RateLimitRemaining: header('Of them left in this minute.'),
  RateLimitReset: header('Seconds until the next minute begins.'),
  RequestId: header('Tell it to support.', 'string'),
  RetryAfter: header('Seconds to wait before the same is sent again.'),
}
const refs = (headers: Record<string, keyof typeof HEADERS>) =>
  Object.fromEntries(Object.entries(headers).map(([name, key]) => [name, { $ref: `#/components/headers/${key}` }]))
const COMMON = refs({
  'RateLimit-Limit': 'RateLimit',
  'RateLimit-Remaining': 'RateLimitRemaining',
  'RateLimit-Reset': 'RateLimitReset',
  'X-Request-Id': 'RequestId',
})
const PAGED = refs({ Link: 'Link', 'X-Next-Cursor': 'NextCursor' })

const SECURITY: Record<Route['access'], Record<string, string[]>[]> = {
  anybody: [],
  account: [{ apiKey: [] }, { session: [] }],
  person: [{ session: [] }],
}

const WORDS: Record<string, string> = { 200: 'Done.', 201: 'Made.', 202: 'Begun; something is still to come.' }

/** The OpenAPI 3.1 document of every route and every stream of events. */
export function buildDocument() {
  const errors = collectErrors()
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  const refusals: [path: string, method: string, answers: object][] = []
  const add = (
    method: string,
    path: string,
    operation: ZodOpenApiOperationObject,
    route: Parameters<typeof errors.answersOf>[0],
  ) => {
    ;(paths[path] ??= {})[method] = operation
    refusals.push([path, method, errors.answersOf(route)])
  }
  for (const route of ROUTES) add(route.method.toLowerCase(), pathOf(route), operationOf(route), route)
  for (const stream of STREAMS)
    add('get', `/api/trpc/${stream.procedure}`, streamOf(stream), { method: 'GET', access: 'account' })
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Printroom', version: VERSION, description: ABOUT },
      servers: [{ url: '/' }],
      paths,
      components: {
        schemas: SCHEMAS,
        headers: HEADERS,
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key (`prk_…`) of the account page, or a session’s own value.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'printroom_session',
            description: 'A browser that is signed in.',
          },
        },
      },
    },
    { override: leaveOpen },
  )
  // Refusals are plain data, and shared: the library sees none of them.
  document.components = { ...document.components, responses: errors.responses }
  for (const [path, method, answers] of refusals) {
    const operation = (document.paths?.[path] as Record<string, { responses: object }> | undefined)?.[method]
    if (operation) operation.responses = { ...operation.responses, ...answers }
  }
  return document
}

/** Answers may grow: whoever reads one leaves alone what it does not know. */
const leaveOpen: CreateDocumentOptions['override'] = ({ jsonSchema, io }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/** A route's path as OpenAPI writes it. */
export const pathOf = ({ path }: Pick<Route, 'path'>): string => path.replaceAll(/:(\w+)/g, '{$1}')

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { query, headers, body, form, example } = route
  const content = body
    ? { 'application/json': { schema: body, example: example.request } }
    : form && { 'multipart/form-data': { schema: form, example: example.request } }
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: SECURITY[route.access],
    requestParams: {
      ...(route.path.includes(':id') ? { path: z.object({ id: idSchema }) } : {}),
      ...(query ? { query } : {}),
      ...(headers ? { header: headers } : {}),
    },
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: route.file ? filesOf(route.file) : answersOf(route),
  }
}

function answersOf({ responses, isList, example }: Route): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: WORDS[status] ?? '',
        headers: isList ? { ...PAGED, ...COMMON } : COMMON,
        content: {
          'application/json': {
            schema: isList ? z.array(schema) : schema,
            example: example[Number(status) as keyof Route['responses']],
          },
        },
      },
    ]),
  ) as ZodOpenApiResponsesObject
}

function filesOf(types: readonly string[]): ZodOpenApiResponsesObject {
  // A media type in a document has no parameters: `text/csv` stands for `text/csv; charset=utf-8`.
  const content = Object.fromEntries(
    types.map((type) => [
      type.split(';')[0],
      {
        schema: type.startsWith('text/') ? { type: 'string' as const } : { type: 'string' as const, format: 'binary' },
      },
    ]),
  )
  return { 200: { description: 'The file.', headers: COMMON, content } }
}

function streamOf({ id, tag, summary, description, query, event, example }: Stream): ZodOpenApiOperationObject {
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: SECURITY.account,
    ...(query ? { requestParams: { query } } : {}),
    responses: {
      200: {
        description: 'A stream of events; the schema is that of a message’s `data`.',
        headers: COMMON,
        content: { 'text/event-stream': { schema: event, example } },
      },
    },
  } as ZodOpenApiOperationObject
}

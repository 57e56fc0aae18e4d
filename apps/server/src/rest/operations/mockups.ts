import { favouriteSchema, mockupFilter } from '@printroom/contract/mockup-filters'
import { page } from '@printroom/contract/paging'
import { FORMATS } from '@printroom/contract/presets'
import { QUOTE_MAX_ORDERS } from '@printroom/contract/limits'
import { quoteResponse } from '@printroom/contract/quotes'
import {
  awaitedSchema,
  downloadSchema,
  generationSchema,
  presentSchema,
  idempotencyKeySchema,
} from '@printroom/contract/schemas'
import { madeResponse, mockupResponse, successResponse, unfinishedResponse } from '@printroom/contract/wire'
import * as z from 'zod'
import { callWith } from '../call.ts'
import { DESIGN_ID, GENERATION_ID, MOCKUP, MOCKUP_ID, SHOT, SUCCESS } from '../examples.ts'
import {
  body,
  bodyAndId,
  file,
  filtered,
  id,
  json,
  jsonOrPending,
  keyed,
  list,
  order,
  queryAndId,
  withDryRun,
  type Route,
} from '../route.ts'
import { sendFile, sendStream, ZIP } from '../send.ts'
import { userQuery } from './account.ts'
import { downloadQuery, thumbnailQuery } from './designs.ts'

const tag = 'Mockups'
const GENERATION = {
  done: madeResponse,
  pending: unfinishedResponse,
  isPending: (answer: object) => 'generation_id' in answer,
}
const { id: _, ...presentation } = presentSchema.shape
type Shown = { side?: string; download?: string; preset?: string; format?: string }

/** What makes an order safe to send again. */
export const keyHeaders = {
  'Idempotency-Key': idempotencyKeySchema
    .optional()
    .describe('A word of yours for this order. Sent again with the same body it answers the same, and costs nothing.'),
}

export const MOCKUP_ROUTES: readonly Route[] = [
  withDryRun(
    jsonOrPending(
      '/api/generate-mockup',
      (caller) => caller.generation.request,
      GENERATION,
      {
        id: 'makeMockup',
        tag,
        summary: 'Make a mockup',
        description:
          'Costs one credit and waits for the picture. 202 says that it takes longer: follow it in the stream of generations, or send the same again with its `Idempotency-Key`. A picture that is there to the pixel is answered for nothing. With `dry_run: true` nothing is ordered: the answer is the order’s quote, or the refusal that it would get.',
        headers: z.object({
          ...keyHeaders,
          'X-Debug-Mode': z.enum(['true', 'false']).optional().describe('`true`: say how the picture came to be.'),
        }),
        body: generationSchema,
        errors: [
          'not_found',
          'forbidden',
          'insufficient_credits',
          'key_cap_reached',
          'idempotency_conflict',
          'generation_failed',
          'not_available',
        ],
        example: {
          request: { design_id: DESIGN_ID, ...SHOT },
          200: MOCKUP,
          202: { generation_id: GENERATION_ID, status: 'queued' },
        },
      },
      order,
    ),
    (caller) => caller.generation.dryRun,
    quoteResponse,
    order,
  ),
  json(
    'POST',
    '/api/quote',
    (caller) => caller.generation.quote,
    quoteResponse,
    {
      id: 'quote',
      tag,
      summary: 'What mockups would cost',
      description:
        'One order, or up to 20 as `orders`, as if they were sent one after the other: the credits of each, its refusal, and how long they would take. Orders nothing and costs nothing.',
      body: z.union([z.object({ orders: z.array(generationSchema).min(1).max(QUOTE_MAX_ORDERS) }), generationSchema]),
      example: {
        request: { orders: [{ design_id: DESIGN_ID, ...SHOT }] },
        200: {
          credits: 1,
          available: 112,
          missing: 0,
          seconds: 2,
          orders: [{ credits: 1, mockup_id: null, error: null }],
        },
      },
    },
    ({ body: sent }) =>
      typeof sent === 'object' && sent !== null && 'orders' in sent ? sent : { orders: [sent ?? {}] },
  ),
  {
    ...jsonOrPending(
      '/api/generations/:id',
      (caller) => caller.generation.get,
      GENERATION,
      {
        id: 'readGeneration',
        tag,
        summary: 'Wait for an order',
        description: 'Its mockup; 202 while it is not made, at once or after `wait_seconds`.',
        query: awaitedSchema.pick({ wait_seconds: true }),
        errors: ['not_found', 'generation_failed'],
        example: { query: '?wait_seconds=20', 200: MOCKUP, 202: { generation_id: GENERATION_ID, status: 'rendering' } },
      },
      queryAndId,
    ),
    method: 'GET',
  },
  json(
    'DELETE',
    '/api/generations/:id',
    (caller) => caller.generation.cancel,
    successResponse,
    {
      id: 'cancelGeneration',
      tag,
      summary: 'Give up an order',
      description: 'One that nobody has begun; its credit comes back.',
      errors: ['not_found', 'already_begun'],
      example: { 200: SUCCESS },
    },
    id,
  ),
  ...keyed(
    list(
      '/api/mockups',
      (caller) => caller.mockup.list,
      mockupResponse,
      {
        id: 'listMockups',
        tag,
        summary: 'List mockups',
        description: 'Newest first, a page at a time; by words, design, product, colour, scene, day and star.',
        query: z.object({ ...userQuery, ...page, ...mockupFilter }),
        errors: ['forbidden'],
        example: { query: '?limit=1&product=mug', 200: [MOCKUP] },
      },
      filtered,
    ),
  ),
  json(
    'PATCH',
    '/api/mockups/:id',
    (caller) => caller.mockup.setFavourite,
    mockupResponse,
    {
      id: 'starMockup',
      tag,
      summary: 'Put a star on a mockup, or take it off',
      body: favouriteSchema.omit({ id: true }),
      errors: ['not_found'],
      example: { request: { is_favourite: true }, 200: { ...MOCKUP, is_favourite: true } },
    },
    bodyAndId,
  ),
  json(
    'DELETE',
    '/api/mockups/:id',
    (caller) => caller.mockup.remove,
    successResponse,
    { id: 'deleteMockup', tag, summary: 'Delete a mockup', errors: ['not_found'], example: { 200: SUCCESS } },
    id,
  ),
  file(
    'GET',
    '/api/mockups/:id/file',
    Object.values(FORMATS).map(({ type }) => type),
    {
      id: 'readMockupFile',
      tag,
      summary: 'Read a mockup’s picture',
      description: 'The stored PNG; with a preset or a format, the picture as a shop wants it.',
      query: z.object({ ...downloadQuery, ...presentation }),
      errors: ['not_found'],
      example: { query: '?preset=etsy&format=jpeg' },
    },
    async (caller, request, reply) => {
      const { preset, format, download } = request.query as Shown
      const wanted = id(request)
      const opened =
        (preset ?? format) === undefined
          ? await callWith(caller.mockup.open, { ...wanted, part: 'file', side: (request.query as Shown).side })
          : await callWith(caller.mockup.present, { ...wanted, preset, format })
      return sendFile(reply, opened, download !== undefined)
    },
  ),
  file(
    'GET',
    '/api/mockups/:id/thumbnail',
    ['image/webp'],
    {
      id: 'readMockupThumbnail',
      tag,
      summary: 'Read a mockup’s thumbnail',
      query: z.object(thumbnailQuery),
      errors: ['not_found'],
      example: { query: '?side=352' },
    },
    async (caller, request, reply) => {
      const { side, download } = request.query as Shown
      const opened = await caller.mockup.open({ ...id(request), part: 'thumbnail', side })
      return sendFile(reply, opened, download !== undefined)
    },
  ),
  file(
    'POST',
    '/api/mockups/download',
    [ZIP],
    {
      id: 'downloadMockups',
      tag,
      summary: 'Download many mockups',
      description: 'A zip, made while it is sent; with a preset or a format, each picture as a shop wants it.',
      body: downloadSchema,
      errors: ['not_found'],
      example: { request: { mockupIds: [MOCKUP_ID], preset: 'etsy' } },
    },
    async (caller, request, reply) =>
      sendStream(reply, await callWith(caller.mockup.archive, body(request)), ZIP, 'mockups.zip'),
  ),
]

import {
  batchEstimateResponse,
  batchListingsResponse,
  batchPictureResponse,
  batchResponse,
  batchSchema,
  batchSummaryResponse,
  estimateSchema,
  listingsSchema,
} from '@printroom/contract/batches'
import { page } from '@printroom/contract/paging'
import { awaitedSchema } from '@printroom/contract/schemas'
import * as z from 'zod'
import { callWith } from '../call.ts'
import { BATCH, BATCH_ORDER, DESIGN_ID, GENERATION_ID, MOCKUP_ID, SHOT } from '../examples.ts'
import { file, id, json, keyedBody, list, queryAndId, withDryRun, type Route } from '../route.ts'
import { CSV, sendStream, ZIP } from '../send.ts'
import { keyHeaders } from './mockups.ts'

const tag = 'Batches'
const full = { ...BATCH, failures: [] }
const { name: _, ...grid } = BATCH_ORDER
const packQuery = listingsSchema.pick({ pack_id: true })

export const BATCH_ROUTES: readonly Route[] = [
  withDryRun(
    json(
      'POST',
      '/api/batches',
      (caller) => caller.batch.order,
      batchResponse,
      {
        id: 'orderBatch',
        tag,
        summary: 'Order many pictures at once',
        description:
          'Up to 400, all of them or none: as a grid, as items, as lines of CSV. Answers at once and waits for none of them. With `dry_run: true` nothing is ordered: the answer is the batch’s estimate, or the refusal that it would get.',
        headers: z.object(keyHeaders),
        body: batchSchema,
        errors: ['not_found', 'insufficient_credits', 'key_cap_reached', 'idempotency_conflict', 'not_available'],
        example: { request: BATCH_ORDER, 200: full },
      },
      keyedBody,
    ),
    (caller) => caller.batch.dryRun,
    batchEstimateResponse,
    keyedBody,
  ),
  list('/api/batches', (caller) => caller.batch.list, batchSummaryResponse, {
    id: 'listBatches',
    tag,
    summary: 'List batches',
    description: 'Newest first, a page at a time.',
    query: z.object(page),
    example: { query: '?limit=1', 200: [BATCH] },
  }),
  json('POST', '/api/batches/estimate', (caller) => caller.batch.estimate, batchEstimateResponse, {
    id: 'estimateBatch',
    tag,
    summary: 'What a batch would cost',
    description: 'And how long it takes, and what cannot be made and why. Orders nothing, costs nothing.',
    body: estimateSchema,
    errors: ['not_found'],
    example: {
      request: grid,
      200: { pictures: 2, free: 0, credits: 2, available: 112, missing: 0, minutes: 1, refused: [], left_out: [] },
    },
  }),
  list(
    '/api/batches/:id/pictures',
    (caller) => caller.batch.pictures,
    batchPictureResponse,
    {
      id: 'listBatchPictures',
      tag,
      summary: 'List a batch’s pictures',
      description: 'In the order of their places, a page at a time.',
      query: z.object(page),
      errors: ['not_found'],
      example: {
        200: [
          {
            place: 0,
            generation_id: GENERATION_ID,
            scene_id: null,
            filename: 'sun.png',
            design_id: DESIGN_ID,
            ...SHOT,
            side: 'front',
            placement: null,
            model_gender: null,
            title: null,
            error: null,
            state: 'done',
            progress: 100,
            mockup_id: MOCKUP_ID,
          },
        ],
      },
    },
    queryAndId,
  ),
  json(
    'GET',
    '/api/batches/:id',
    (caller) => caller.batch.get,
    batchResponse,
    {
      id: 'readBatch',
      tag,
      summary: 'Read a batch',
      description:
        'How many of its pictures are in which state, and what failed and why; at once, or when all of it is over, or after `wait_seconds`.',
      query: awaitedSchema.pick({ wait_seconds: true }),
      errors: ['not_found'],
      example: { query: '?wait_seconds=20', 200: full },
    },
    queryAndId,
  ),
  json(
    'POST',
    '/api/batches/:id/retry',
    (caller) => caller.batch.retry,
    batchResponse,
    {
      id: 'retryBatch',
      tag,
      summary: 'Order again what failed',
      description: 'All of it or none.',
      errors: ['not_found', 'insufficient_credits', 'key_cap_reached', 'not_available'],
      example: { 200: full },
    },
    id,
  ),
  json(
    'POST',
    '/api/batches/:id/cancel',
    (caller) => caller.batch.cancel,
    batchResponse,
    {
      id: 'cancelBatch',
      tag,
      summary: 'Give up what nobody has begun',
      description: 'Those credits come back.',
      errors: ['not_found'],
      example: {
        200: {
          ...full,
          counts: { ...BATCH.counts, waiting: 0, cancelled: 1 },
          cancelled_at: '2026-11-24T09:31:00.000Z',
        },
      },
    },
    id,
  ),
  json(
    'GET',
    '/api/batches/:id/listings',
    (caller) => caller.batch.listings,
    batchListingsResponse,
    {
      id: 'readBatchListings',
      tag,
      summary: 'Read a batch as listings of a pack',
      description: 'How many of its pictures can be downloaded, and a line for each that its shop does not take.',
      query: packQuery,
      errors: ['not_found'],
      example: {
        200: {
          pack_id: 'etsy',
          name: 'Etsy listing, 10 pictures',
          listings: 1,
          pictures: 10,
          ready: 10,
          unfit: [],
          more: 0,
        },
      },
    },
    queryAndId,
  ),
  file(
    'GET',
    '/api/batches/:id/listings.zip',
    [ZIP],
    {
      id: 'downloadBatchListings',
      tag,
      summary: 'Download a batch as listings of a pack',
      description: 'A zip in the shop’s sizes, the main picture first.',
      query: packQuery,
      errors: ['not_found'],
      example: {},
    },
    async (caller, request, reply) =>
      sendStream(reply, await callWith(caller.batch.archiveListings, queryAndId(request)), ZIP, 'listings.zip'),
  ),
  file(
    'GET',
    '/api/batches/:id/zip',
    [ZIP],
    {
      id: 'downloadBatch',
      tag,
      summary: 'Download what is done of a batch',
      description: 'A zip, made while it is sent.',
      errors: ['not_found'],
      example: {},
    },
    async (caller, request, reply) => sendStream(reply, await caller.batch.archive(id(request)), ZIP, 'batch.zip'),
  ),
  file(
    'GET',
    '/api/batches/:id/csv',
    [CSV],
    {
      id: 'downloadBatchCsv',
      tag,
      summary: 'Download a batch as CSV',
      description: 'A line a picture, with the name that its file has in the zip.',
      errors: ['not_found'],
      example: {},
    },
    async (caller, request, reply) => sendStream(reply, await caller.batch.csv(id(request)), CSV, 'batch.csv'),
  ),
]

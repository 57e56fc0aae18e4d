import { batchPageSchema, batchSchema, csvSchema, estimateSchema, listingsSchema } from '@printroom/contract/batches'
import { page } from '@printroom/contract/paging'
import { awaitedSchema, idSchema } from '@printroom/contract/schemas'
import { archiveBatch } from '@printroom/core/domain/batches/archive'
import { awaitBatch } from '@printroom/core/domain/batches/await'
import { cancelBatch } from '@printroom/core/domain/batches/cancel'
import { readCsv } from '@printroom/core/domain/batches/csv-in'
import { batchCsv } from '@printroom/core/domain/batches/csv-out'
import { dryRunBatch } from '@printroom/core/domain/batches/dry-run'
import { estimateBatch } from '@printroom/core/domain/batches/estimate'
import { orderBatch } from '@printroom/core/domain/batches/order'
import { listBatches, listBatchPictures } from '@printroom/core/domain/batches/read'
import { retryBatch } from '@printroom/core/domain/batches/retry'
import { archiveListings, checkListings } from '@printroom/core/domain/packs/archive'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { listProcedure } from './in-turn.ts'
import { assertNoDryRun } from './owner.ts'
import { makeProcedure, readProcedure, router } from './trpc.ts'

const namesBatch = { ids: { id: 'batch' } } as const
const namesDesigns = { ids: { designIds: 'design', design_id: 'design', pack_id: 'pack' } } as const
const namesPack = { ids: { id: 'batch', pack_id: 'pack' } } as const
const one = z.object({ id: idSchema })

export const batchRouter = router({
  /**
   * What a batch would cost, how long it would take, and what of it cannot be combined and why; orders nothing. A query in
   * all but its size: a grid does not fit into an address. @throws not_found (a design, its pack), rate_limited
   */
  estimate: listProcedure
    .meta(namesDesigns)
    .input(estimateSchema)
    .mutation(async ({ ctx, input }) => {
      await consumeRateLimit(ctx.core, 'estimate', ctx.userId)
      return estimateBatch(ctx.core, ctx.userId, input)
    }),

  /**
   * Orders up to 400 pictures at once, all of them or none, and waits for none of them. The same key with the same body
   * answers the same batch. @throws bad_input, not_found, insufficient_credits, key_cap_reached, idempotency_conflict, rate_limited
   */
  order: makeProcedure
    .meta(namesDesigns)
    .input(batchSchema)
    .mutation(async ({ ctx, input }) => {
      assertNoDryRun(input)
      await consumeRateLimit(ctx.core, 'generate', ctx.userId)
      return orderBatch(ctx.core, ctx.userId, input)
    }),

  /** The estimate of a batch, refused as the batch would be; orders nothing, and leaves its key unused. @throws as `order` */
  dryRun: readProcedure
    .meta(namesDesigns)
    .input(batchSchema)
    .mutation(async ({ ctx, input }) => {
      await consumeRateLimit(ctx.core, 'estimate', ctx.userId)
      return dryRunBatch(ctx.core, ctx.userId, input)
    }),

  /** A batch with its counts, and what failed and why; waits until all of it is over if told how long. @throws not_found */
  get: readProcedure
    .meta(namesBatch)
    .input(awaitedSchema)
    .query(({ ctx, input }) =>
      awaitBatch(ctx.core, ctx.events, ctx.userId, input.id, {
        seconds: input.wait_seconds,
        signal: AbortSignal.any([ctx.aborted, ctx.stopping]),
      }),
    ),

  /** The user's batches, newest first, a page at a time. @throws bad_input (cursor) */
  list: listProcedure
    .input(z.object(page).prefault({}))
    .query(({ ctx, input }) => listBatches(ctx.core, ctx.userId, input)),

  /** A batch's pictures by place, a page at a time. @throws not_found, bad_input (cursor) */
  pictures: listProcedure
    .meta(namesBatch)
    .input(batchPageSchema)
    .query(({ ctx, input }) => listBatchPictures(ctx.core, ctx.userId, input)),

  /** Orders what failed again, all of it or none. @throws not_found, insufficient_credits, key_cap_reached, rate_limited */
  retry: makeProcedure
    .meta(namesBatch)
    .input(one)
    .mutation(async ({ ctx, input }) => {
      await consumeRateLimit(ctx.core, 'generate', ctx.userId)
      return retryBatch(ctx.core, ctx.userId, input.id)
    }),

  /** Gives up what nobody has begun; those credits come back. @throws not_found */
  cancel: makeProcedure
    .meta(namesBatch)
    .input(one)
    .mutation(({ ctx, input }) => cancelBatch(ctx.core, ctx.userId, input.id)),

  /** The items that a CSV asks for, or every wrong line by its number; orders nothing. @throws rate_limited */
  readCsv: listProcedure.input(csvSchema).mutation(async ({ ctx, input }) => {
    await consumeRateLimit(ctx.core, 'estimate', ctx.userId)
    return readCsv(ctx.core, ctx.userId, input.csv)
  }),

  /**
   * The batch as listings of a pack, its own unless another is named: how many pictures can be downloaded, and a line for each
   * that cannot, or that its shop does not take. @throws not_found, bad_input
   */
  listings: listProcedure
    .meta(namesPack)
    .input(listingsSchema)
    .query(({ ctx, input }) => checkListings(ctx.core, ctx.userId, input)),

  /** In process only: those listings as a zip stream, for `GET /api/batches/{id}/listings.zip`. @throws not_found, bad_input, rate_limited */
  archiveListings: readProcedure
    .meta({ isInProcess: true })
    .input(listingsSchema)
    .query(async ({ ctx, input }) => {
      await consumeRateLimit(ctx.core, 'export', ctx.userId)
      ctx.holdOpen()
      return archiveListings({ context: ctx.core, events: ctx.events }, ctx.userId, input)
    }),

  /** In process only: what is done as a zip stream, for `GET /api/batches/{id}/zip`. @throws not_found */
  archive: readProcedure
    .meta({ isInProcess: true })
    .input(one)
    .query(({ ctx, input }) => {
      ctx.holdOpen()
      return archiveBatch({ context: ctx.core, events: ctx.events }, ctx.userId, input.id)
    }),

  /** In process only: the batch as a CSV stream, for `GET /api/batches/{id}/csv`. @throws not_found */
  csv: readProcedure
    .meta({ isInProcess: true })
    .input(one)
    .query(({ ctx, input }) => {
      ctx.holdOpen()
      return batchCsv(ctx.core, ctx.userId, input.id)
    }),
})

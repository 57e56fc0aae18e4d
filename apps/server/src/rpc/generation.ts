import { quoteSchema } from '@printroom/contract/quotes'
import { awaitedSchema, generationSchema, idSchema, outcomeSchema } from '@printroom/contract/schemas'
import { activeGenerations, recentOrders } from '@printroom/core/domain/generation/active'
import { cancelGeneration } from '@printroom/core/domain/generation/cancel'
import { awaitOrder, awaitOutcome } from '@printroom/core/domain/generation/outcome'
import { currentPace } from '@printroom/core/domain/generation/pace'
import { dryRunOrder, quoteOrders } from '@printroom/core/domain/generation/quote'
import { requestGeneration } from '@printroom/core/domain/generation/request'
import { watchGenerations } from '@printroom/core/domain/generation/watch'
import { AppError } from '@printroom/core/errors'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { listProcedure } from './in-turn.ts'
import { refusalOfInput } from '../http/error-reply.ts'
import { assertNoDryRun, assertOwn } from './owner.ts'
import { makeProcedure, readProcedure, router } from './trpc.ts'

const namesOrder = { ids: { user_id: 'user', design_id: 'design', original_mockup_id: 'mockup' } } as const

/** An order as it would be read if it were sent, or its refusal. */
function readOrder(userId: string, sent: unknown) {
  const read = generationSchema.safeParse(sent)
  if (!read.success) return refusalOfInput(read.error)
  return read.data.user_id !== undefined && read.data.user_id !== userId ? new AppError('forbidden') : read.data
}

export const generationRouter = router({
  /**
   * Makes one mockup for one credit and waits for it, at most GENERATION_WAIT_SECONDS or the fewer `wait_seconds` that the
   * order names; after that the answer names the generation, and the mockup appears when it is done. A client that goes away loses nothing; of a server that stops, it
   * hears the same as after the wait. Where the picture would be to the pixel one that is there or on its way, that is
   * the answer, `already_made`, and nothing is charged.
   * @throws not_found, not_available, insufficient_credits, key_cap_reached, idempotency_conflict, generation_failed, rate_limited
   */
  request: makeProcedure
    .meta(namesOrder)
    .input(generationSchema)
    .mutation(async ({ ctx, input }) => {
      assertOwn(ctx.userId, input.user_id)
      assertNoDryRun(input)
      await consumeRateLimit(ctx.core, 'generate', ctx.userId)
      const id = await requestGeneration(ctx.core, ctx.userId, input)
      return awaitOutcome(ctx.core, ctx.events, ctx.userId, id, {
        seconds: input.wait_seconds,
        signal: AbortSignal.any([ctx.aborted, ctx.stopping]),
      })
    }),

  /**
   * What up to 20 orders would cost if they were sent now, one after the other, and how each would be refused; orders
   * nothing. @throws rate_limited
   */
  quote: listProcedure.input(quoteSchema).query(async ({ ctx, input }) => {
    await consumeRateLimit(ctx.core, 'estimate', ctx.userId)
    const orders = input.orders.map((order) => readOrder(ctx.userId, order))
    return quoteOrders(ctx.core, ctx.userId, orders)
  }),

  /** The quote of an order, refused as the order would be; orders nothing, and leaves its key unused. @throws as `request` */
  dryRun: readProcedure
    .meta(namesOrder)
    .input(generationSchema)
    .mutation(async ({ ctx, input }) => {
      assertOwn(ctx.userId, input.user_id)
      await consumeRateLimit(ctx.core, 'estimate', ctx.userId)
      return dryRunOrder(ctx.core, ctx.userId, input)
    }),

  /** The mockup of an order, or how far it is; waits for it if told how long. @throws not_found, generation_failed */
  get: readProcedure
    .meta({ ids: { id: 'generation' } })
    .input(awaitedSchema)
    .query(({ ctx, input }) =>
      awaitOutcome(ctx.core, ctx.events, ctx.userId, input.id, {
        seconds: input.wait_seconds,
        signal: AbortSignal.any([ctx.aborted, ctx.stopping]),
      }),
    ),

  /**
   * Waits once more for what was ordered under an idempotency key, and orders nothing: for who was away meanwhile.
   * @throws not_found, generation_failed
   */
  outcome: readProcedure.input(outcomeSchema).query(({ ctx, input }) =>
    awaitOrder(ctx.core, ctx.events, ctx.userId, input.idempotency_key, {
      seconds: input.wait_seconds,
      signal: AbortSignal.any([ctx.aborted, ctx.stopping]),
    }),
  ),

  /** What the user has ordered within the last minute, or waits for still, newest first. */
  recent: listProcedure.query(({ ctx }) => recentOrders(ctx.core, ctx.userId)),

  /** Gives up an order that nobody has begun; its credit comes back. @throws not_found, already_begun */
  cancel: makeProcedure
    .meta({ ids: { id: 'generation' } })
    .input(z.object({ id: idSchema }))
    .mutation(async ({ ctx, input }) => {
      await cancelGeneration(ctx.core, ctx.userId, input.id)
      return { success: true }
    }),

  /** The user's generations that are under way, with progress (percent) and place in line. */
  active: listProcedure.query(({ ctx }) => activeGenerations(ctx.core, ctx.userId)),

  /** How fast pictures are made at present. */
  pace: readProcedure.query(({ ctx }) => currentPace(ctx.core)),

  /** The same as a stream, over server-sent events: the list now, and again whenever it changes. */
  watch: readProcedure.subscription(({ ctx, signal }) => watchGenerations(ctx.core, ctx.events, ctx.userId, signal)),
})

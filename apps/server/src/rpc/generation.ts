import { generationSchema, idSchema } from '@printroom/contract/schemas'
import { activeGenerations } from '@printroom/core/generation/active'
import { cancelGeneration } from '@printroom/core/generation/cancel'
import { awaitOutcome } from '@printroom/core/generation/outcome'
import { requestGeneration } from '@printroom/core/generation/request'
import { watchGenerations } from '@printroom/core/generation/watch'
import { takeTurn } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { assertOwn } from './owner.ts'
import { router, userProcedure } from './trpc.ts'

export const generationRouter = router({
  /**
   * Makes one mockup for one credit and waits for it, at most GENERATION_WAIT_SECONDS; after that the answer names the
   * generation, and the mockup appears when it is done. A client that goes away loses nothing.
   * @throws not_found, not_available, insufficient_credits, idempotency_conflict, generation_failed, rate_limited
   */
  request: userProcedure.meta({ ids: { user_id: 'user', design_id: 'design', original_mockup_id: 'mockup' } }).input(generationSchema).mutation(async ({ ctx, input }) => {
    assertOwn(ctx.userId, input.user_id)
    await takeTurn(ctx.core, 'generate', ctx.userId)
    const id = await requestGeneration(ctx.core, ctx.userId, input)
    return awaitOutcome(ctx.core, ctx.events, ctx.userId, id, ctx.gone)
  }),

  /** Gives up an order that nobody has begun; its credit comes back. @throws not_found, already_begun */
  cancel: userProcedure.meta({ ids: { id: 'generation' } }).input(z.object({ id: idSchema })).mutation(async ({ ctx, input }) => {
    await cancelGeneration(ctx.core, ctx.userId, input.id)
    return { success: true }
  }),

  /** The user's generations that are under way, with progress (percent) and place in line. */
  active: userProcedure.query(({ ctx }) => activeGenerations(ctx.core, ctx.userId)),

  /** The same as a stream, over server-sent events: the list now, and again whenever it changes. */
  watch: userProcedure.subscription(({ ctx, signal }) => watchGenerations(ctx.core, ctx.events, ctx.userId, signal)),
})

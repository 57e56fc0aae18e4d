import { deliveriesSchema, endpointChangeSchema, newEndpointSchema } from '@printroom/contract/webhooks'
import { idSchema } from '@printroom/contract/schemas'
import { listDeliveries, replayDelivery, replayFailed, testEndpoint } from '@printroom/core/domain/webhooks/deliveries'
import {
  createEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
} from '@printroom/core/domain/webhooks/endpoints'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { listProcedure } from './in-turn.ts'
import { changeProcedure, readProcedure, router } from './trpc.ts'

const namesEndpoint = { ids: { id: 'endpoint' } } as const
const namesDelivery = { ids: { id: 'delivery' } } as const
const one = z.object({ id: idSchema })

/** Each of these has us call an address that somebody chose. */
const callingProcedure = changeProcedure.use(async ({ ctx, next }) => {
  await consumeRateLimit(ctx.core, 'webhook', ctx.userId)
  return next()
})

export const webhookRouter = router({
  /** The user's endpoints, the oldest first. */
  list: readProcedure.query(({ ctx }) => listEndpoints(ctx.core, ctx.userId)),

  /** Adds an endpoint and tells its secret this once. @throws bad_input, rate_limited */
  create: callingProcedure
    .input(newEndpointSchema)
    .mutation(({ ctx, input }) => createEndpoint(ctx.core, ctx.userId, input)),

  /** Changes address or events, or switches it on or off. @throws not_found, bad_input, rate_limited */
  update: callingProcedure
    .meta(namesEndpoint)
    .input(endpointChangeSchema)
    .mutation(({ ctx, input }) => updateEndpoint(ctx.core, ctx.userId, input)),

  /** @throws not_found */
  remove: changeProcedure
    .meta(namesEndpoint)
    .input(one)
    .mutation(async ({ ctx, input }) => {
      await removeEndpoint(ctx.core, ctx.userId, input.id)
      return { success: true }
    }),

  /** Makes a new secret and tells it this once; the one before works for a day more. @throws not_found */
  rotateSecret: changeProcedure
    .meta(namesEndpoint)
    .input(one)
    .mutation(({ ctx, input }) => rotateSecret(ctx.core, ctx.userId, input.id)),

  /** Sends a test message and waits up to 15 s for what is answered. @throws not_found, rate_limited */
  test: callingProcedure
    .meta(namesEndpoint)
    .input(one)
    .mutation(({ ctx, input, signal }) =>
      testEndpoint({ context: ctx.core, events: ctx.events }, ctx.userId, input.id, signal),
    ),

  /** An endpoint's messages with their tries, newest first, a page at a time. @throws not_found, bad_input (cursor) */
  deliveries: listProcedure
    .meta(namesEndpoint)
    .input(deliveriesSchema)
    .query(({ ctx, input }) => listDeliveries(ctx.core, ctx.userId, input)),

  /** Sends a message again. @throws not_found, bad_input (its endpoint is off), rate_limited */
  replay: callingProcedure
    .meta(namesDelivery)
    .input(one)
    .mutation(({ ctx, input }) => replayDelivery(ctx.core, ctx.userId, input.id)),

  /** Sends again what failed of an endpoint, the latest 400. @throws not_found, bad_input (it is off), rate_limited */
  replayFailed: callingProcedure
    .meta(namesEndpoint)
    .input(one)
    .mutation(async ({ ctx, input }) => ({ sent: await replayFailed(ctx.core, ctx.userId, input.id) })),
})

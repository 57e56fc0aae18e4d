import { cancelSchema, checkoutIdSchema, checkoutSchema, portalSchema } from '@printroom/contract/schemas'
import { cancelSubscription, resumeSubscription } from '@printroom/core/domain/billing/cancel'
import { createCheckout } from '@printroom/core/domain/billing/checkout'
import { createPortal } from '@printroom/core/domain/billing/portal'
import { watchBilling } from '@printroom/core/domain/billing/watch'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { assertOwn } from './owner.ts'
import { personProcedure, readProcedure, router } from './trpc.ts'

/** Every call below makes several of its own to Stripe: they are counted apart. */
const billingProcedure = personProcedure.use(async ({ ctx, next }) => {
  await consumeRateLimit(ctx.core, 'billing', ctx.userId)
  return next()
})

const namesUser = { ids: { userId: 'user' } } as const

export const billingRouter = router({
  /** Where to pay for a plan or a top-up. @throws already_subscribed, payment_due, not_configured, payments_unreachable */
  checkout: billingProcedure
    .meta(namesUser)
    .input(checkoutSchema)
    .mutation(({ ctx, input }) => {
      assertOwn(ctx.userId, input.userId)
      return createCheckout(ctx.core, ctx.userId, input.plan, ctx.origin)
    }),

  /** Where to see invoices and change card and plan. @throws not_configured (`setup_required`), payments_unreachable */
  portal: billingProcedure
    .meta(namesUser)
    .input(portalSchema)
    .mutation(({ ctx, input }) => {
      assertOwn(ctx.userId, input.userId)
      return createPortal(ctx.core, ctx.userId, ctx.origin)
    }),

  /** Ends the plan with the period that is paid. @throws no_subscription, not_configured, payments_unreachable */
  cancel: billingProcedure
    .meta(namesUser)
    .input(cancelSchema)
    .mutation(async ({ ctx, input }) => {
      assertOwn(ctx.userId, input.userId)
      await cancelSubscription(ctx.core, ctx.userId, input.reason || undefined)
      return { success: true }
    }),

  /** Takes a cancellation back. @throws no_subscription, not_configured, payments_unreachable */
  resume: billingProcedure
    .meta(namesUser)
    .input(portalSchema)
    .mutation(async ({ ctx, input }) => {
      assertOwn(ctx.userId, input.userId)
      await resumeSubscription(ctx.core, ctx.userId)
      return { success: true }
    }),

  /** The account as a stream of server-sent events; with a checkout's id, until its credits are there. */
  watch: readProcedure
    .input(z.object({ session_id: checkoutIdSchema.optional() }))
    .subscription(({ ctx, input, signal }) => watchBilling(ctx.core, ctx.events, ctx.userId, input.session_id, signal)),
})

import { AppError } from '@printroom/core/errors'
import { TRPCError, initTRPC, type TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { bodyOf } from '../http/error-reply.ts'
import type { RequestContext } from '../http/gate.ts'

/** tRPC's names for the statuses of the error table. */
const NAMES: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

const t = initTRPC.context<RequestContext>().create({
  isDev: false, // no stacks on the wire
  errorFormatter({ shape, error, ctx }) {
    const { status, body } = bodyOf(error, ctx?.requestId ?? 'unknown')
    return { ...shape, message: body.error, data: { ...shape.data, httpStatus: status, app: { ...body, status } } }
  },
})

export const router = t.router
export const createCallerFactory = t.createCallerFactory

/** Gives tRPC the status that the error table has for a refusal. */
const procedure = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok || !(result.error.cause instanceof AppError)) return result
  const { cause } = result.error
  throw new TRPCError({ code: NAMES[cause.status] ?? 'INTERNAL_SERVER_ERROR', message: cause.message, cause })
})

/** Anybody may call it. */
export const publicProcedure = procedure

/**
 * Needs somebody signed in, by a session or an API key; `ctx.userId` is who. A key that may only read changes nothing.
 * @throws AppError unauthorized, forbidden
 */
export const userProcedure = procedure.use(({ ctx, type, next }) => {
  if (!ctx.session) throw new AppError('unauthorized')
  if (ctx.session.access === 'read' && type === 'mutation') throw new AppError('forbidden', { error: 'This API key may only read.' })
  return next({ ctx: { ...ctx, session: ctx.session, userId: ctx.session.userId } })
})

/** Needs the person's own session: what concerns the account itself is not for API keys. @throws AppError unauthorized, forbidden */
export const personProcedure = procedure.use(({ ctx, next }) => {
  if (!ctx.session) throw new AppError('unauthorized')
  if (ctx.session.access !== 'session') throw new AppError('forbidden', { error: 'An API key cannot do this. Sign in instead.' })
  return next({ ctx: { ...ctx, session: ctx.session, userId: ctx.session.userId } })
})

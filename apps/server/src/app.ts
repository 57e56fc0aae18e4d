import { BATCH_MAX_CALLS } from '@printroom/contract/limits'
import { createLucia } from '@printroom/core/domain/auth/lucia'
import type { Context } from '@printroom/core/context'
import { AppError } from '@printroom/core/errors'
import { createRequestLog } from '@printroom/core/domain/requests/record'
import type { Events } from '@printroom/core/domain/generation/events'
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type RouteOptions,
} from 'fastify'
import { appRouter, type AppRouter } from './app-router.ts'
import { registerDocs } from './docs/register.ts'
import { baseHeaders, registerHeaders } from './http/headers.ts'
import {
  closeAfterEarlyAnswers,
  connectionOptions,
  cutLateArrivalsOnClose,
  cutSlowRequests,
  timeoutsFor,
  type Timeouts,
} from './http/connections.ts'
import { bodyOf, isFault, logFault } from './http/error-reply.ts'
import { createRequestContextOf, openingStream } from './http/request-context.ts'
import { registerHealth } from './http/health.ts'
import { registerOperators } from './http/operators.ts'
import { registerOriginGuard } from './http/origin.ts'
import { registerOwnMachineGuard } from './http/own-machine.ts'
import { createShutdown, type Shutdown } from './http/shutdown.ts'
import { noteFailure, noteKeyRequests, shownPath } from './http/key-requests.ts'
import { registerSharePage } from './http/share-page.ts'
import { registerWeb } from './http/web.ts'
import { registerMcp } from './mcp/register.ts'
import { assertCalls } from './rpc/calls.ts'
import { registerReplicateWebhook } from './webhooks/replicate.ts'
import { registerStripeWebhook } from './webhooks/stripe.ts'
import { registerRest } from './rest/register.ts'

/**
 * `onRoute` is told of every path there is, as it is registered; `timeouts` are others than the server's own. Without a
 * `shutdown` the server never drains.
 */
export type App = {
  context: Context
  events: Events
  logger: FastifyBaseLogger
  shutdown?: Shutdown
  onRoute?: (route: RouteOptions) => void
  timeouts?: Partial<Timeouts>
}

/** How much of a path the log shows. */
const PATH_SHOWN_CHARS = 300
const showRequest = ({ method, url }: { method: string; url: string }) => ({
  method,
  path: shownPath(String(url), PATH_SHOWN_CHARS),
})

/** The HTTP server: health, tRPC at /api/trpc, REST at /api, and the browser client everywhere else. */
export async function createApp({
  context,
  events,
  logger,
  shutdown = createShutdown(),
  onRoute,
  ...given
}: App): Promise<FastifyInstance> {
  const timeouts = { ...timeoutsFor(context.env.GENERATION_WAIT_SECONDS), ...given.timeouts }
  const headers = baseHeaders(context)
  const app = Fastify({
    ...connectionOptions(timeouts),
    loggerInstance: logger.child({}, { serializers: { req: showRequest } }),
    logController: new LogController({ disableRequestLogging: context.env.NODE_ENV === 'test' }),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 5000 }, // tRPC names every procedure of a batch in one path segment
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a request that came is answered, also on a kept connection in the last moment
    trustProxy: context.env.TRUSTED_PROXIES ?? false,
    // What the router refuses before any hook runs: a path that is none.
    frameworkErrors(error, request, reply: FastifyReply) {
      const { status, body } = bodyOf(error, request.id)
      return reply
        .headers({ ...headers, 'x-request-id': request.id })
        .status(status)
        .send(body)
    },
  })
  if (onRoute) app.addHook('onRoute', onRoute)
  const requests = createRequestLog(context)
  const contextOf = createRequestContextOf(
    context,
    events,
    createLucia(context.db, context.env.isProduction),
    shutdown.ended,
    noteKeyRequests(requests),
  )
  app.addHook('onClose', () => requests.close()) // after the last answer

  registerHeaders(app, headers, shutdown)
  closeAfterEarlyAnswers(app, timeouts)
  cutSlowRequests(app, timeouts)
  cutLateArrivalsOnClose(app, timeouts)
  if (context.env.verification === 'off') registerOwnMachineGuard(app)
  registerOriginGuard(app, context.env.PUBLIC_URL)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const answer = bodyOf(error, request.id)
    const { status, body, retryAfter } = answer
    noteFailure(request, body.code)
    if (isFault(answer)) logFault(request.log, error, request.id)
    if (error.code === 'FST_STATIC_FORBIDDEN_PATH') return reply.callNotFound()
    if (retryAfter) void reply.header('retry-after', retryAfter)
    // Whatever was being sent, and might be kept: this is not it.
    return reply.removeHeader('content-disposition').header('cache-control', 'no-store').status(status).send(body)
  })

  registerHealth(app, context, shutdown)
  registerOperators(app, context)
  await app.register(fastifyTRPCPlugin, {
    prefix: '/api/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: BATCH_MAX_CALLS,
      async createContext({ req, res, info }) {
        const request = await contextOf(req, res, info.calls.length)
        await assertCalls(request, info)
        return info.type === 'subscription' ? openingStream(request) : request
      },
      responseMeta({ ctx, errors }) {
        const refusal = ctx?.refusal ?? errors.map(({ cause }) => cause).find((cause) => cause instanceof AppError)
        const wait = refusal?.details.retryAfterSeconds
        return {
          ...(ctx?.refusal && { status: ctx.refusal.status }),
          ...(wait && { headers: { 'retry-after': String(wait) } }),
        }
      },
      onError({ error, ctx, req }) {
        const answer = bodyOf(error, '')
        noteFailure(req, answer.body.code)
        if (isFault(answer)) logFault(logger, error, ctx?.requestId ?? 'unknown')
      },
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>)
  await registerRest(app, contextOf, timeouts)
  registerMcp(app, contextOf, context.env.PUBLIC_URL)
  await registerStripeWebhook(app, context)
  await registerReplicateWebhook(app, context)
  registerSharePage(app, context)
  registerDocs(app, context.env)
  await registerWeb(app, context.env)
  return app
}

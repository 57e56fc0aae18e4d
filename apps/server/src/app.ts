import { createLucia } from '@printroom/core/auth/lucia'
import type { Context } from '@printroom/core/context'
import type { Events } from '@printroom/core/generation/listener'
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type RouteOptions } from 'fastify'
import { appRouter, type AppRouter } from './app-router.ts'
import { bodyOf, logFault } from './http/error-reply.ts'
import { createGate } from './http/gate.ts'
import { registerHealth } from './http/health.ts'
import { registerHeaders } from './http/headers.ts'
import { registerOperators } from './http/operators.ts'
import { registerOriginGuard } from './http/origin.ts'
import { registerWeb } from './http/web.ts'
import { assertCalls } from './rpc/calls.ts'
import { registerReplicateWebhook } from './webhooks/replicate.ts'
import { registerStripeWebhook } from './webhooks/stripe.ts'
import { registerRest } from './rest/register.ts'

/** `onRoute` is told of every path there is, as it is registered. */
export type App = { context: Context; events: Events; logger: FastifyBaseLogger; onRoute?: (route: RouteOptions) => void }

/** The HTTP server: health, tRPC at /api/trpc, REST at /api, and the browser client everywhere else. */
export async function createApp({ context, events, logger, onRoute }: App): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger.child({}, { serializers: { req: ({ method, url }) => ({ method, path: String(url).split('?')[0] }) } }),
    logController: new LogController({ disableRequestLogging: context.env.NODE_ENV === 'test' }),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 5000 }, // tRPC names every procedure of a batch in one path segment
    forceCloseConnections: 'idle',
    trustProxy: context.env.TRUSTED_PROXIES ?? false,
  })
  if (onRoute) app.addHook('onRoute', onRoute)
  const gate = createGate(context, events, createLucia(context.db, context.env.isProduction))

  registerHeaders(app, context)
  registerOriginGuard(app, context.env.PUBLIC_URL)
  app.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfter } = bodyOf(error, request.id)
    if (status >= 500) logFault(request.log, error, request.id)
    if (retryAfter) void reply.header('retry-after', retryAfter)
    return reply.status(status).send(body)
  })

  registerHealth(app, context)
  registerOperators(app, context)
  await app.register(fastifyTRPCPlugin, {
    prefix: '/api/trpc',
    trpcOptions: {
      router: appRouter,
      async createContext({ req, res, info }) {
        const request = await gate(req, res)
        await assertCalls(request, info)
        return request
      },
      onError({ error, ctx }) {
        if (bodyOf(error, '').status >= 500) logFault(logger, error, ctx?.requestId ?? 'unknown')
      },
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>)
  await registerRest(app, gate)
  await registerStripeWebhook(app, context)
  await registerReplicateWebhook(app, context)
  await registerWeb(app, context.env.WEB_DIST)
  return app
}

import { createMcpHandler } from '@modelcontextprotocol/server'
import { AppError } from '@printroom/core/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logFault } from '../http/error-reply.ts'
import { assertOwnOrigin } from '../http/origin.ts'
import type { RequestContext, RequestContextOf } from '../http/request-context.ts'
import { createMcpServer } from './server.ts'

const KEY_NEEDED =
  'This needs an API key that is valid. Make one on the account page and send it as Authorization: Bearer prk_…'
/** The headers that the protocol reads. */
const OF_THE_PROTOCOL = /^(accept|content-type|mcp-[a-z-]{1,40})$/

/**
 * MCP over streamable HTTP at /mcp, without sessions: every request is served by itself, by any process, as whoever its key
 * speaks for. Nothing of a body is read before that is known. A body is bound as every other is; a design that is larger goes
 * another way. Nothing stays open: the tools never change, so that a subscription is over at once.
 */
export function registerMcp(app: FastifyInstance, contextOf: RequestContextOf, publicUrl: string | undefined): void {
  const contexts = new WeakMap<FastifyRequest, RequestContext>()
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    async onRequest(request, reply) {
      assertOwnOrigin(request, publicUrl)
      const context = await contextOf(request, reply)
      // A cookie is a browser's, and no page speaks for an agent.
      if (!context.session || !request.headers.authorization) {
        void reply.header('www-authenticate', 'Bearer realm="Printroom"')
        throw new AppError('unauthorized', { error: KEY_NEEDED })
      }
      contexts.set(request, context)
    },
    async handler(request, reply) {
      const context = contexts.get(request)
      if (!context) throw new AppError('unauthorized', { error: KEY_NEEDED })
      return answer(request, reply, context)
    },
  })
}

async function answer(request: FastifyRequest, reply: FastifyReply, context: RequestContext): Promise<FastifyReply> {
  const { body } = request
  // Calls of a list would be counted as one.
  if (Array.isArray(body)) throw new AppError('bad_input', { error: 'Send one message a request.' })
  const log = (error: unknown) => logFault(request.log, error, request.id)
  const handler = createMcpHandler(() => createMcpServer(context, log), {
    onerror: (error) => request.log.debug(error),
  })
  const asked = new Request(new URL(request.url, context.origin), {
    method: request.method,
    headers: Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && OF_THE_PROTOCOL.test(name) ? [[name, value] as [string, string]] : [],
    ),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([context.aborted, context.stopping]),
  })
  return reply.send(await handler.fetch(asked, { parsedBody: body }))
}

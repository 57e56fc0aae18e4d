import { type FastifyInstance, fastify } from 'fastify'
import { registerGoogle } from './google/plugin.ts'
import type { Outbox } from './mail/outbox.ts'
import { outboxPage } from './mail/page.ts'
import { page } from './page.ts'
import { registerReplicate } from './replicate/routes.ts'
import { registerStripe, type StripeOptions } from './stripe/plugin.ts'
import { registerUploadThing } from './uploadthing/routes.ts'

/** The stand-ins, each below the path that its real client is pointed at. */
export function createApp(options: { stripe?: StripeOptions; outbox?: Outbox } = {}): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true })
  void registerStripe(app, options.stripe)
  void app.register(registerGoogle)
  app.get('/healthz', () => ({ ok: true }))
  app.get('/', (_request, reply) => reply.type('text/html').send(page()))
  registerReplicate(app)
  registerUploadThing(app)

  app.get('/outbox', (_request, reply) => reply.type('text/html').send(outboxPage(options.outbox?.mails() ?? [])))

  // A client that asks for what its stand-in does not know must fail as it would against the provider.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? request.url
    if (path.startsWith('/v1/')) {
      const message = `Unrecognized request URL (${request.method}: ${path}). The Printroom sandbox does not know it.`
      return reply.code(404).send({ error: { type: 'invalid_request_error', message } })
    }
    if (path.startsWith('/replicate/v1/')) {
      const detail = `The Printroom sandbox does not know ${request.method} ${path}.`
      return reply.code(404).type('application/problem+json').send({ detail, status: 404 })
    }
    return reply.code(404).type('text/plain').send(`The Printroom sandbox has nothing at ${path}.\n`)
  })
  return app
}

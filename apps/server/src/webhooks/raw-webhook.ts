import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The largest that a provider has to say of one of its objects is far below this. */
const BODY_LIMIT_BYTES = 1024 * 1024

/** One value of a header, or undefined where it is missing or was sent twice. */
export type HeaderOf = (name: string) => string | undefined

/**
 * POST of a webhook: the handler gets the bytes as they came, because the signature is over them. No session and no
 * origin: the signature is the proof, and an error of the handler's is answered as everywhere else.
 */
export async function registerWebhook(
  app: FastifyInstance,
  url: string,
  take: (body: Buffer, header: HeaderOf) => Promise<void>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(url, async ({ body, headers }: FastifyRequest) => {
      const header: HeaderOf = (name) => (typeof headers[name] === 'string' ? headers[name] : undefined)
      await take(Buffer.isBuffer(body) ? body : Buffer.alloc(0), header)
      return { received: true }
    })
  })
}

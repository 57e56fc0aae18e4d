import type { Context } from '@printroom/core/context'
import { takePredictionWebhook } from '@printroom/core/generation/prediction-webhook'
import { replicateClientOf } from '@printroom/core/ports/engine-choice'
import type { FastifyInstance } from 'fastify'

/** A prediction carries its input and output, which are addresses and words: far below this. */
const BODY_LIMIT_BYTES = 1024 * 1024

/** POST /api/webhooks/replicate: the bytes as they came, because the signature is over them. No session: the signature is the proof. */
export async function registerReplicateWebhook(app: FastifyInstance, context: Context): Promise<void> {
  if (context.env.engine !== 'replicate') return
  let secret: Promise<string> | undefined
  const secretOf = () =>
    (secret ??= context.env.REPLICATE_WEBHOOK_SECRET
      ? Promise.resolve(context.env.REPLICATE_WEBHOOK_SECRET)
      : replicateClientOf(context.env).webhooks.default.secret.get().then(({ key }) => key)
    ).catch((error: unknown) => {
      secret = undefined // asked again with the next webhook
      throw error
    })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body))
    scope.route({
      method: 'POST',
      url: '/api/webhooks/replicate',
      async handler({ body, headers }) {
        const one = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
        const signed = { id: one('webhook-id'), timestamp: one('webhook-timestamp'), signature: one('webhook-signature') }
        await takePredictionWebhook(context, await secretOf(), signed, Buffer.isBuffer(body) ? body : Buffer.alloc(0))
        return { received: true }
      },
    })
  })
}

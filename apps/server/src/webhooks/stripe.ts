import { takeWebhook } from '@printroom/core/billing/webhook'
import type { Context } from '@printroom/core/context'
import type { FastifyInstance } from 'fastify'

/** Stripe's events are small; its largest invoice is far below this. */
const BODY_LIMIT_BYTES = 1024 * 1024

/** POST /api/stripe/webhook: the bytes as they came, because the signature is over them. No session, no origin: the signature is the proof. */
export async function registerStripeWebhook(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body))
    scope.route({
      method: 'POST',
      url: '/api/stripe/webhook',
      async handler({ body, headers }) {
        const signature = headers['stripe-signature']
        await takeWebhook(context, Buffer.isBuffer(body) ? body : Buffer.alloc(0), typeof signature === 'string' ? signature : undefined)
        return { received: true }
      },
    })
  })
}

import type { Context } from '@printroom/core/context'
import { takePredictionWebhook } from '@printroom/core/domain/generation/prediction-webhook'
import { replicateClientOf } from '@printroom/core/adapters/engine/replicate-client'
import type { FastifyInstance } from 'fastify'
import { registerWebhook } from './raw-webhook.ts'

/** POST /api/webhooks/replicate, where Replicate makes the pictures. */
export async function registerReplicateWebhook(app: FastifyInstance, context: Context): Promise<void> {
  if (context.env.engine !== 'replicate') return
  let secret: Promise<string> | undefined
  const secretOf = () =>
    (secret ??= context.env.REPLICATE_WEBHOOK_SECRET
      ? Promise.resolve(context.env.REPLICATE_WEBHOOK_SECRET)
      : replicateClientOf(context.env)
          .webhooks.default.secret.get()
          .then(({ key }) => key)).catch((error: unknown) => {
      secret = undefined // asked again with the next webhook
      throw error
    })
  await registerWebhook(app, '/api/webhooks/replicate', async (body, header) => {
    const signed = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
    }
    await takePredictionWebhook(context, await secretOf(), signed, body)
  })
}

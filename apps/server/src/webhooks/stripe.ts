import { takeWebhook } from '@printroom/core/domain/billing/webhook'
import type { Context } from '@printroom/core/context'
import type { FastifyInstance } from 'fastify'
import { registerWebhook } from './raw-webhook.ts'

/** POST /api/stripe/webhook */
export const registerStripeWebhook = (app: FastifyInstance, context: Context): Promise<void> =>
  registerWebhook(app, '/api/stripe/webhook', (body, header) => takeWebhook(context, body, header('stripe-signature')))

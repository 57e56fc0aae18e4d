import type { FastifyInstance } from 'fastify'
import { registerApi } from './api.ts'
import { createLife } from './life.ts'
import { registerPages } from './pages.ts'
import { openStore } from './state.ts'
import { createWebhooks, type Endpoint } from './webhooks.ts'

export type StripeOptions = {
  /** Where the state is kept; none: in memory alone. */
  file?: string
  /** Who is told of events; none: nobody. */
  endpoint?: Endpoint
  /** The first pause before an event is sent again, in milliseconds. */
  retryMs?: number
}

/** The stand-in of Stripe: its API at /v1, its hosted pages at /stripe. */
export async function registerStripe(
  app: FastifyInstance,
  { file, endpoint, retryMs }: StripeOptions = {},
): Promise<void> {
  await app.register(async (scope) => {
    const store = openStore(file)
    const webhooks = createWebhooks(store, endpoint, retryMs)
    const life = createLife(store, webhooks)
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('onClose', async () => webhooks.close())
    registerApi(scope, store, life)
    registerPages(scope, life, webhooks)
  })
}

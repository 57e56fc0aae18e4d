import { AppError } from '@printroom/core/errors'
import { isLoopback } from '@printroom/core/exposure'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Called by other machines, whose signature is the proof. */
const WEBHOOKS = new Set(['/api/stripe/webhook', '/api/webhooks/replicate'])

/**
 * A page of another site may not act in a person's name, on any path but a webhook's. Browsers say where a request comes
 * from; a client that says nothing is no browser and holds no one's cookies.
 */
export function registerOriginGuard(app: FastifyInstance, publicUrl: string | undefined): void {
  const ours = publicUrl && new URL(publicUrl).host
  app.addHook('onRequest', async (request) => {
    if (!SAFE.has(request.method) && !WEBHOOKS.has(request.routeOptions.url ?? '')) assertSameOrigin(request, ours)
  })
}

/**
 * Where a browser says where it comes from, that has to be our own address, or this machine where we have none: the `Host`
 * proves nothing, since a name may have been pointed here since the page was loaded. @throws AppError cross_site
 */
export function assertOwnOrigin({ headers }: FastifyRequest, publicUrl: string | undefined): void {
  if (headers.origin === undefined) return
  const origin = URL.canParse(headers.origin) ? new URL(headers.origin) : null
  if (!origin || !(publicUrl ? origin.host === new URL(publicUrl).host : isLoopback(origin.hostname)))
    throw new AppError('cross_site')
}

function assertSameOrigin({ headers, host }: FastifyRequest, ours: string | undefined): void {
  const site = headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') throw new AppError('cross_site')
  if (!headers.origin) return
  const origin = URL.canParse(headers.origin) ? new URL(headers.origin).host : null
  if (!origin || (origin !== host && origin !== ours)) throw new AppError('cross_site')
}

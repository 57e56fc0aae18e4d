import type { GoogleWire } from '@printroom/contract/wire'
import type { Context } from '@printroom/core/context'
import type { FastifyInstance } from 'fastify'
import type { Shutdown } from './shutdown.ts'

/**
 * Inline styles are React's `style` attribute; scripts are ours alone, and Google's popup where it is configured. The
 * preview's loops are WebAssembly that the page assembles itself: that may be compiled, strings may not. It reads a file that was never uploaded by its blob's address.
 */
function pagePolicy(google: GoogleWire): string {
  const isFirebase = google?.kind === 'firebase'
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${isFirebase ? ' https://apis.google.com' : ''}`,
    `connect-src 'self' blob:${isFirebase ? ' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com' : ''}`,
    ...(isFirebase ? [`frame-src https://${google.authDomain}`] : []),
    "img-src 'self' blob: data:",
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 3600

/**
 * Headers that every answer bears. Files of users get a stricter policy where they are served, and what a cache may keep
 * says so there: whatever a route does not say it of is kept by none, by whichever spelling of its path it was reached.
 */
export function baseHeaders({ env: { isProduction }, google }: Context): Record<string, string> {
  const secure: Record<string, string> = isProduction
    ? { 'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
    : {}
  return {
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(google?.project.browser ?? null),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...secure,
  }
}

export function registerHeaders(app: FastifyInstance, headers: Record<string, string>, shutdown: Shutdown): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ ...headers, 'x-request-id': request.id })
    if (shutdown.isDraining()) void reply.header('connection', 'close') // the next one leads to a server that stays
  })
}

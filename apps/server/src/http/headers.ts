import type { GoogleWire } from '@printroom/contract/wire'
import type { Context } from '@printroom/core/context'
import type { FastifyInstance } from 'fastify'

/**
 * Inline styles are React's `style` attribute; scripts are ours alone, and Google's popup where it is configured. The
 * preview's loops are WebAssembly that the page assembles itself: that may be compiled, strings may not.
 */
function pagePolicy(google: GoogleWire): string {
  const isFirebase = google?.kind === 'firebase'
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${isFirebase ? ' https://apis.google.com' : ''}`,
    ...(isFirebase
      ? [
          "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
          `frame-src https://${google.authDomain}`,
        ]
      : []),
    "img-src 'self' blob: data:",
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 3600

/** Headers that every answer bears; files of users get a stricter policy where they are served. */
export function registerHeaders(app: FastifyInstance, { env: { isProduction }, google }: Context): void {
  const policy = pagePolicy(google?.project.browser ?? null)
  const secure = isProduction ? { 'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` } : {}
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-request-id': request.id,
      ...secure,
    })
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
  })
}

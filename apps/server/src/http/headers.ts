import type { FastifyInstance } from 'fastify'

/**
 * Inline styles are React's `style` attribute; scripts are ours alone. The preview's loops are WebAssembly that the
 * page assembles itself: that may be compiled, strings may not.
 */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' blob: data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers that every answer bears; files of users get a stricter policy where they are served. */
export function registerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-request-id': request.id,
    })
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
  })
}

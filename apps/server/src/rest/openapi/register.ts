import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { buildDocument } from './document.ts'

type Built = { etag: string; plain: Buffer; packed: Buffer }
let built: Built | undefined

/** Once a process, when it is first asked for. */
function document(): Built {
  if (built) return built
  const plain = Buffer.from(JSON.stringify(buildDocument()))
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return (built = { etag, plain, packed: gzipSync(plain) })
}

/** `GET /api/openapi.json`: what there is to call, for programs that read it. */
export function registerDocument(app: FastifyInstance): void {
  app.get('/api/openapi.json', (request, reply) => {
    const { etag, plain, packed } = document()
    void reply.headers({ etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.status(304).send()
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isPacked) void reply.header('content-encoding', 'gzip')
    return reply.type('application/json; charset=utf-8').send(isPacked ? packed : plain)
  })
}

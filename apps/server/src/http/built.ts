import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is the same for everybody and made once: its bytes, plain and packed, and the tag that tells one from the next. */
export type Built = { type: string; etag: string; plain: Buffer; packed: Buffer }

export function build(type: string, text: string): Built {
  const plain = Buffer.from(text)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type, etag, plain, packed: gzipSync(plain) }
}

/** Sends it, or 304 to whoever has it. @param cacheControl how long it may be kept */
export function sendBuilt(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, packed }: Built,
  cacheControl: string,
): FastifyReply {
  void reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
  if (headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.status(304).send()
  const isPacked = /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(headers['accept-encoding'] ?? '')
  if (isPacked) void reply.header('content-encoding', 'gzip')
  return reply.type(type).send(isPacked ? packed : plain)
}

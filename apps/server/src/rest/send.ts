import type { Readable } from 'node:stream'
import type { OpenFile } from '@printroom/core/domain/files/open-file'
import type { FastifyReply } from 'fastify'

/** What a user uploaded is shown, never run. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

export const ZIP = 'application/zip'
export const CSV = 'text/csv; charset=utf-8'

/** What is made while it is sent; whoever goes away ends it. */
export function sendStream(reply: FastifyReply, stream: Readable, type: string, name: string): FastifyReply {
  reply.raw.once('close', () => stream.destroy())
  return reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`).send(stream)
}

/** A file never changes under its id: its owner's browser may keep it, nobody in between may. */
export function sendFile(
  reply: FastifyReply,
  file: OpenFile,
  isDownload: boolean,
  // What is saved is named as the seller has set it by then.
  cacheControl = isDownload ? 'private, no-store' : 'private, max-age=31536000, immutable',
): FastifyReply {
  const name = encodeURIComponent(file.filename).replaceAll("'", '%27')
  return reply
    .headers({
      'content-type': file.contentType,
      'content-length': file.size,
      'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
      'content-security-policy': FILE_POLICY,
      'cache-control': cacheControl,
    })
    .send(file.stream)
}

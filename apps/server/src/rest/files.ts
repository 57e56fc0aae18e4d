import type { Readable } from 'node:stream'
import type { OpenFile } from '@printroom/core/domain/files/open-file'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { appRouter } from '../app-router.ts'
import { ROBOTS } from '../http/share-page.ts'
import type { RequestContextOf } from '../http/request-context.ts'
import { callWith } from './call.ts'

/** What a user uploaded is shown, never run. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

const ZIP = 'application/zip'
const CSV = 'text/csv; charset=utf-8'

const PARTS = ['file', 'thumbnail'] as const

/** Streams: pictures to their owner, and the zip. */
export function registerFiles(app: FastifyInstance, contextOf: RequestContextOf): void {
  for (const part of PARTS) {
    app.get<{ Params: { id: string }; Querystring: { download?: string; side?: string } }>(
      `/api/designs/:id/${part}`,
      async (request, reply) => {
        const caller = appRouter.createCaller(await contextOf(request, reply))
        const { side, download } = request.query
        return sendFile(reply, await caller.design.open({ id: request.params.id, part, side }), download !== undefined)
      },
    )
    app.get<{
      Params: { id: string }
      Querystring: { download?: string; preset?: string; format?: string; side?: string }
    }>(`/api/mockups/:id/${part}`, async (request, reply) => {
      const caller = appRouter.createCaller(await contextOf(request, reply))
      const { preset, format, side } = request.query
      if (part === 'file' && (preset ?? format) !== undefined)
        return sendFile(
          reply,
          await callWith(caller.mockup.present, { id: request.params.id, preset, format }),
          request.query.download !== undefined,
        )
      return sendFile(
        reply,
        await caller.mockup.open({ id: request.params.id, part, side }),
        request.query.download !== undefined,
      )
    })
  }

  app.get<{ Params: { token: string; place: string; part: string }; Querystring: { side?: string } }>(
    '/api/s/:token/:place/:part',
    async (request, reply) => {
      const caller = appRouter.createCaller(await contextOf(request, reply))
      const open = { ...request.params, isCard: request.query.side !== undefined }
      const file = await callWith(caller.share.open, open)
      // Kept for minutes and by the client's browser alone: a link that is taken back has to close.
      return sendFile(reply, file, false).headers({ 'cache-control': 'private, max-age=300', ...ROBOTS })
    },
  )

  app.get('/api/credits/statement.csv', async (request, reply) => {
    const caller = appRouter.createCaller(await contextOf(request, reply))
    return sendStream(reply, await caller.user.statementCsv(), CSV, 'printroom-credits.csv')
  })

  app.get<{ Params: { id: string } }>('/api/batches/:id/zip', async (request, reply) => {
    const caller = appRouter.createCaller(await contextOf(request, reply))
    return sendStream(reply, await caller.batch.archive(request.params), ZIP, 'batch.zip')
  })

  app.get<{ Params: { id: string }; Querystring: { pack_id?: string } }>(
    '/api/batches/:id/listings.zip',
    async (request, reply) => {
      const caller = appRouter.createCaller(await contextOf(request, reply))
      const { pack_id } = request.query
      const zip = await callWith(caller.batch.archiveListings, { ...request.params, pack_id })
      return sendStream(reply, zip, ZIP, 'listings.zip')
    },
  )

  app.get<{ Params: { id: string } }>('/api/batches/:id/csv', async (request, reply) => {
    const caller = appRouter.createCaller(await contextOf(request, reply))
    return sendStream(reply, await caller.batch.csv(request.params), CSV, 'batch.csv')
  })

  app.post('/api/mockups/download', async (request, reply) => {
    const caller = appRouter.createCaller(await contextOf(request, reply))
    return sendStream(reply, await callWith(caller.mockup.archive, request.body ?? {}), ZIP, 'mockups.zip')
  })

  app.get('/api/account/export', async (request, reply) => {
    const caller = appRouter.createCaller(await contextOf(request, reply))
    return sendStream(reply, await caller.account.export(), ZIP, 'printroom-account.zip')
  })
}

/** What is made while it is sent; whoever goes away ends it. */
function sendStream(reply: FastifyReply, stream: Readable, type: string, name: string): FastifyReply {
  reply.raw.once('close', () => stream.destroy())
  return reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`).send(stream)
}

/** A file never changes under its id: its owner's browser may keep it, nobody in between may. */
function sendFile(reply: FastifyReply, file: OpenFile, isDownload: boolean): FastifyReply {
  const name = encodeURIComponent(file.filename).replaceAll("'", '%27')
  return reply
    .headers({
      'content-type': file.contentType,
      'content-length': file.size,
      'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
      'content-security-policy': FILE_POLICY,
      // What is saved is named as the seller has set it by then.
      'cache-control': isDownload ? 'private, no-store' : 'private, max-age=31536000, immutable',
    })
    .send(file.stream)
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The one account: its key signs addresses and authorises calls, as the token that Printroom makes for it says. */
const API_KEY = 'sk_sandbox'
const LARGEST_FILE = 64 * 1024 * 1024

type StoredFile = {
  key: string
  customId: string | null
  name: string
  type: string
  bytes: Buffer
  uploadedAt: number
}

/** What goes wrong next, on demand: the answers to the coming `times` calls of a kind. `lost` keeps the file and answers as if it had not. */
type Fault = { on: 'put' | 'get' | 'delete'; times: number; kind: 'error' | 'lost' | 'slow' }

/** UploadThing's ingest, API and file host, with the files in memory: they are gone when the sandbox stops. */
export function registerUploadThing(app: FastifyInstance): void {
  void app.register(
    async (scope) => {
      await scope.register(multipart, { limits: { fileSize: LARGEST_FILE, files: 1 } })
      const files = new Map<string, StoredFile>()
      let faults: Fault[] = []
      const find = (id: string) => files.get(id) ?? [...files.values()].find(({ customId }) => customId === id)
      const faultOf = async (on: Fault['on']): Promise<Fault['kind'] | null> => {
        const fault = faults.find((one) => one.on === on && one.times > 0)
        if (!fault) return null
        fault.times--
        if (fault.kind === 'slow') await pause(1_000)
        return fault.kind
      }

      scope.put<{ Params: { key: string } }>('/ingest/:key', async (request, reply) => {
        const refusal = refusalOf(request)
        if (refusal) return reply.code(403).send({ error: refusal })
        const query = request.query as Record<string, string>
        const field = (name: string) => decodeURIComponent(query[`x-ut-${name}`] ?? '')
        const part = await request.file()
        const bytes = await part?.toBuffer()
        const fault = await faultOf('put')
        if (fault === 'error') return reply.code(503).send({ error: 'the sandbox was asked to fail' })
        if (!bytes || bytes.length !== Number(field('file-size')))
          return reply.code(400).send({ error: 'Invalid file size' })
        const customId = field('custom-id') || null
        if (customId && find(customId))
          return reply.code(409).send({ error: 'A file with this custom id exists already' })
        if (field('acl') !== 'private') return reply.code(400).send({ error: 'This account stores private files only' })
        const { key } = request.params
        files.set(key, {
          key,
          customId,
          name: field('file-name'),
          type: field('file-type'),
          bytes,
          uploadedAt: Date.now(),
        })
        if (fault === 'lost') return reply.code(502).send({ error: 'the sandbox lost its answer' })
        const ufsUrl = `${request.protocol}://${request.host}/uploadthing/a/sandbox/${key}`
        return { url: ufsUrl, appUrl: ufsUrl, ufsUrl, fileHash: '', serverData: null }
      })

      scope.get<{ Params: { app: string; key: string } }>('/a/:app/:key', async (request, reply) => {
        const refusal = refusalOf(request)
        if (refusal) return reply.code(403).send({ error: refusal })
        if (await faultOf('get')) return reply.code(503).send({ error: 'the sandbox was asked to fail' })
        const file = find(request.params.key)
        if (!file) return reply.code(404).send({ error: 'File not found' })
        return reply.header('content-length', file.bytes.length).type(file.type).send(file.bytes)
      })

      scope.post<{ Body: { fileKeys?: string[]; customIds?: string[] } }>('/v6/deleteFiles', async (request, reply) => {
        if (!isAuthorised(request)) return unauthorised(reply)
        if (await faultOf('delete')) return reply.code(503).send({ error: 'the sandbox was asked to fail' })
        const found = [...(request.body.fileKeys ?? []), ...(request.body.customIds ?? [])].flatMap(
          (id) => find(id) ?? [],
        )
        for (const { key } of found) files.delete(key)
        return { success: true, deletedCount: found.length }
      })

      scope.post<{ Body: { limit?: number; offset?: number } }>('/v6/listFiles', async (request, reply) => {
        if (!isAuthorised(request)) return unauthorised(reply)
        const { limit = 500, offset = 0 } = request.body
        const page = [...files.values()].slice(offset, offset + limit)
        const rows = page.map(({ key, customId, name, bytes, uploadedAt }) => ({
          id: key,
          customId,
          key,
          name,
          size: bytes.length,
          status: 'Uploaded',
          uploadedAt,
        }))
        return { hasMore: offset + limit < files.size, files: rows }
      })

      /** Not UploadThing's: lets a test or a developer say what goes wrong next. */
      scope.post<{ Body: Fault[] }>('/sandbox/faults', (request) => {
        faults = request.body
        return { faults }
      })
    },
    { prefix: '/uploadthing' },
  )
}

const isAuthorised = (request: FastifyRequest): boolean => request.headers['x-uploadthing-api-key'] === API_KEY

const unauthorised = (reply: FastifyReply) => reply.code(401).send({ error: 'Invalid API key' })

/** Why a signed address is refused, or null: HMAC-SHA256 of all of the address before its signature, and a time in ms. */
function refusalOf(request: FastifyRequest): string | null {
  const { expires, signature } = request.query as Record<string, string | undefined>
  if (!expires || !signature) return 'This file is private: the address must be signed'
  if (Number(expires) < Date.now()) return 'This address has expired'
  const [signed = ''] = `${request.protocol}://${request.headers.host}${request.url}`.split('&signature=')
  const expected = Buffer.from(`hmac-sha256=${createHmac('sha256', API_KEY).update(signed).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? null : 'The signature is wrong'
}

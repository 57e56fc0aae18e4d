import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pictureOf, type Behaviour } from './pictures.ts'

const WEBHOOK_SECRET = `whsec_${randomBytes(24).toString('base64')}`
const LARGEST_FILE = 100 * 1024 * 1024
/** From creation to the end, in ms. */
const LASTS: Partial<Record<Behaviour, number>> = { slow: 8_000, hang: Infinity }
const LASTS_USUALLY = 400
const STARTING_MS = 100
const WEBHOOK_TRIES = 3
const FILE_LIVES_MS = 24 * 60 * 60 * 1000

type Stored = {
  id: string
  model: string
  input: Record<string, unknown>
  createdAt: number
  behaviour: Behaviour
  canceledAt: number | null
  output: Promise<Buffer> | null
  /** How often its picture has been fetched. */
  deliveries: number
}
type Order = { input?: Record<string, unknown>; webhook?: string; webhook_events_filter?: string[] }

/** Replicate's predictions, files and webhooks, as its OpenAPI of 2026-03-05 has them, for image-editing models. */
export function registerReplicate(app: FastifyInstance): void {
  void app.register(
    async (scope) => {
      await scope.register(multipart, { limits: { fileSize: LARGEST_FILE, files: 1 } })
      // Cancelling is a POST that says JSON and sends nothing.
      scope.removeContentTypeParser('application/json')
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
        try {
          done(null, body ? JSON.parse(String(body)) : {})
        } catch {
          done(Object.assign(new Error('not JSON'), { statusCode: 400 }))
        }
      })
      const predictions = new Map<string, Stored>()
      const files = new Map<string, Buffer>()
      let coming: Behaviour[] = []
      const problem = (reply: FastifyReply, status: number, detail: string) =>
        reply.code(status).type('application/problem+json').send({ title: detail, detail, status })

      scope.addHook('onRequest', async (request, reply) => {
        // A finished picture is given to whoever bears the token, like the answers themselves.
        const isOpen = /\/(delivery\/files|sandbox)\//.test(request.url)
        if (!isOpen && !/^Bearer \S+$/.test(request.headers.authorization ?? ''))
          return problem(reply, 401, 'Unauthenticated: the API token is missing')
      })

      scope.post('/v1/files', async (request, reply) => {
        const part = await request.file()
        if (!part) return problem(reply, 400, 'Missing content')
        const id = randomUUID()
        const bytes = await part.toBuffer()
        files.set(id, bytes)
        const urls = { get: `${request.protocol}://${request.host}/replicate/delivery/files/${id}` }
        const checksums = { sha256: createHash('sha256').update(bytes).digest('hex') }
        const [created_at, expires_at] = [0, FILE_LIVES_MS].map((ms) => new Date(Date.now() + ms).toISOString())
        return reply.code(201).send({
          id,
          content_type: part.mimetype,
          size: bytes.length,
          checksums,
          metadata: {},
          created_at,
          expires_at,
          urls,
        })
      })

      scope.post<{ Params: { owner: string; name: string }; Body: Order }>(
        '/v1/models/:owner/:name/predictions',
        async (request, reply) => {
          const { input, webhook } = request.body
          if (!input) return problem(reply, 422, 'input is required')
          const behaviour = coming.shift() ?? 'good'
          if (behaviour === 'too-many')
            return problem(
              reply.header('retry-after', '1'),
              429,
              'Request was throttled. Expected available in 1 second.',
            )
          if (behaviour === 'fault') return problem(reply, 500, 'Internal server error')
          const reference = [input.image_input, input.input_image].flat().find((value) => typeof value === 'string')
          const bytes = files.get(String(reference).split('/').at(-1) ?? '')
          if (!bytes) return problem(reply, 422, 'The sandbox edits pictures that were uploaded to its /v1/files')
          const stored: Stored = {
            id: randomBytes(13).toString('hex'),
            model: `${request.params.owner}/${request.params.name}`,
            input,
            createdAt: Date.now(),
            behaviour,
            canceledAt: null,
            output: ['fail', 'nsfw', 'hang', 'no-picture'].includes(behaviour) ? null : pictureOf(bytes, behaviour),
            deliveries: 0,
          }
          predictions.set(stored.id, stored)
          const base = `${request.protocol}://${request.host}/replicate`
          if (webhook && behaviour !== 'hang')
            void sendWebhook(webhook, () => shown(stored, base), LASTS[behaviour] ?? LASTS_USUALLY)
          return reply.code(201).send(shown(stored, base))
        },
      )

      scope.get<{ Params: { id: string } }>('/v1/predictions/:id', (request, reply) => {
        const stored = predictions.get(request.params.id)
        if (!stored) return problem(reply, 404, 'The requested resource could not be found.')
        return shown(stored, `${request.protocol}://${request.host}/replicate`)
      })

      scope.post<{ Params: { id: string } }>('/v1/predictions/:id/cancel', (request, reply) => {
        const stored = predictions.get(request.params.id)
        if (!stored) return problem(reply, 404, 'The requested resource could not be found.')
        if (statusOf(stored) === 'starting' || statusOf(stored) === 'processing') stored.canceledAt = Date.now()
        return shown(stored, `${request.protocol}://${request.host}/replicate`)
      })

      scope.get('/v1/webhooks/default/secret', () => ({ key: WEBHOOK_SECRET }))

      scope.get<{ Params: { id: string } }>('/delivery/:id/out.jpg', async (request, reply) => {
        const stored = predictions.get(request.params.id)
        const picture = await stored?.output
        if (!stored || !picture) return reply.code(404).send()
        stored.deliveries++
        return reply.type('image/jpeg').send(picture)
      })

      /** Not Replicate's: what the coming predictions do, and what there has been. */
      scope.post<{ Body: Behaviour[] }>('/sandbox/next', (request) => {
        coming = request.body
        return { coming }
      })
      scope.get('/sandbox/predictions', () =>
        [...predictions.values()].map((stored) => ({
          id: stored.id,
          model: stored.model,
          input: stored.input,
          status: statusOf(stored),
          deliveries: stored.deliveries,
        })),
      )
    },
    { prefix: '/replicate' },
  )
}

function statusOf({
  behaviour,
  createdAt,
  canceledAt,
}: Stored): 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' {
  if (canceledAt !== null) return 'canceled'
  const age = Date.now() - createdAt
  if (age < STARTING_MS) return 'starting'
  if (age < (LASTS[behaviour] ?? LASTS_USUALLY)) return 'processing'
  return behaviour === 'fail' || behaviour === 'nsfw' ? 'failed' : 'succeeded'
}

const ERRORS: Partial<Record<Behaviour, string>> = {
  fail: 'Prediction interrupted; please retry (code: PA)',
  nsfw: 'The input or output was flagged as sensitive. Please try again with different inputs. (E005)',
}

function shown(stored: Stored, base: string): object {
  const { id, model, input, createdAt, behaviour } = stored
  const status = statusOf(stored)
  const lasted = (LASTS[behaviour] ?? LASTS_USUALLY) / 1000
  const hasEnded = status === 'succeeded' || status === 'failed'
  return {
    id,
    model,
    version: 'hidden',
    input,
    logs: '',
    output: status === 'succeeded' && stored.output ? `${base}/delivery/${id}/out.jpg` : null,
    error: status === 'failed' ? ERRORS[behaviour] : null,
    status,
    source: 'api',
    data_removed: false,
    created_at: new Date(createdAt).toISOString(),
    ...(status === 'starting' ? {} : { started_at: new Date(createdAt + STARTING_MS).toISOString() }),
    ...(hasEnded ? { completed_at: new Date(createdAt + lasted * 1000).toISOString() } : {}),
    metrics: hasEnded ? { predict_time: lasted, total_time: lasted } : {},
    urls: {
      web: `${base}/p/${id}`,
      get: `${base}/v1/predictions/${id}`,
      cancel: `${base}/v1/predictions/${id}/cancel`,
    },
  }
}

/** Signed as Standard Webhooks are; repeated a few times under one id while nobody takes it. */
async function sendWebhook(address: string, body: () => object, afterMs: number): Promise<void> {
  const id = `msg_${randomBytes(12).toString('hex')}`
  for (let tried = 0; tried < WEBHOOK_TRIES; tried++) {
    await pause(afterMs, undefined, { ref: false })
    const payload = JSON.stringify(body())
    const timestamp = String(Math.floor(Date.now() / 1000))
    const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
    const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    }
    const response = await fetch(address, { method: 'POST', headers, body: payload }).catch(() => null)
    if (response?.ok) return
  }
}

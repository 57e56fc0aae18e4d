import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BatchWire } from '@printroom/contract/batches'
import type { DeliveryWire, EndpointWithSecretWire } from '@printroom/contract/webhooks'
import { startReceiver } from '@printroom/config/src/webhook-receiver.ts'
import { createTestDatabase } from '@printroom/db/testing/database'
import sharp from 'sharp'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, it, vi } from 'vitest'
import { Client } from './harness.ts'
import { startProcess } from './processes.ts'

const { url: database } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'printroom-webhooks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const env = { NODE_ENV: 'test', DATABASE_URL: database, DATA_DIR: folder, PORT: '0', WORKER_CONCURRENCY: '1' }
const [server] = await Promise.all([startProcess('server', env), startProcess('worker', env)])
const maya = await new Client(server).register('maya@example.com')
const { url, received, answer } = await startReceiver()

const types = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

it(
  'what a seller’s servers are told, from the order to the signed message, by a server and a worker',
  { timeout: 240_000 },
  async () => {
    const added = await maya.fetch('/api/webhook-endpoints', {
      json: { url, events: ['mockup.completed', 'batch.completed', 'credits.low'] },
    })
    expect(added.status).toBe(200)
    const { id, secret } = await added.json<EndpointWithSecretWire>()
    expect(JSON.stringify(await (await maya.fetch('/api/webhook-endpoints')).json())).not.toContain('whsec_')

    const tested = await maya.fetch(`/api/webhook-endpoints/${id}/test`, { method: 'POST' })
    expect(await tested.json()).toMatchObject({
      type: 'webhook.test',
      status: 'delivered',
      attempts: [{ status: 200, answer: 'thanks' }],
    })
    answer.status = 418
    const refused = await maya.fetch(`/api/webhook-endpoints/${id}/test`, { method: 'POST' })
    expect(await refused.json()).toMatchObject({ status: 'failed', attempts: [{ status: 418 }], next_attempt_at: null })
    answer.status = 200
    received.length = 0

    const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
      .png()
      .toBuffer()
    const design = await (await maya.upload(png)).json()
    const scene = { style: 'studio-product', background: 'off-white' }
    const ordered = await maya.fetch('/api/batches', {
      json: {
        designIds: [design.id],
        products: [{ product: 'mug', colours: ['mug-white', 'mug-black'], scenes: [scene] }],
      },
    })
    const batch = await ordered.json<BatchWire>()
    await vi.waitFor(
      () => expect(types().toSorted()).toEqual(['batch.completed', 'mockup.completed', 'mockup.completed']),
      {
        timeout: 120_000,
        interval: 100,
      },
    )
    for (const { body, headers } of received)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        data: expect.anything(),
      })
    const over = received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'batch.completed')
    expect(over.data.batch).toMatchObject({ id: batch.id, counts: { done: 2 } })

    const log = await (await maya.fetch(`/api/webhook-endpoints/${id}/deliveries`)).json<DeliveryWire[]>()
    expect(log.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered', 'failed', 'delivered'])
    received.length = 0
    const again = await maya.fetch(`/api/webhook-deliveries/${log[0]!.id}/replay`, { method: 'POST' })
    expect(again.status).toBe(200)
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000, interval: 100 })
    expect(received[0]!.headers['webhook-id']).toBe(log[0]!.event_id)
  },
)

import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { cancelBatch } from '../src/domain/batches/cancel.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { retryBatch } from '../src/domain/batches/retry.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { announceBatch } from '../src/domain/webhooks/batch.ts'
import { deliver } from '../src/domain/webhooks/deliver.ts'
import { listDeliveries } from '../src/domain/webhooks/deliveries.ts'
import { createEndpoint, removeEndpoint, updateEndpoint } from '../src/domain/webhooks/endpoints.ts'
import { createSeller } from './fixture.ts'
import {
  batch,
  broken,
  context,
  db,
  eventsOf,
  jobOf,
  lookAtBatches,
  makeAll,
  message,
  order,
  post,
  received,
  seller,
  url,
  waiting,
} from './webhook-seller.ts'

describe('a message', () => {
  it('tells of a finished picture, signed so that the Standard Webhooks library takes it', async () => {
    const { user, endpoint, design } = await seller()
    const { id, eventId } = await message(user, design)
    expect(await jobOf(id)).toBeDefined()
    await deliver(context, id, post)
    const { headers, body } = received[0]!
    const told = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)
    const mockup = await db.mockup.findFirstOrThrow({ where: { userId: user } })
    expect(told).toMatchObject({
      type: 'mockup.completed',
      data: { generation_id: mockup.generationId, batch_id: null, mockup: { id: mockup.id, colour: 'mug-white' } },
    })
    expect(headers['webhook-id']).toBe(eventId)
    expect(headers['content-type']).toBe('application/json')
    expect(() => new Webhook(endpoint.secret).verify(`${body} `, headers as Record<string, string>)).toThrow(
      'No matching signature',
    )
    const { items } = await listDeliveries(context, user, { id: endpoint.id, limit: 10 })
    expect(items).toMatchObject([
      {
        event_id: eventId,
        status: 'delivered',
        next_attempt_at: null,
        attempts: [{ status: 200, answer: 'thanks', error: null }],
      },
    ])
    await deliver(context, id, post)
    expect(received).toHaveLength(1)
  })

  it('tells of a picture that could not be made, and that its credit is back', async () => {
    const { user, design } = await seller()
    broken.add('mug-black')
    await order(user, design, 'mug-black')
    await makeAll(user)
    const [delivery] = await waiting(user)
    await deliver(context, delivery!.id, post)
    expect(JSON.parse(received[0]!.body)).toMatchObject({
      type: 'mockup.failed',
      data: {
        design_id: design,
        colour: 'mug-black',
        error: expect.stringContaining('Your credit is back'),
        credits_returned: 1,
      },
    })
  })

  it('goes to each endpoint that listens to its kind, and to nobody else', async () => {
    const { user, design } = await seller(50, ['mockup.failed'])
    const both = await createEndpoint(context, user, { url, events: ['mockup.completed', 'mockup.failed'] })
    const off = await createEndpoint(context, user, { url, events: ['mockup.completed'] })
    await updateEndpoint(context, user, { id: off.id, is_enabled: false })
    const stranger = await seller()
    await order(user, design)
    await makeAll(user)
    expect((await waiting(user)).map(({ endpointId }) => endpointId)).toEqual([both.id])
    expect(await waiting(stranger.user)).toEqual([])
  })

  it('says once, of the order that crosses it, that few credits are left', async () => {
    const { user, design } = await seller(6, ['credits.low'])
    await order(user, design, 'mug-white') // 5 left
    expect(await eventsOf(user)).toEqual([])
    await order(user, design, 'mug-black')
    await order(user, design, 'mug-navy')
    expect(await eventsOf(user)).toEqual(['credits.low'])
    const event = await db.webhookEvent.findFirstOrThrow({ where: { userId: user } })
    expect(event.payload).toMatchObject({ data: { credits: 4 } })
  })

  it('is not lost, and takes no picture along, when its endpoint is removed meanwhile', async () => {
    const { user, endpoint, design } = await seller()
    await order(user, design)
    await Promise.all([makeAll(user), removeEndpoint(context, user, endpoint.id)])
    expect(await db.mockup.count({ where: { userId: user } })).toBe(1)
    expect(await waiting(user)).toEqual([])
  })
})

describe('a batch', () => {
  it('is told to be over once, when its last picture has ended, however it ended', async () => {
    const { user, design } = await seller(50, ['batch.completed'])
    broken.add('mug-black')
    const { id } = await batch(user, [design], ['mug-white', 'mug-black', 'mug-navy'])
    expect(await lookAtBatches()).toBe(1) // ordered, and not over
    const queued = await db.generation.findMany({ where: { batchId: id }, orderBy: { batchPlace: 'asc' } })
    await renderGeneration(context, queued[0]!.id, true)
    await lookAtBatches()
    expect(await eventsOf(user)).toEqual([])
    await makeAll(user)
    await lookAtBatches()
    await announceBatch(context, id)
    expect(await eventsOf(user)).toEqual(['batch.completed'])
    const event = await db.webhookEvent.findFirstOrThrow({ where: { userId: user } })
    expect(event.payload).toMatchObject({ data: { batch: { id, counts: { done: 2, failed: 1 } }, failed: 1 } })

    broken.clear()
    await retryBatch(context, user, id)
    await makeAll(user)
    await lookAtBatches()
    expect(await eventsOf(user)).toEqual(['batch.completed', 'batch.completed'])
  })

  it('is over when what was left of it was given up, or had all been there', async () => {
    const { user, design } = await seller(50, ['batch.completed'])
    const first = await batch(user, [design], ['mug-white', 'mug-navy'])
    await cancelBatch(context, user, first.id)
    await lookAtBatches()
    expect(await eventsOf(user)).toEqual(['batch.completed'])
  })

  it('that waited for another order’s picture is over with it', async () => {
    const { user, design } = await seller(50, ['mockup.completed', 'batch.completed'])
    // The totes of a man and a woman are one picture here: the second order is answered with the first one's.
    const tote = {
      design_id: design,
      product: 'tote-bag',
      colour: 'black',
      model_style: 'lifestyle-casual',
      background: 'lifestyle-indoor',
      design_size: 'medium',
    } as const
    await requestGeneration(context, user, {
      ...tote,
      model_gender: 'man',
      debug: false,
      is_color_change: false,
    } as never)
    const { id } = await orderBatch(context, user, { items: [{ ...tote, model_gender: 'woman' }] })
    await lookAtBatches()
    expect(await eventsOf(user)).toEqual([])
    await makeAll(user)
    await lookAtBatches()
    expect((await eventsOf(user)).toSorted()).toEqual(['batch.completed', 'mockup.completed', 'mockup.completed'])
    const told = await db.webhookEvent.findMany({ where: { userId: user, type: 'mockup.completed' } })
    expect(
      told.map(({ payload }) => (payload as { data: { batch_id: string | null } }).data.batch_id).toSorted(),
    ).toEqual([id, null].toSorted())
  })
})

describe('an address', () => {
  const exposed = { ...context, env: { ...context.env, PUBLIC_URL: 'https://printroom.example.com' } }
  it.each([
    ['http://hooks.shop.com/', 'https:// addresses only'],
    ['https://hooks.shop.com:22/', 'port 443 or 8443'],
    ['https://127.0.0.1/', 'not on the public internet'],
    ['https://2130706433/', 'not on the public internet'],
    ['https://[::1]/', 'not on the public internet'],
    ['https://localhost/', 'not on the public internet'],
    ['https://printer/', 'not on the public internet'],
    ['https://db.internal./', 'not on the public internet'],
  ])(
    'that nothing could be sent to is refused with a sentence where others reach the product: %s',
    async (address, sentence) => {
      const user = await createSeller(db)
      await expect(
        createEndpoint(exposed, user, { url: new URL(address).href, events: ['mockup.completed'] }),
      ).rejects.toThrow(sentence)
      expect(await db.webhookEndpoint.count({ where: { userId: user } })).toBe(0)
    },
  )

  it('is one of five at most, of however many are added at once', async () => {
    const user = await createSeller(db)
    const tries = Array.from({ length: 12 }, () =>
      createEndpoint(exposed, user, { url: 'https://hooks.shop.com/', events: ['mockup.completed'] }),
    )
    const settled = await Promise.allSettled(tries)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await db.webhookEndpoint.count({ where: { userId: user } })).toBe(5)
  })
})

import { createHmac, randomBytes } from 'node:crypto'
import type { GenerationRequest } from '@printroom/contract/schemas'
import { encodeJpeg } from '@printroom/imaging/encode'
import { originOf } from '@printroom/imaging/origin'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '../src/env.ts'
import { listenForGenerations } from '../src/adapters/events/listener.ts'
import { takePredictionWebhook } from '../src/domain/generation/prediction-webhook.ts'
import { editPromptOf } from '../src/domain/generation/prompt.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import type { Studio } from '../src/domain/generation/studio.ts'
import { IDENTITY } from '@printroom/imaging/fidelity/homography'
import type { Verdict } from '@printroom/imaging/fidelity/check'
import { createReplicateClient } from '../src/adapters/engine/replicate-client.ts'
import { createReplicateModel } from '../src/adapters/engine/replicate-model.ts'
import { createModelEngine } from '../src/domain/generation/model-engine.ts'
import { EDIT_MODELS } from '../src/adapters/engine/replicate-models.ts'
import { startSandbox } from './sandbox.ts'
import { books, createDesign, createSeller, createFixture } from './fixture.ts'

const sandbox = await startSandbox()
const side = 256
const reference = Buffer.from(
  await encodeJpeg(
    {
      width: side,
      height: side,
      data: Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7) % 251),
    },
    'studio',
  ),
)
/** What the guard says of the pictures to come; faithful when nothing else was said. */
const verdicts: Verdict[] = []
const verdict = (score: number, faults: Verdict['faults'] = []): Verdict => ({
  isFaithful: faults.length === 0,
  score,
  faults,
  measures: {} as Verdict['measures'],
  product: IDENTITY,
  print: IDENTITY,
})
const studio: Studio = {
  name: 'studio',
  canMake: () => true,
  identityOf: async () => null,
  make: async () => ({
    image: reference,
    thumbnail: Buffer.from('webp'),
    card: Buffer.from('card'),
    details: { shot: 'front' },
  }),
  export: async ({ picture }) => ({ file: picture, isComposed: false }),
  checkFidelity: async () => verdicts.shift() ?? verdict(98),
  overlayPrint: async () => ({ image: reference, thumbnail: Buffer.from('reprinted'), card: Buffer.from('card') }),
  recolour: async () => ({ image: reference, thumbnail: Buffer.from('recoloured'), card: Buffer.from('card') }),
  close: async () => {},
}
const parts = {
  client: createReplicateClient('r8_a-secret-token', `${sandbox}/replicate/v1`),
  model: EDIT_MODELS['google/nano-banana-2'],
  deadlineMs: 60_000,
  webhookUrl: null,
  onNews: () => () => {},
}
const files = new Map<string, Uint8Array>()
const { db, context, url } = await createFixture({
  engine: createModelEngine(studio, createReplicateModel(parts)),
  storage: { get: async () => Buffer.from('png'), put: async (key, bytes) => void files.set(key, bytes) },
})
const events = listenForGenerations(url, context.log)
afterAll(() => events.close())

const ask = async <T>(path: string, body?: unknown): Promise<T> => {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await (await fetch(`${sandbox}/replicate/sandbox${path}`, init)).json()) as T
}
const next = (...behaviours: string[]) => ask('/next', behaviours)
const predictions = () => ask<{ id: string; input: Record<string, unknown>; status: string }[]>('/predictions')

const settings = {
  product: 'mug',
  product_model: null,
  colour: 'mug-navy',
  model_style: 'studio-product',
  background: 'off-white',
  model_gender: null,
  design_size: 'medium',
} as const
async function order(more: Partial<GenerationRequest> = {}) {
  const user = await createSeller(db, { topup: 1 })
  const id = await requestGeneration(context, user, {
    design_id: await createDesign(db, user),
    ...settings,
    debug: true,
    ...more,
  })
  return { user, id, read: () => db.generation.findUniqueOrThrow({ where: { id }, include: { mockup: true } }) }
}

beforeEach(async () => {
  verdicts.length = 0
  await next()
})

describe('the replicate engine', () => {
  it('gives the model the studio’s picture and the order in words, and keeps a whole picture of its own', async () => {
    const { id, read } = await order()
    await renderGeneration(context, id, false)
    const { status, providerId, providerMicroUsd, mockup } = await read()
    expect(status).toBe('done')
    expect(providerMicroUsd).toBe(parts.model.pictureMicroUsd)
    const prediction = (await predictions()).find((one) => one.id === providerId)
    expect(prediction?.input).toMatchObject({
      prompt: editPromptOf(settings),
      aspect_ratio: '1:1',
      resolution: '2K',
      image_input: [expect.stringContaining('/files/')],
    })
    expect(JSON.stringify(prediction)).not.toContain('r8_a-secret-token')
    expect(JSON.parse(mockup?.debugInfo ?? '{}')).toMatchObject({
      prompt: editPromptOf(settings),
      mockupData: { engine: 'replicate', prediction: providerId, model: 'google/nano-banana-2', shot: 'front' },
    })
    const file = files.get(mockup?.fileKey ?? '') ?? new Uint8Array()
    expect([...file.subarray(0, 2)]).toEqual([0xff, 0xd8])
    expect(await originOf(file)).toBe('model')
  })

  it('keeps the prediction’s id before it waits, and a later attempt pays for no second one', async () => {
    await next('slow')
    const { id, read } = await order()
    const first = renderGeneration(context, id, false)
    await vi.waitFor(async () => expect((await read()).providerId).toBeTruthy(), { timeout: 20_000 })
    const { providerId } = await read()
    const before = (await predictions()).length
    await renderGeneration(context, id, false)
    await first
    expect(await read()).toMatchObject({ status: 'done', attempt: 2, providerId })
    expect((await predictions()).length).toBe(before)
    expect(await db.mockup.count({ where: { generationId: id } })).toBe(1)
  })

  it('tries a failed prediction again with a new one', async () => {
    await next('fail', 'good')
    const { id, read } = await order()
    await expect(renderGeneration(context, id, false)).rejects.toThrow('please retry (code: PA)')
    const { providerId } = await read()
    await renderGeneration(context, id, false)
    expect(await read()).toMatchObject({ status: 'done', attempt: 2 })
    expect((await read()).providerId).not.toBe(providerId)
  })

  it('says in a sentence that a design was refused as unsafe, at once, and gives the credit back', async () => {
    await next('nsfw')
    const { id, user, read } = await order()
    await renderGeneration(context, id, false)
    const { status, error, errorDetail } = await read()
    expect([status, error]).toEqual(['failed', expect.stringContaining('unsafe')])
    expect(errorDetail).toContain('E005')
    expect((await books(db, user)).balance.topup).toBe(1)
  })

  it('cancels a prediction that hangs, and says so to support staff', async () => {
    await next('hang')
    const { id, user, read } = await order()
    const hasty = {
      ...context,
      engine: createModelEngine(studio, createReplicateModel({ ...parts, deadlineMs: 1_500 })),
    }
    await renderGeneration(hasty, id, true)
    const { providerId, errorDetail } = await read()
    expect(errorDetail).toContain('was not done after')
    expect((await predictions()).find((one) => one.id === providerId)?.status).toBe('canceled')
    expect((await books(db, user)).balance.topup).toBe(1)
  })

  it('waits when the service says that there are too many, and takes a success without a picture for none', async () => {
    await next('too-many', 'too-many', 'good', 'no-picture')
    const { id, read } = await order()
    const startedAt = Date.now()
    await renderGeneration(context, id, false)
    expect((await read()).status).toBe('done')
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000)
    await expect(renderGeneration(context, (await order()).id, false)).rejects.toThrow('without a picture')
  })
})

describe('the guard, at the engine,', () => {
  const made = async (...said: Verdict[]) => {
    const before = await predictions()
    verdicts.push(...said)
    const { id, read } = await order()
    await renderGeneration(context, id, false)
    const { mockup, providerMicroUsd } = await read()
    const debug = JSON.parse(mockup?.debugInfo ?? '{}') as { mockupData: { fidelity: unknown; seedsTried: number } }
    return {
      fidelity: [mockup?.printFidelity, mockup?.printPath],
      debug,
      count: (await predictions()).length - before.length,
      microUsd: providerMicroUsd,
    }
  }

  it('delivers a faithful picture and says how faithful it is', async () => {
    const { fidelity, debug, count } = await made(verdict(97))
    expect([fidelity, count]).toEqual([[97, 'model'], 1])
    expect(debug.mockupData).toMatchObject({ fidelity: { score: 97, path: 'model' }, seedsTried: 1 })
  })

  it('tries other seeds when one is below the bar, at most two', async () => {
    const { fidelity, count, microUsd } = await made(verdict(40, ['structure']), verdict(95))
    expect([fidelity, count, microUsd]).toEqual([[95, 'another-seed'], 2, 2 * parts.model.pictureMicroUsd])
    const never = await made(
      verdict(40, ['structure']),
      verdict(50, ['structure']),
      verdict(45, ['structure']),
      verdict(93),
    )
    expect([never.fidelity, never.count]).toEqual([[93, 'reprinted'], 3])
  })

  it('delivers the studio’s picture, and says so, when nothing helps; a garment of another colour is not even mended', async () => {
    const bad = [1, 2, 3].map(() => verdict(40, ['structure']))
    expect((await made(...bad, verdict(60, ['detail']), verdict(100))).fidelity).toEqual([100, 'studio'])
    expect((await made(...[1, 2, 3].map(() => verdict(40, ['garment'])), verdict(99))).fidelity).toEqual([99, 'studio'])
  })

  it('goes on with the seeds where a worker that died left off: none is paid twice, and there are never more than three', async () => {
    verdicts.push(verdict(40, ['structure']))
    const { id, read } = await order()
    const before = (await predictions()).length
    const dies = {
      ...context,
      engine: createModelEngine(
        {
          ...studio,
          checkFidelity: async () =>
            verdicts.length > 0 ? studio.checkFidelity({} as never, reference) : Promise.reject(new Error('killed')),
        },
        createReplicateModel(parts),
      ),
    }
    await expect(renderGeneration(dies, id, false)).rejects.toThrow('killed')
    expect((await read()).providerIds).toHaveLength(2)

    verdicts.push(verdict(40, ['structure']), verdict(50, ['structure']), verdict(45, ['structure']), verdict(93))
    await renderGeneration(context, id, false)
    const { providerIds, mockup } = await read()
    const paid = (await predictions()).slice(before)
    expect(paid.map((one) => one.id)).toEqual(providerIds)
    expect(paid).toHaveLength(3)
    expect(mockup?.printPath).toBe('reprinted')
    expect(JSON.parse(mockup?.debugInfo ?? '{}').mockupData.seedsTried).toBe(3)
  })

  it('pays for three predictions that come to nothing and no more, then the credit is back', async () => {
    await next('fail', 'fail', 'fail', 'good', 'good')
    const { id, user, read } = await order()
    const before = (await predictions()).length
    for (let attempt = 1; attempt <= 3; attempt++)
      await expect(renderGeneration(context, id, false)).rejects.toThrow('please retry')
    await renderGeneration(context, id, true)
    expect(await read()).toMatchObject({ status: 'failed', errorDetail: expect.stringContaining('none of its seeds') })
    expect((await predictions()).length - before).toBe(3)
    expect((await books(db, user)).balance.topup).toBe(1)
  })

  it('mends the picture it has when a further seed comes to nothing', async () => {
    await next('good', 'fail')
    expect((await made(verdict(70, ['detail']), verdict(94))).fidelity).toEqual([94, 'reprinted'])
  })
})

describe('its webhook', () => {
  const key = randomBytes(24)
  const secret = `whsec_${key.toString('base64')}`
  const now = () => Math.floor(Date.now() / 1000)
  const signed = (body: string, timestamp = now(), by = key, id = `msg_${randomBytes(6).toString('hex')}`) => ({
    id,
    timestamp: String(timestamp),
    signature: `v1,${createHmac('sha256', by).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  })
  const take = (headers: ReturnType<typeof signed>, body: string) =>
    takePredictionWebhook(context, secret, headers, Buffer.from(body))

  it('is refused when it is forged, altered, old or from the future', async () => {
    const body = JSON.stringify({ id: 'p1' })
    await take(signed(body), body)
    const two = signed(body)
    await take({ ...two, signature: `v1,AAAA ${two.signature}` }, body)
    for (const [headers, given] of [
      [signed(body, now(), randomBytes(24)), body],
      [signed(body), body.replace('p1', 'p2')],
      [signed(body, now() - 301), body],
      [signed(body, now() + 310), body],
      [{ ...signed(body), signature: '' }, body],
      [{ ...signed(body), id: 'msg_2' }, body],
    ] as const)
      await expect(take(headers, given)).rejects.toMatchObject({ code: 'bad_input' })
  })

  it('wakes the one who waits, however often it comes, and moves nothing by itself', async () => {
    const { id, read } = await order()
    await db.generation.update({ where: { id }, data: { status: 'rendering', attempt: 1, providerId: `p-${id}` } })
    const heard = new Promise<void>((resolve) => events.subscribe((event) => event?.id === id && resolve()))
    const body = JSON.stringify({ id: `p-${id}`, status: 'succeeded', output: 'https://evil.example/x.jpg' })
    const before = await read()
    let news = 0
    const stop = events.subscribe((event) => void (event?.id === id && news++))
    const headers = signed(body)
    for (let count = 0; count < 3; count++) await take(headers, body)
    await heard
    expect(await db.providerWebhook.count({ where: { id: headers.id } })).toBe(1)
    await take(signed(body), body) // another one, so that all of the first have been heard
    await vi.waitFor(() => expect(news).toBe(2), { timeout: 60_000 })
    stop()
    expect(await read()).toEqual(before)
  })
})

describe('choosing an engine', () => {
  const choose = (more: Record<string, string>) => parseEnv({ NODE_ENV: 'test', DATABASE_URL: url, ...more }).engine
  it('is the studio unless there is a token or the options', () => {
    expect(choose({})).toBe('studio')
    expect(choose({ SANDBOX_URL: sandbox })).toBe('studio')
    expect(choose({ REPLICATE_API_TOKEN: 'r8_x' })).toBe('replicate')
    expect(choose({ REPLICATE_API_TOKEN: 'r8_x', ENGINE: 'studio' })).toBe('studio')
    expect(choose({ ENGINE: 'replicate', SANDBOX_URL: sandbox })).toBe('replicate')
    expect(() => choose({ ENGINE: 'replicate' })).toThrow('needs a token')
  })
})

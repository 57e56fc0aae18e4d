import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../src/app.ts'

/*
 * `replicate-contract.json` holds facts of Replicate's published API (OpenAPI of 2026-03-05): of each answer that
 * Printroom reads its fields with their kinds or values and those it always has; `metrics.predict_time` stands in its
 * prose. What the sandbox answers beyond it is no part of Replicate.
 */
type Facts = { required: string[]; fields: Record<string, string> }
const contract = JSON.parse(readFileSync(new URL('replicate-contract.json', import.meta.url), 'utf8')) as Record<
  'file' | 'prediction' | 'secret' | 'order',
  Facts
>

const app = createApp()
afterAll(() => app.close())
let [base, reference] = ['', '']
const send = async (path: string, body?: unknown, headers: Record<string, string> = { authorization: 'Bearer r8_x' }) =>
  fetch(
    base + path,
    body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
const answer = async (path: string, body?: unknown) =>
  (await send(path, body)).json() as Promise<
    Record<string, unknown> & { id: string; status: string; output: string | null; error: string | null }
  >
const next = (...behaviours: string[]) => send('/sandbox/next', behaviours)
const order = () => ({ input: { prompt: 'a mug', input_image: reference } })
const MODEL = '/v1/models/black-forest-labs/flux-kontext-pro/predictions'

beforeAll(async () => {
  base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/replicate`
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#264' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('content', new Blob([new Uint8Array(png)], { type: 'image/png' }))
  const created = await fetch(`${base}/v1/files`, {
    method: 'POST',
    headers: { authorization: 'Bearer r8_x' },
    body: form,
  })
  const file = (await created.json()) as { urls: { get: string } }
  expect([created.status, faults(file, contract.file)]).toEqual([201, []])
  reference = file.urls.get
})

/** Where an answer is not as the contract has it. */
function faults(value: object, { required, fields }: Facts, path = ''): string[] {
  const here = Object.entries(value).flatMap(([name, each]) => {
    const at = path ? `${path}.${name}` : name
    const kinds = fields[at]
    if (!kinds) return [`${at} is not theirs`]
    const kind =
      each === null ? 'null' : Array.isArray(each) ? 'array' : Number.isInteger(each) ? 'integer' : typeof each
    const isRight =
      kinds === 'any' ||
      kinds.split('|').some((known) => known === kind || known === each || (known === 'number' && kind === 'integer'))
    const isOurs = at === 'input' || at === 'metadata' || at === 'output'
    if (!isRight) return [`${at} is ${kind}, not ${kinds}`]
    return kind === 'object' && !isOurs ? faults(each as object, { required: [], fields }, at) : []
  })
  return [...here, ...required.filter((name) => !(name in value)).map((name) => `${name} is missing`)]
}

/** A prediction once it is in one of these states. */
const reached = (id: string, ...states: string[]) =>
  vi.waitFor(
    async () => {
      const prediction = await answer(`/v1/predictions/${id}`)
      expect(faults(prediction, contract.prediction)).toEqual([])
      expect(states).toContain(prediction.status)
      return prediction
    },
    { timeout: 60_000 },
  )

test('what Printroom sends, Replicate takes', () => {
  expect(
    Object.keys({ ...order(), webhook: '', webhook_events_filter: [] }).filter(
      (name) => !(name in contract.order.fields),
    ),
  ).toEqual([])
})

describe('what the sandbox answers, Replicate answers', () => {
  test.each([
    ['good', 'succeeded', null],
    ['garbled', 'succeeded', null],
    ['wrong-colour', 'succeeded', null],
    ['no-picture', 'succeeded', null],
    ['fail', 'failed', /retry/],
    ['nsfw', 'failed', /E005/],
  ] as const)('a prediction that is %s, from its beginning to its end', async (behaviour, status, error) => {
    await next(behaviour)
    const created = await send(MODEL, order())
    expect(created.status).toBe(201)
    const started = (await created.json()) as { id: string; status: string }
    expect(faults(started, contract.prediction)).toEqual([])
    expect(['starting', 'processing']).toContain(started.status)
    const done = await reached(started.id, 'succeeded', 'failed')
    expect(done.status).toBe(status)
    if (error) expect(done.error).toMatch(error)
    else expect(done.error).toBeNull()
    if (!done.output) return
    expect((await send(done.output.replace(base, ''), undefined, {})).status).toBe(401)
    expect(
      (await sharp(Buffer.from(await (await send(done.output.replace(base, ''))).arrayBuffer())).metadata()).format,
    ).toBe('jpeg')
  })

  test('one that is slow takes its time, and one that hangs goes on until it is cancelled', async () => {
    await next('slow', 'hang')
    const [slow, hanging] = [await answer(MODEL, order()), await answer(MODEL, order())]
    const done = await reached(slow.id, 'succeeded')
    expect(Date.parse(String(done.completed_at)) - Date.parse(String(done.created_at))).toBeGreaterThanOrEqual(8_000)
    await reached(hanging.id, 'processing')
    const cancelled = await answer(`/v1/predictions/${hanging.id}/cancel`, {})
    expect([cancelled.status, faults(cancelled, contract.prediction)]).toEqual(['canceled', []])
  })

  test('too many, no token, nothing there: each in its status, as a problem', async () => {
    await next('too-many')
    const throttled = await send(MODEL, order())
    expect([throttled.status, throttled.headers.get('retry-after'), throttled.headers.get('content-type')]).toEqual([
      429,
      '1',
      expect.stringContaining('problem+json'),
    ])
    expect((await send(MODEL, order(), {})).status).toBe(401)
    expect((await send('/v1/predictions/none')).status).toBe(404)
    expect((await send(MODEL, {})).status).toBe(422)
  })

  test('the webhook’s secret', async () => {
    expect(faults(await answer('/v1/webhooks/default/secret'), contract.secret)).toEqual([])
  })
})

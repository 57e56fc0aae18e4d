import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { pauseBefore, DEFAULT_RETRY } from '../src/retry.ts'
import { ConnectionError, RateLimitError, ServerError } from '../src/errors.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

type Answer = (request: IncomingMessage, response: ServerResponse) => void
/** A server that answers one call after the other, and the last way for ever; what it was asked. */
async function answering(...answers: Answer[]) {
  const asked: { line: string; key: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({
      line: `${request.method} ${request.url}`,
      key: request.headers['idempotency-key'] as string | undefined,
    })
    request.resume()
    request.on('end', () => answers[Math.min(asked.length, answers.length) - 1]!(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    asked,
    printroom: createClient({ url, apiKey: 'prk_1', retry: { firstMs: 1, longestMs: 2 } }),
    impatient: createClient({ url, apiKey: 'prk_1', timeoutMs: 50, retry: { retries: 0 } }),
  }
}
const says =
  (status: number, body: object, headers = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(JSON.stringify(body))
const drop: Answer = (request) => void request.socket.destroy()
const fault = says(500, { error: 'Oh.', code: 'internal' })
const busy = says(429, { error: 'Wait.', code: 'rate_limited' }, { 'retry-after': '0' })
const silence: Answer = () => undefined
const MUG = { design_id: 'd', product: 'mug', colour: 'c', model_style: 's', background: 'b' }

describe('a call', () => {
  it('is made again after faults, and an order under the same key', async () => {
    const { asked, printroom } = await answering(drop, fault, busy, says(202, { generation_id: 'g', status: 'queued' }))
    expect(await printroom.mockups.create(MUG)).toMatchObject({ generationId: 'g' })
    expect([asked.length, new Set(asked.map(({ key }) => key)).size]).toEqual([4, 1])
    expect(asked[0]?.key).toMatch(/^[\da-f]{32}$/)
  })

  it.each([
    [
      'an upload after a lost connection',
      drop,
      (printroom: ReturnType<typeof createClient>) => printroom.designs.upload(new Uint8Array(9)),
      ConnectionError,
    ],
    [
      'a mutation without a key after a fault',
      fault,
      (printroom: ReturnType<typeof createClient>) =>
        printroom.trpc.account.naming.query().then(() => printroom.trpc.design.admit.mutate()),
      ServerError,
    ],
  ])('is not made again where nobody knows what was done: %s', async (_name, answer, act, kind) => {
    const { asked, printroom } = await answering(
      ...(kind === ServerError ? [says(200, { result: { data: {} } })] : []),
      answer,
    )
    await expect(act(printroom)).rejects.toBeInstanceOf(kind)
    expect(asked).toHaveLength(kind === ServerError ? 2 : 1)
  })

  it('that was refused as too much is made again, whatever it does: nothing of it was done', async () => {
    const overloaded = says(503, { error: 'Later.', code: 'overloaded' }, { 'retry-after': '0' })
    const { asked, printroom } = await answering(overloaded, busy, overloaded, says(200, { id: 'd' }))
    expect(await printroom.designs.upload(new Uint8Array(9))).toMatchObject({ id: 'd' })
    expect(asked).toHaveLength(4)
  })

  it('is not made again after a refusal', async () => {
    const { asked, printroom } = await answering(
      says(402, { error: 'No.', code: 'insufficient_credits', needed: 3, available: 1 }),
    )
    await expect(printroom.mockups.create(MUG)).rejects.toMatchObject({
      name: 'InsufficientCreditsError',
      needed: 3,
      available: 1,
    })
    expect(asked).toHaveLength(1)
  })

  it('ends with its signal, and with the signal’s reason, while it waits for an answer or to be made again', async () => {
    for (const answer of [silence, says(429, { error: 'Wait.', code: 'rate_limited' }, { 'retry-after': '3600' })]) {
      const { asked, printroom } = await answering(answer)
      const stop = new AbortController()
      const call = printroom.account({ signal: stop.signal })
      const reason = new Error('enough')
      const ended = call.catch((error: unknown) => error)
      await expect.poll(() => asked.length).toBe(1)
      stop.abort(reason)
      expect(await ended).toBe(reason)
    }
  })

  it('is given up when nothing is heard for its time', async () => {
    const { printroom } = await answering(silence)
    const call = printroom.trpc.design.admit.mutate(undefined, { timeoutMs: 50 })
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', status: 0 })
  })

  it('is not given up while the server keeps a question that it was asked to keep', async () => {
    const told = says(200, { result: { data: { id: 'm' } } })
    const { asked, impatient } = await answering((request, response) => {
      if (!request.url?.includes('outcome')) return void response.writeHead(502).end()
      setTimeout(() => told(request, response), 200)
    })
    expect(await impatient.mockups.ordered('key').wait()).toEqual({ id: 'm' })
    expect(asked.filter(({ line }) => line.includes('outcome'))).toHaveLength(1)
  })

  it('goes on through the pages of a list', async () => {
    const { asked, printroom } = await answering(
      says(200, [{ id: '1' }, { id: '2' }], { 'x-next-cursor': 'c&2' }),
      says(200, [{ id: '3' }]),
    )
    const ids = []
    for await (const { id } of printroom.designs.list({ limit: 2 })) ids.push(id)
    expect([ids, asked.map(({ line }) => line)]).toEqual([
      ['1', '2', '3'],
      ['GET /api/designs?limit=2', 'GET /api/designs?cursor=c%262&limit=2'],
    ])
  })
})

it('waits as long as the server says, and otherwise ever longer, at random', () => {
  const limited = new RateLimitError('Wait.', { status: 429, retryAfter: 30 })
  const broken = new ServerError('Oh.', { status: 500 })
  for (const attempt of [1, 2, 3, 4, 5]) {
    const ms = pauseBefore(limited, attempt, false, DEFAULT_RETRY)!
    expect(ms).toBeGreaterThanOrEqual(30_000)
    expect(pauseBefore(broken, attempt, true, DEFAULT_RETRY)).toBeLessThanOrEqual(250 * 2 ** (attempt - 1))
  }
  const pauses = Array.from({ length: 50 }, () => pauseBefore(broken, 5, true, DEFAULT_RETRY)!)
  expect(new Set(pauses).size).toBeGreaterThan(40)
  expect(pauseBefore(broken, 1, false, DEFAULT_RETRY)).toBeUndefined()
  expect(pauseBefore(broken, 6, true, DEFAULT_RETRY)).toBeUndefined()
})

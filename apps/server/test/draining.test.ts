import { expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const leaving = await openTestServer({ GENERATION_WAIT_SECONDS: '600' })

it('a server that drains says so where a load balancer asks, answers everybody, and keeps no connection', async () => {
  const seller = await new Client(testServer).register('steady@example.com')
  await testServer.context.db.workerHeartbeat.create({ data: { workerId: 'somewhere', host: 'else', pid: 1 } })
  expect((await seller.fetch('/readyz')).status).toBe(200)
  testServer.shutdown.drain()
  const ready = await seller.fetch('/readyz')
  expect([ready.status, await ready.json<object>()]).toEqual([
    503,
    { status: 'draining', database: true, worker: true },
  ])
  const user = await seller.fetch('/api/user')
  expect([user.status, user.headers.get('connection')]).toEqual([200, 'close'])
})

it(
  'a server that stops ends its event streams so that browsers connect again, tells waiting orders so, and goes',
  { timeout: 60_000 },
  async () => {
    const seller = await new Client(leaving).register('faithful@example.com')
    // No worker: an order waits for as long as the server lets it.
    const design = await leaving.context.db.design.create({
      data: {
        userId: seller.userId,
        filename: 'sun.png',
        fileKey: 'design-sun.png',
        thumbnailKey: 'design-sun.webp',
        width: 10,
        height: 10,
        fileSize: 100,
      },
    })
    const { body } = await seller.fetch('/api/trpc/generation.watch', { headers: { accept: 'text/event-stream' } })
    const stream = body!.pipeThrough(new TextDecoderStream()).getReader()
    let words = ''
    const hear = async (wanted: string) => {
      while (!words.includes(wanted)) words += (await stream.read()).value
    }
    const order = seller.fetch('/api/generate-mockup', {
      json: {
        design_id: design.id,
        product: 'mug',
        colour: 'mug-black',
        model_style: 'studio-product',
        background: 'neutral-gray',
        design_size: 'large',
      },
    })
    await hear('"colour":"mug-black"')

    leaving.shutdown.end()
    // Its connections are in use now and idle, but kept, when all is answered: 72 s long, if nobody closed them.
    const closed = leaving.close()
    // The whole of the answer, to a clean end, and without tRPC's word that it was the last or went wrong.
    for (let part = await stream.read(); !part.done; part = await stream.read()) words += part.value
    expect(words.match(/^event: .*$/gm)).toEqual(['event: connected'])
    const answer = await order
    expect([answer.status, await answer.json<object>()]).toEqual([
      202,
      { generation_id: expect.any(String), status: 'queued' },
    ])
    await closed
    await expect(fetch(leaving.url)).rejects.toThrow('fetch failed')
  },
)

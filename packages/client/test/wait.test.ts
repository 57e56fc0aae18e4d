import { request as ask, createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type Progress } from '../src/client.ts'
import { disc, openAccount, openTestServer } from './test-server.ts'

const testServer = await openTestServer()
const seller = await openAccount(testServer, 'patient@example.com', 50)
let worker = await testServer.startWorker({ WORKER_CONCURRENCY: '0' })
let design = ''
const mug = (colour: string) => ({
  design_id: design,
  product: 'mug',
  colour,
  model_style: 'studio-product',
  background: 'off-white',
})

/** A way to the server on which no stream of events gets through; how many were asked for. */
let streams = 0
const streamless = createServer((request, response) => {
  if (request.url?.startsWith('/api/trpc/generation.watch')) {
    streams += 1
    return void response.writeHead(502).end()
  }
  const onward = ask(testServer.url + request.url, { method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  request.pipe(onward)
}).listen(0, '127.0.0.1')
afterAll(() => {
  streamless.closeAllConnections()
  streamless.close()
})

beforeAll(async () => {
  design = (await seller.printroom.designs.upload(await disc('#08f'))).id
})

it('tells progress and answers each picture, over one stream for all who wait', async () => {
  const { printroom } = seller
  const orders = await Promise.all(
    ['mug-white', 'mug-red', 'mug-teal'].map((colour) => printroom.mockups.create(mug(colour))),
  )
  const heard: Progress[] = []
  const waits = orders.map((order) => order.wait({ onProgress: (progress) => heard.push(progress) }))
  // All three stand in line while nobody makes pictures: whoever waits has been told so.
  await expect
    .poll(() => heard.filter(({ status }) => status === 'queued').length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(3)
  worker = await testServer.startWorker()
  const mockups = await Promise.all(waits)
  expect(mockups.map(({ colour }) => colour)).toEqual(['mug-white', 'mug-red', 'mug-teal'])
  expect(heard.some(({ status }) => status === 'rendering')).toBe(true)
  const [first] = mockups
  const { bytes, contentType } = await printroom.mockups.download(first!, { format: 'webp' }).bytes()
  expect([contentType, Buffer.from(bytes.subarray(8, 12)).toString()]).toEqual(['image/webp', 'WEBP'])
  // What was asked for elsewhere, and is there: by its key alone.
  expect((await printroom.mockups.ordered(orders[0]!.idempotencyKey).wait()).id).toBe(first!.id)
})

it('answers where no stream gets through', async () => {
  const url = `http://127.0.0.1:${(streamless.address() as { port: number }).port}`
  const printroom = createClient({ url, apiKey: seller.apiKey })
  const order = await printroom.mockups.create(mug('mug-navy'))
  expect(await order.wait()).toMatchObject({ colour: 'mug-navy' })
  const batch = await printroom.batches.create({ items: [mug('mug-pink'), mug('mug-black')] })
  expect((await printroom.batches.wait(batch.id)).counts).toMatchObject({ done: 2 })
  expect(streams).toBeGreaterThan(0)
})

it('ends a wait with its signal, and the order stands', async () => {
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  const { printroom } = seller
  const order = await printroom.mockups.create(mug('mug-green'))
  const stop = new AbortController()
  const wait = order.wait({ signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) })
  await expect(wait).rejects.toThrow('enough')
  await order.cancel()
  await order.cancel() // as after an answer that was lost
  await expect(order.wait()).rejects.toMatchObject({ name: 'GenerationFailedError' })
})

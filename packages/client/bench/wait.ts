/*
 * How soon `wait` has a picture after its commit: `pnpm --filter @printroom/client bench [PICTURES]`, on a database, a server and
 * a worker of its own. The commit is taken to be when a listener of this process hears Postgres' notification of it, which
 * is sent as it commits; that listener is the bare part. Once with a wait at a time over the stream of events, once with
 * eight at a time, once without a stream.
 */
import sharp from 'sharp'
import { createClient, type Printroom } from '../src/client.ts'
import { atShare, openBench } from './server.ts'

const PICTURES = Number(process.argv[2] ?? 120)
const bench = await openBench(1000)
const { url, db: listener, session: apiKey } = bench

const committedAt = new Map<string, number>()
listener.on('notification', ({ payload = '' }) => {
  const { id, status } = JSON.parse(payload) as { id: string; status: string }
  if (status === 'done') committedAt.set(id, performance.now())
})
await listener.query('LISTEN generation')

const printroom = createClient({ url, apiKey })
const streamless = createClient({
  url,
  apiKey,
  fetch: (input, init) =>
    String(input).includes('generation.watch') ? Promise.reject(new Error('none')) : fetch(input, init),
})
const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: '#e4572e' } })
  .png()
  .toBuffer()
const { id: design_id } = await printroom.designs.upload(png)

/** Milliseconds from a picture's commit until its `wait` has resolved. */
async function delay(client: Printroom): Promise<number> {
  const order = await client.mockups.create({
    design_id,
    product: 'mug',
    colour: 'mug-navy',
    model_style: 'studio-product',
    background: 'off-white',
  })
  await order.wait({ onProgress: () => undefined })
  const at = performance.now()
  while (!committedAt.has(order.generationId ?? '')) await new Promise((resolve) => setImmediate(resolve))
  return at - (committedAt.get(order.generationId ?? '') ?? 0)
}

async function measure(what: string, client: Printroom, atOnce: number): Promise<void> {
  const found: number[] = []
  while (found.length < PICTURES)
    found.push(...(await Promise.all(Array.from({ length: atOnce }, () => delay(client)))))
  const [median, p99, largest] = [0.5, 0.99, 1].map((share) => atShare(found, share))
  console.log(`${what.padEnd(36)} median ${median}, p99 ${p99}, largest ${largest} of ${found.length}`)
}

await delay(printroom) // plates not in memory yet
await measure('one at a time, over the stream', printroom, 1)
await measure('eight at a time, over the stream', printroom, 8)
await measure('one at a time, no stream', streamless, 1)

await bench.close()

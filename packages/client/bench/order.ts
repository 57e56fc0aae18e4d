/*
 * What `POST /api/generate-mockup` adds to a picture: `pnpm --filter @printroom/client bench:order [PICTURES]`, on a database,
 * a server and a worker of its own, one order at a time. The bare part is the worker's own time on the same picture, from
 * taking the order up to its commit, as its log tells it; what is added is the rest of the time from the request to the
 * last byte of its answer: HTTP, key, order and credit, the queue, the news of it, the answer.
 */
import sharp from 'sharp'
import { createClient } from '../src/client.ts'
import { atShare, openBench } from './server.ts'

const PICTURES = Number(process.argv[2] ?? 120)
const bench = await openBench(1000)
const printroom = createClient({ url: bench.url, apiKey: bench.session })
const { token } = await printroom.trpc.account.createApiKey.mutate({ name: 'bench', scope: 'make' })
const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: '#e4572e' } })
  .png()
  .toBuffer()
const { id: design_id } = await printroom.designs.upload(png)

let tell = (_ms: number) => {}
bench.onWorkerLine((line) => {
  if (line.includes('a mockup is done')) tell((JSON.parse(line) as { ms: number }).ms)
})

const [whole, bare, added]: [number[], number[], number[]] = [[], [], []]
/** @param nth moves the print, so that no picture is there already */
async function order(nth: number): Promise<{ ms: number; bareMs: number }> {
  const rendered = new Promise<number>((resolve) => (tell = resolve))
  const startedAt = performance.now()
  const answer = await fetch(`${bench.url}/api/generate-mockup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      design_id,
      product: 'mug',
      colour: 'mug-navy',
      model_style: 'studio-product',
      background: 'off-white',
      design_size: 'medium',
      placement: { x: 2 + nth / 1000, y: 1.7, width: 2, rotation: 0 },
    }),
  })
  const body = await answer.text()
  const ms = performance.now() - startedAt
  if (answer.status !== 200) throw new Error(`It was answered ${answer.status}: ${body}`)
  return { ms, bareMs: await rendered }
}

for (let nth = 0; nth < 5; nth++) await order(-nth - 1) // plates not in memory yet
for (let nth = 0; nth < PICTURES; nth++) {
  const { ms, bareMs } = await order(nth)
  whole.push(ms)
  bare.push(bareMs)
  added.push(ms - bareMs)
}
for (const [what, times] of Object.entries({ 'request to answer': whole, 'the worker alone': bare, added }))
  console.log(
    `${what.padEnd(20)} median ${atShare(times, 0.5)}, p95 ${atShare(times, 0.95)}, p99 ${atShare(times, 0.99)} of ${times.length}`,
  )
await bench.close()

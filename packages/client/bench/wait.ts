/*
 * How soon `wait` has a picture after its commit: `pnpm --filter @printroom/client bench [PICTURES]`, on a database, a server and
 * a worker of its own. The commit is taken to be when a listener of this process hears Postgres' notification of it, which
 * is sent as it commits; that listener is the bare part. Once with a wait at a time over the stream of events, once with
 * eight at a time, once without a stream.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startDisposableCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import pg from 'pg'
import sharp from 'sharp'
import { createClient, type Printroom } from '../src/client.ts'

const PICTURES = Number(process.argv[2] ?? 24)
const running: ChildProcess[] = []

async function start(app: string, words: string, env: Record<string, string>): Promise<{ address?: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: fileURLToPath(new URL(`../../../apps/${app}/`, import.meta.url)),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  return new Promise((resolve) =>
    createInterface({ input: child.stdout }).on('line', (line) => line.includes(words) && resolve(JSON.parse(line))),
  )
}

const cluster = await startDisposableCluster()
const dataDir = await mkdtemp(join(tmpdir(), 'printroom-bench-'))
const database = cluster.url('bench')
await migrate(database)
const env = {
  DATABASE_URL: database,
  DATA_DIR: dataDir,
  PORT: '0',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'info',
  NODE_ENV: 'test',
}
const { address: url = '' } = await start('server', 'server is listening', env)
await start('worker', 'worker is ready', { ...env, WORKER_CONCURRENCY: '1' })

const committedAt = new Map<string, number>()
const listener = new pg.Client(database)
await listener.connect()
listener.on('notification', ({ payload = '' }) => {
  const { id, status } = JSON.parse(payload) as { id: string; status: string }
  if (status === 'done') committedAt.set(id, performance.now())
})
await listener.query('LISTEN generation')

const entered = await fetch(`${url}/api/auth/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: `${randomUUID()}@example.com` }),
})
const { user } = (await entered.json()) as { user: { id: string } }
const [, apiKey = ''] = /printroom_session=([^;]+)/.exec(entered.headers.get('set-cookie') ?? '') ?? []
await listener.query(
  `INSERT INTO credit_entries (id, user_id, amount, bucket, reason, idempotency_key) VALUES (gen_random_uuid(), $1, 1000, 'topup', 'support', 'bench')`,
  [user.id],
)
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
  found.sort((one, other) => one - other)
  const at = (share: number) => `${found[Math.min(found.length - 1, Math.floor(found.length * share))]?.toFixed(1)} ms`
  console.log(`${what.padEnd(36)} median ${at(0.5)}, p90 ${at(0.9)}, largest ${at(1)} of ${found.length}`)
}

await delay(printroom) // plates not in memory yet
await measure('one at a time, over the stream', printroom, 1)
await measure('eight at a time, over the stream', printroom, 8)
await measure('one at a time, no stream', streamless, 1)

await listener.end()
for (const child of running) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}
await cluster.stop()
await rm(dataDir, { recursive: true, force: true })

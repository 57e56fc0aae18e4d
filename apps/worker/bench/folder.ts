import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { startDisposableCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import { createFixture } from '../test/fixture.ts'
import { largeDesign, memoryOf, variedSettings } from '../test/varied-orders.ts'

// tsx bench/folder.ts [designs] [pictures of each]: what a seller does in an afternoon, over HTTP. A folder of designs is
// uploaded, a batch of all of them ordered, sent twice; the one worker is killed with -9 when half of it is done and started again.
// Tells the minutes, the memory of server and worker, what was made, and what was taken for it.

const THREADS = 2
const LOOK_MS = 500
const [designCount = 40, pictures = 10] = process.argv.slice(2).map(Number)
const total = designCount * pictures

const cluster = await startDisposableCluster()
const url = cluster.url('printroom')
await migrate(url)
const fixture = await createFixture(url, { WORKER_CONCURRENCY: String(THREADS) })
const { db } = fixture
const server = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
  cwd: fileURLToPath(new URL('../../server/', import.meta.url)),
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DATA_DIR: fixture.dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let cookie = ''
try {
  const address = await addressOf(server)
  let worker = await fixture.startWorker()
  say(`load of the machine ${load()}`)

  await send(address, '/api/auth/register', { email: `${randomUUID()}@example.com` })
  const { id: userId, planCredits, topupCredits } = await db.user.findFirstOrThrow()
  const granted = total - planCredits - topupCredits
  await db.creditEntry.create({
    data: { userId, amount: granted, bucket: 'topup', reason: 'support', idempotencyKey: randomUUID() },
  })

  let since = performance.now()
  const designs: string[] = []
  for (let at = 0; at < designCount; at++) {
    const form = new FormData()
    const png = await largeDesign(Math.round((at * 360) / designCount))
    form.set('design', new File([new Uint8Array(png)], `design ${at + 1}.png`, { type: 'image/png' }))
    designs.push((await send<{ id: string }>(address, '/api/designs', form)).id)
  }
  say(`${designCount} designs drawn and uploaded one by one in ${seconds(since)} s`)

  const order = {
    idempotency_key: randomUUID(),
    items: designs.flatMap((id) =>
      variedSettings(pictures).map((settings) => Object.assign({ design_id: id }, settings)),
    ),
  }
  since = performance.now()
  const batch = await send<{ id: string }>(address, '/api/batches', order)
  say(`${total} pictures ordered in ${seconds(since)} s`)
  const again = await send<{ id: string }>(address, '/api/batches', order)
  if (again.id !== batch.id) throw new Error('The same order made a second batch')

  await whenDone(total / 2)
  const before = memoryOf(worker.pid!).most
  await fixture.end(worker, 'SIGKILL')
  say(`worker killed after ${seconds(since)} s with ${await done()} done; it held at most ${before} MB`)
  worker = await fixture.startWorker()
  await whenDone(total)
  const took = (performance.now() - since) / 1000
  say(
    `all ended after ${(took / 60).toFixed(1)} min, ${((total * 60) / took).toFixed(0)} a minute, kill and restart included`,
  )
  say(`second worker at most ${memoryOf(worker.pid!).most} MB, server at most ${memoryOf(server.pid!).most} MB`)

  const [states, mockups, reasons, user, ledger] = await Promise.all([
    db.generation.groupBy({ by: ['status'], _count: true }),
    db.mockup.findMany({ select: { generationId: true } }),
    db.creditEntry.groupBy({ by: ['reason'], _count: true, _sum: { amount: true } }),
    db.user.findUniqueOrThrow({ where: { id: userId } }),
    db.creditEntry.aggregate({ _sum: { amount: true } }),
  ])
  say(`orders: ${states.map(({ status, _count }) => `${_count} ${status}`).join(', ')}`)
  say(`${mockups.length} mockups of ${new Set(mockups.map(({ generationId }) => generationId)).size} orders`)
  say(`ledger: ${reasons.map(({ reason, _count, _sum }) => `${_count} ${reason} (${_sum.amount})`).join(', ')}`)
  say(`balance ${user.planCredits + user.topupCredits}, sum of the ledger ${ledger._sum.amount}; load ${load()}`)
} finally {
  server.kill('SIGKILL')
  await fixture.close()
  await cluster.stop()
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

/** The mean number of processes that ran or wanted to, over the last minute. */
function load(): string {
  return loadavg()[0]!.toFixed(1)
}

function addressOf(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    process.once('exit', () => reject(new Error('The server did not start')))
    createInterface({ input: process.stdout!, terminal: false }).on('line', (line) => {
      if (line.includes('server is listening')) resolve((JSON.parse(line) as { address: string }).address)
    })
  })
}

async function send<Answer>(address: string, path: string, body: object): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { cookie, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

function done(): Promise<number> {
  return db.generation.count({ where: { status: { in: ['done', 'failed'] } } })
}

async function whenDone(count: number): Promise<void> {
  while ((await done()) < count) await pause(LOOK_MS)
}

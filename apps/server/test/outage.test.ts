import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import sharp from 'sharp'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { Client } from './harness.ts'
import { end, startProcess } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'printroom-outage-'))
chmodSync(folder, 0o755) // as root it is another account that runs Postgres in it
const [dataFolder, files] = [join(folder, 'postgres'), mkdtempSync(join(folder, 'files-'))]
let cluster = await startCluster({ dataFolder, password: 'outage' })
const url = cluster.url('printroom')
await migrate(url)
afterAll(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const env = {
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: files,
  PORT: '0',
  RATE_LIMITS: 'off',
  WORKER_CONCURRENCY: '1',
}
const server = await startProcess('server', env)

it(
  'a server whose Postgres is killed with -9 answers 503 until it is back, and the one who waits for a mockup gets it',
  { timeout: 240_000 },
  async () => {
    const seller = await new Client(server).register('outage@example.com')
    const png = await sharp({ create: { width: 200, height: 200, channels: 4, background: '#06c' } })
      .png()
      .toBuffer()
    // It reads the upload and makes no pictures, so that the order waits.
    const uploads = await startProcess('worker', { ...env, WORKER_CONCURRENCY: '0' })
    const design = await (await seller.upload(png)).json()
    await end(uploads.child)
    const json = {
      design_id: design.id,
      product: 'mug',
      colour: 'mug-white',
      model_style: 'studio-product',
      background: 'off-white',
      design_size: 'medium',
    }
    const { credits } = await (await seller.fetch('/api/user')).json()
    const waiting = seller.fetch('/api/generate-mockup', { json })
    const isThere = { timeout: 60_000, interval: 100 }
    await vi.waitFor(
      async () => expect((await (await seller.fetch('/api/user')).json()).credits).toBe(credits - 1),
      isThere,
    )

    const { port } = cluster
    process.kill(cluster.pid, 'SIGKILL')
    await cluster.exited
    const unready = {
      error: 'We are starting up or briefly out of reach. Please try again in a moment.',
      code: 'unready',
    }
    for (const ask of ['/api/user', '/api/mockups', design.file_url]) {
      const answer = await seller.fetch(ask)
      expect([answer.status, await answer.json()], ask).toEqual([503, unready])
    }
    const refused = await seller.fetch('/api/generate-mockup', { json })
    expect([refused.status, await refused.json()]).toEqual([503, unready])
    expect((await seller.fetch('/healthz')).status).toBe(200)
    expect(await (await seller.fetch('/readyz')).json()).toMatchObject({ database: false })

    cluster = await startCluster({ dataFolder, password: 'outage', port })
    await vi.waitFor(async () => expect((await seller.fetch('/api/user')).status).toBe(200), isThere)
    const worker = await startProcess('worker', env)
    onTestFinished(() => end(worker.child))
    const mockup = await waiting
    expect([mockup.status, (await mockup.json()).product]).toEqual([200, 'mug'])
    expect((await (await seller.fetch('/api/user')).json()).credits).toBe(credits - 1)
    expect(server.child.exitCode).toBeNull()
  },
)

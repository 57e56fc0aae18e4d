import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { startDisposableCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import pg from 'pg'

/**
 * Servers and a worker with a database, a folder and a seller of their own. `session`: what opens the seller's account;
 * `urls` and `pids.servers`: of each server, of which there is one unless told; `pids.postgres`: of Postgres.
 */
export type Bench = {
  url: string
  urls: readonly string[]
  db: pg.Client
  session: string
  pids: { servers: readonly number[]; postgres: number }
  /** Hears every line that the worker logs from now on. */
  onWorkerLine(hear: (line: string) => void): void
  close(): Promise<void>
}

/** Opens them. @param credits that the seller has beside those of everybody */
export async function openBench(credits: number, settings: Record<string, string> = {}, servers = 1): Promise<Bench> {
  const running: ChildProcess[] = []
  process.once('exit', () => running.forEach((child) => child.kill())) // a bench that fails leaves nobody behind
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
    ...settings,
  }
  const hearers: ((line: string) => void)[] = []
  const start = (app: string, words: string, more = {}): Promise<{ address?: string }> => {
    const child = spawn(process.execPath, APP_PROGRAM, {
      cwd: fileURLToPath(new URL(`../../../apps/${app}/`, import.meta.url)),
      env: { PATH: process.env.PATH, ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    return new Promise((resolve) =>
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes(words)) resolve(JSON.parse(line))
        if (app === 'worker') hearers.forEach((hear) => hear(line))
      }),
    )
  }
  const urls: string[] = []
  for (let nth = 0; nth < servers; nth++) urls.push((await start('server', 'server is listening')).address ?? '')
  const [url = ''] = urls
  const serverPids = running.map(({ pid = 0 }) => pid)
  await start('worker', 'worker is ready', { WORKER_CONCURRENCY: '1' })
  const db = new pg.Client(database)
  await db.connect()
  const entered = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.com` }),
  })
  const { user } = (await entered.json()) as { user: { id: string } }
  const [, session = ''] = /printroom_session=([^;]+)/.exec(entered.headers.get('set-cookie') ?? '') ?? []
  if (credits > 0)
    await db.query(
      `INSERT INTO credit_entries (id, user_id, amount, bucket, reason, idempotency_key) VALUES (gen_random_uuid(), $1, $2, 'topup', 'support', 'bench')`,
      [user.id, credits],
    )
  return {
    url,
    urls,
    db,
    session,
    pids: { servers: serverPids, postgres: cluster.pid },
    onWorkerLine: (hear) => void hearers.push(hear),
    async close() {
      await db.end()
      for (const child of running) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The time that so large a share of the times does not exceed, as text. */
export function atShare(times: readonly number[], share: number): string {
  const sorted = times.toSorted((one, other) => one - other)
  return `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1)} ms`
}

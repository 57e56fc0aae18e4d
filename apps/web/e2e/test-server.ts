import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createDb, type Db } from '@printroom/db/client'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, inject } from 'vitest'

const folderOf = (app: string): string => fileURLToPath(new URL(`../../${app}/`, import.meta.url))

/**
 * `files` is the folder the server keeps its files in, `faults` what its processes logged as errors,
 * `sandbox` the address of Stripe's stand-in where one was asked for.
 */
export type TestServer = { url: string; faults: string[]; sandbox: string; db: Db; files: string }

/**
 * The real server and the real worker, each a process, on a database, a folder and a port of this file's own.
 * A file that makes no pictures has a worker that reads
 * its uploads alone, or none. With `hasVerification` codes are mailed to the sandbox's outbox.
 * `settings` are the file's own environment.
 */
export async function openTestServer({
  worker = 'all' as 'all' | 'uploads' | 'none',
  hasSandbox = false,
  hasVerification = false,
  settings = {},
} = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'printroom-e2e-'))
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    WEB_DIST: inject('webDist'),
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ...(worker === 'uploads' && { WORKER_CONCURRENCY: '0' }),
    ...settings,
  }
  const db = createDb(database.url, 2)
  const running: ChildProcess[] = []
  const faults: string[] = []
  afterAll(async () => {
    await Promise.all([...running.map(stop), db.$disconnect()])
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Starts a process and answers its first log line with these words. What it logs as an error is a fault of the test. */
  async function start(app: string, words: string): Promise<Record<string, unknown>> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
      cwd: folderOf(app),
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    const lines = createInterface({ input: child.stdout, terminal: false })
    let last = ''
    return new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        last = line
        if (isFault(line)) faults.push(line)
        if (line.includes(words)) resolve(JSON.parse(line))
      })
      child.once('exit', (code) =>
        reject(new Error(`The ${app} ended with ${code} before it was up. Its last words: ${last}`)),
      )
    })
  }

  const sandbox = hasSandbox || hasVerification ? await startSandbox() : ''
  const [server] = await Promise.all([
    start('server', 'server is listening'),
    worker !== 'none' && start('worker', 'worker is ready'),
  ])
  return { url: String(server.address), sandbox, faults, db, files: join(dataDir, 'files') }

  /** The stand-in of Stripe has to know where the server will be, and the server where it is: both get a port beforehand. */
  async function startSandbox(): Promise<string> {
    const [port, sandboxPort] = [await freePort(), await freePort()]
    const address = `http://127.0.0.1:${sandboxPort}`
    Object.assign(env, {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_URL: address,
      STRIPE_WEBHOOK_URL: `http://127.0.0.1:${port}/api/stripe/webhook`,
      STRIPE_WEBHOOK_SECRET: 'whsec_e2e',
    })
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
      cwd: folderOf('sandbox'),
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    // Listened to until the end: it prints the mails, and its output must not be closed under it.
    let said = ''
    await new Promise<void>((resolve) =>
      child.stdout.on('data', (chunk) => void ((said += chunk).includes(address) && resolve())),
    )
    if (hasVerification)
      Object.assign(env, {
        AUTH_VERIFICATION: 'on',
        SMTP_URL: /smtp:\S+/.exec(said)?.[0],
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      })
    return address
  }
}

/** Below those that systems give to whoever connects somewhere: one of these could be taken again before it is used. */
const FIRST_PORT = 16_000
const PORTS = 16_000

async function freePort(): Promise<number> {
  const port = FIRST_PORT + randomInt(PORTS)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** A log line of level error or fatal, or one that is no log line at all. */
function isFault(line: string): boolean {
  const level = /"level":(\d+)/.exec(line)?.[1]
  return level === undefined || Number(level) >= 50
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

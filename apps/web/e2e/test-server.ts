import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { createDb, type Db } from '@printroom/db/client'
import { cloneTemplate, emptyDatabase } from '@printroom/db/testing/database'
import { afterAll, inject } from 'vitest'
import { afterAllPassed, whenProcessEnds } from './between-files.ts'

const folderOf = (app: string): string => fileURLToPath(new URL(`../../${app}/`, import.meta.url))

/**
 * `files` is the folder the server keeps its files in, `faults` what its processes logged as errors,
 * `sandbox` the address of Stripe's stand-in where one was asked for.
 */
export type TestServer = { url: string; faults: string[]; sandbox: string; db: Db; files: string }

type Options = {
  worker?: 'all' | 'uploads' | 'none'
  hasSandbox?: boolean
  hasVerification?: boolean
  settings?: Record<string, string>
}
/** `faults` of the file that has it at present; `close` ends the processes and drops their database. */
type Launched = {
  testServer: TestServer
  isRunning: () => boolean
  empty: () => Promise<void>
  close: () => Promise<void>
}

/** What the last file of this process had, for the next that asks for the same: `isFree` once all its tests have passed. */
let kept: (Launched & { key: string; isFree: boolean }) | undefined

/**
 * The real server and the real worker, each a process, on a database, a folder and a port of their own.
 * A file that makes no pictures has a worker that reads
 * its uploads alone, or none. With `hasVerification` codes are mailed to the sandbox's outbox.
 * `settings` are the file's own environment.
 *
 * Files that run one after the other in one process of vitest and ask for the same get the same server, emptied; after a
 * failed test, and where there is a sandbox, which remembers, it is a new one.
 */
export async function openTestServer({
  worker = 'all',
  hasSandbox = false,
  hasVerification = false,
  settings = {},
}: Options = {}): Promise<TestServer> {
  const options = { worker, hasSandbox, hasVerification, settings }
  if (hasSandbox || hasVerification) {
    const own = await launch(options)
    afterAll(own.close)
    return own.testServer
  }
  const key = JSON.stringify(options)
  // A file that failed while it was loaded has no hooks to say so.
  if (kept?.key === key && kept.isFree && kept.isRunning()) await kept.empty()
  else {
    await closeKept()
    kept = { key, isFree: false, ...(await launch(options)) }
    whenProcessEnds(closeKept)
  }
  const taken = kept
  taken.isFree = false
  afterAllPassed((hasPassed) => {
    taken.isFree = hasPassed
    return hasPassed ? undefined : closeKept()
  })
  return taken.testServer
}

async function closeKept(): Promise<void> {
  const last = kept
  kept = undefined
  await last?.close()
}

async function launch({ worker, hasSandbox, hasVerification, settings }: Required<Options>): Promise<Launched> {
  const database = await cloneTemplate()
  const dataDir = await mkdtemp(join(tmpdir(), 'printroom-e2e-'))
  const files = join(dataDir, 'files')
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
  const close = async () => {
    await Promise.all([...running.map(stop), db.$disconnect()])
    await Promise.all([rm(dataDir, { recursive: true, force: true }), database.drop()])
  }
  const empty = async () => {
    await emptyDatabase(database)
    await rm(files, { recursive: true, force: true })
    await mkdir(files)
    faults.length = 0
  }
  try {
    const testServer = await startAll()
    return { testServer, empty, close, isRunning: () => running.every(isAlive) }
  } catch (error) {
    await close()
    throw error
  }

  async function startAll(): Promise<TestServer> {
    const sandbox = hasSandbox || hasVerification ? await startSandbox() : ''
    const [server] = await Promise.all([
      start('server', 'server is listening'),
      worker !== 'none' && start('worker', 'worker is ready'),
    ])
    return { url: String(server.address), sandbox, faults, db, files }
  }

  /** Starts a process and answers its first log line with these words. What it logs as an error is a fault of the test. */
  async function start(app: string, words: string): Promise<Record<string, unknown>> {
    const child = spawn(process.execPath, APP_PROGRAM, {
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
    const child = spawn(process.execPath, APP_PROGRAM, {
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

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function stop(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { createDb, type Db } from '@printroom/db/client'
import { createTestDatabase } from '@printroom/db/testing/database'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { createClient, type Printroom } from '../src/client.ts'

const folderOf = (app: string): string => fileURLToPath(new URL(`../../../apps/${app}/`, import.meta.url))

export type TestServer = {
  /** Where the server is at the moment: each one that is started has a port of its own. */
  readonly url: string
  db: Db
  env: Record<string, string>
  startWorker(settings?: Record<string, string>): Promise<ChildProcess>
  /** A worker, unless there is one. */
  needWorker(): Promise<ChildProcess>
  /** Ends the server by this signal and starts another. */
  restartServer(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}
/** `person`: who signed in, for what no key may do. */
export type Seller = { id: string; email: string; apiKey: string; printroom: Printroom; person: Printroom }

/** The real server, a process, on a database, a folder and a port of this file's own; workers when they are asked for. */
export async function openTestServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'printroom-client-'))
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ...settings,
  }
  const db = createDb(database.url, 2)
  const running: ChildProcess[] = []
  afterAll(async () => {
    await Promise.all(running.map(stop))
    await db.$disconnect()
    await rm(dataDir, { recursive: true, force: true })
  })
  const start = async (app: string, words: string, more = {}) => {
    const child = spawn(process.execPath, APP_PROGRAM, {
      cwd: folderOf(app),
      env: { PATH: process.env.PATH, ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    return { child, line: JSON.parse(await lineWith(child, words)) as { address?: string } }
  }
  const startServer = () => start('server', 'server is listening')
  let server = await startServer()
  const workers: Promise<ChildProcess>[] = []
  const startWorker = (more?: Record<string, string>) => {
    const worker = start('worker', 'worker is ready', more).then(({ child }) => child)
    workers.push(worker)
    return worker
  }
  return {
    get url() {
      return String(server.line.address)
    },
    db,
    env,
    startWorker,
    needWorker: () => workers[0] ?? startWorker(),
    async restartServer(signal) {
      const ended = once(server.child, 'exit')
      server.child.kill(signal)
      await ended
      server = await startServer()
    },
  }
}

/** A new account with a key that reads and writes. */
export async function openAccount({ url, db }: TestServer, email: string, credits = 0): Promise<Seller> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const { user } = (await response.json()) as { user: { id: string } }
  const [, session = ''] = /printroom_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  const person = createClient({ url, apiKey: session })
  const { token } = await person.trpc.account.createApiKey.mutate({ name: 'test', scope: 'write' })
  if (credits > 0)
    await db.creditEntry.create({
      data: {
        userId: user.id,
        amount: credits,
        bucket: 'topup',
        reason: 'support',
        idempotencyKey: `credits ${email}`,
      },
    })
  return { id: user.id, email, apiKey: token, printroom: createClient({ url, apiKey: token }), person }
}

/** A disc of a colour on nothing. */
export const disc = (colour: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg width="400" height="400"><circle cx="200" cy="200" r="180" fill="${colour}"/></svg>`))
    .png()
    .toBuffer()

/** The first line of its output with these words in it. @throws Error when it ends without */
export async function lineWith(child: ChildProcess, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let last = ''
    createInterface({ input: child.stdout! }).on('line', (line) => {
      last = line
      if (line.includes(words)) resolve(line)
    })
    child.once('exit', (code) =>
      reject(new Error(`It ended with ${code} before it said "${words}". Its last words: ${last}`)),
    )
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import type { ErrorBody } from '@printroom/contract/errors'
import type { AccountWire, DesignWire, MockupWire, UserWire } from '@printroom/contract/wire'
import { createContext } from '@printroom/core/boot/context'
import type { Context } from '@printroom/core/context'
import { parseEnv } from '@printroom/core/env'
import { listenForGenerations } from '@printroom/core/adapters/events/listener'
import { createTestDatabase } from '@printroom/db/testing/database'
import pino from 'pino'
import { afterAll } from 'vitest'
import { createApp, type App } from '../src/app.ts'
import { closeServer, createShutdown, type Shutdown } from '../src/http/shutdown.ts'
import { end } from './processes.ts'

const WORKER = fileURLToPath(new URL('../../worker/', import.meta.url))

export type TestServer = {
  url: string
  /** Node's own, for what has to be seen from its side. */
  server: Server
  context: Context
  env: Record<string, string>
  routes: string[]
  shutdown: Shutdown
  /** Another worker. */
  startWorker(): Promise<ChildProcess>
  /** A worker, unless there is one: an upload is read by nobody else. */
  needWorker(): Promise<ChildProcess>
  /** Closes the HTTP server, as a process that stops does. */
  close(): Promise<void>
}

/** A server of this file's own, on its own database and folder; the worker is a real process, started on demand. */
export async function openTestServer(
  more: Record<string, string> = {},
  { timeouts }: Pick<App, 'timeouts'> = {},
): Promise<TestServer> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'printroom-server-'))
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    WORKER_CONCURRENCY: '2',
    ...more,
  }
  const logger = pino({ level: 'silent' })
  const { context, close } = await createContext(parseEnv(env), logger)
  const events = listenForGenerations(database.url, logger)
  const routes: string[] = []
  const shutdown = createShutdown()
  const app = await createApp({
    context,
    events,
    logger,
    shutdown,
    timeouts,
    onRoute: ({ method, url }) => void routes.push(...[method].flat().map((each) => `${each} ${url}`)),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const workers: Promise<ChildProcess>[] = []
  afterAll(async () => {
    for (const worker of workers) await end(await worker)
    await app.close()
    await events.close()
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const startWorker = () => {
    const worker = runWorker(env)
    workers.push(worker)
    return worker
  }
  return {
    url,
    server: app.server,
    context,
    env,
    routes,
    shutdown,
    startWorker,
    needWorker: () => workers[0] ?? startWorker(),
    close: () => closeServer(app),
  }
}

/** Resolves when it says that it is ready. */
async function runWorker(env: Record<string, string>): Promise<ChildProcess> {
  const worker = spawn(process.execPath, APP_PROGRAM, {
    cwd: WORKER,
    env: { PATH: process.env.PATH, ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of worker.stdout!) if (String(line).includes('worker is ready')) break
  worker.stdout!.resume()
  return worker
}

/** Whatever our answers may hold; a test names the list where it reads one. */
type Answer = AccountWire & DesignWire & Omit<MockupWire, 'design_id'> & ErrorBody & { user: UserWire }
export type Reply = Omit<Response, 'json'> & { json<T = Answer>(): Promise<T> }

/** A browser of sorts: keeps its cookies. */
export class Client {
  userId = ''
  email = ''
  private readonly cookies = new Map<string, string>()
  private readonly testServer: Pick<TestServer, 'url'> & Partial<Pick<TestServer, 'needWorker'>>

  constructor(testServer: Pick<TestServer, 'url'> & Partial<Pick<TestServer, 'needWorker'>>) {
    this.testServer = testServer
  }

  get cookie(): string {
    return [...this.cookies].map((each) => each.join('=')).join('; ')
  }

  /** The session's own value: what a typed client sends as Bearer. */
  get session(): string {
    return this.cookies.get('printroom_session') ?? ''
  }

  async fetch(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Reply> {
    const headers = new Headers(init.headers)
    if (this.cookie && !headers.has('cookie')) headers.set('cookie', this.cookie)
    if (init.json !== undefined) headers.set('content-type', 'application/json')
    const body = init.json === undefined ? init.body : JSON.stringify(init.json)
    const response = await fetch(this.testServer.url + path, {
      ...init,
      headers,
      body,
      method: init.method ?? (body ? 'POST' : 'GET'),
    })
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie)
    return response as Reply
  }

  /** Takes a cookie in, as a `Set-Cookie` header has it; an empty one is dropped. */
  keep(cookie: string): void {
    const [name, value] = cookie.split(';')[0]!.split('=') as [string, string]
    if (value) this.cookies.set(name, value)
    else this.cookies.delete(name)
  }

  async register(email: string): Promise<this> {
    const response = await this.fetch('/api/auth/register', { json: { email } })
    if (response.status !== 200) throw new Error(`register answered ${response.status}: ${await response.text()}`)
    this.userId = (await response.json()).user.id
    this.email = email
    return this
  }

  async upload(bytes: Uint8Array, filename = 'sun.png', type = 'image/png'): Promise<Reply> {
    if (this.cookie) await this.testServer.needWorker?.()
    const form = new FormData()
    form.set('userId', this.userId)
    form.set('design', new File([new Uint8Array(bytes)], filename, { type }))
    return this.fetch('/api/designs', { body: form, method: 'POST' })
  }
}

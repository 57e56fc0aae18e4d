import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { startCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import { startSlowProxy, type SlowProxy } from './slow-proxy.ts'

const APPS = fileURLToPath(new URL('../../../', import.meta.url))
const OPERATOR_TOKEN = 'of-the-bench-and-nobody-else'
export const WEBHOOK_SECRET = 'whsec_of_the_bench'

/** `said`: all that it has written so far. */
export type Child = { child: ChildProcess; said: () => string }
export type TestServer = {
  env: Record<string, string>
  stripe: SlowProxy
  /** The sandbox's mails, which it prints. */
  mails: () => string
  /** A server and a worker that nobody has asked anything yet; those before are ended. */
  restart: () => Promise<string>
  /** Longest pause of the server's event loop since the last question, in seconds, and its memory in bytes. */
  metrics: () => Promise<{ pause: number; memory: number }>
  close: () => Promise<void>
}

/** Everything on this machine, on a database that keeps what it is told, with the sandbox as a Stripe that can be slow. */
export async function openTestServer(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-stall-'))
  chmodSync(folder, 0o755) // as root, Postgres is another account
  const cluster = await startCluster({ dataFolder: folder, password: 'bench' })
  await migrate(cluster.url('printroom'))
  const dist = join(folder, 'dist')
  mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Printroom</title>') // the page's own size is not what is measured
  const sandbox = start('sandbox', { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' })
  const stripe = await startSlowProxy(await untilSaid(sandbox, /only: (http\S+)/))
  const env = {
    NODE_ENV: 'development',
    DATABASE_URL: cluster.url('printroom'),
    DATA_DIR: join(folder, 'data'),
    WEB_DIST: dist,
    PORT: '0',
    AUTH_VERIFICATION: 'on',
    SMTP_URL: await untilSaid(sandbox, /(smtp:\S+)/),
    RATE_LIMITS: 'off', // everybody comes from one address
    SANDBOX_URL: stripe.url,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    OPERATOR_TOKEN,
    GENERATION_WAIT_SECONDS: '20',
  }
  let server: Child | undefined
  let worker: Child | undefined
  let address = ''
  const end = () => Promise.all([server, worker].map((each) => each && kill(each)))
  return {
    env,
    stripe,
    mails: sandbox.said,
    async restart() {
      await end()
      server = start('server', env)
      worker = start('worker', env)
      address = await untilSaid(server, /"address":"([^"]+)"/)
      await untilSaid(worker, /(worker is ready)/)
      return address
    },
    async metrics() {
      const text = await (
        await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })
      ).text()
      const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
      return {
        pause: value('printroom_server_event_loop_pause_seconds'),
        memory: value('printroom_server_memory_bytes'),
      }
    },
    async close() {
      await end()
      await kill(sandbox)
      await stripe.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A script of the bench as a process that is talked to by messages. */
export function startScript(name: string): ChildProcess {
  const path = fileURLToPath(new URL(name, import.meta.url))
  return spawn(process.execPath, ['--import', 'tsx', path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** The next message of a script. @throws Error when it ends instead */
export function messageOf<Message>(script: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('A script of the bench ended.'))
    script.once('exit', ended)
    script.once('message', (message) => {
      script.off('exit', ended)
      resolve(message as Message)
    })
  })
}

function start(app: string, env: Record<string, string>): Child {
  const child = spawn(process.execPath, APP_PROGRAM, {
    cwd: APPS + app,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Kept of the sandbox, whose mails are read; of the others until they are up, because they log every request.
  let said = ''
  child.stdout.on('data', (chunk) => {
    if (app === 'sandbox' || said.length < 100_000) said += chunk
  })
  return { child, said: () => said }
}

export async function untilSaid({ child, said }: Child, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(said())?.[1]
    if (found) return found
    if (child.exitCode !== null) throw new Error(`A process ended: ${said()}`)
    await Promise.race([child.stdout && once(child.stdout, 'data'), once(child, 'exit')])
  }
}

async function kill({ child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@printroom/db/migrate'
import { type Database, openEmbeddedDatabase } from './database.ts'
import { type LocalEnv, ROOT, readEnv } from './env.ts'
import { say } from './log.ts'
import { choosePort, nextFreePort } from './port.ts'
import { untilReady } from './ready.ts'
import { stopRequest } from './stop-request.ts'
import { type Supervised, supervise } from './supervise.ts'

/** Starts everything on this machine, prints the address, and stops everything when asked to. */
export async function runLocal(): Promise<void> {
  const startedAt = performance.now()
  const env = readEnv()
  const stopping = stopRequest(env.isUnderNpm)
  say('local', `Printroom on Node ${process.versions.node}, ${process.platform} ${process.arch}`)
  mkdirSync(env.dataDir, { recursive: true })
  const port = await choosePort(env.port, env.host)
  const address = urlOf(env.host, port)

  const database = env.databaseUrl ? givenDatabase(env.databaseUrl) : await openEmbeddedDatabase(env.dataDir)
  const children: Supervised[] = []
  try {
    say('local', `data: ${env.dataDir}`)
    say('local', `database: ${database.description}`)
    await database.announce(address)
    await migrate(database.url)
    if (!stopping.isAsked()) children.push(...(await startApps(env, database.url, port)))
    const ready = await untilReady(address, children, stopping.asked)
    if (ready) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      say('local', `ready after ${seconds} s: ${address}  (Ctrl-C stops it)`)
    }
    await stopping.asked
    say('local', 'stopping')
  } finally {
    stopping.onSecond(() => children.forEach((child) => child.kill()))
    await Promise.all(children.map((child) => child.stop()))
    await database.stop()
  }
  say('local', 'stopped')
  // The exit is asked for: a timer or a socket left open anywhere must not keep the terminal.
  process.stdout.write('', () => process.exit(0))
  await once(process, 'exit')
}

async function startApps(env: LocalEnv, databaseUrl: string, port: number): Promise<Supervised[]> {
  const shared = { ...env.inherited, DATABASE_URL: databaseUrl, DATA_DIR: env.dataDir, HOST: env.host }
  // In production the sandbox refuses to start, and nothing may point at it.
  if (env.isProduction) {
    const web = { PORT: String(port), WEB_DIST: join(ROOT, 'apps/web/dist') }
    return [supervise('server', { ...shared, ...web }), supervise('worker', shared)]
  }
  const sandboxPort = await nextFreePort(port + 1, '127.0.0.1')
  const smtpPort = await nextFreePort(sandboxPort + 1, '127.0.0.1')
  // Both sides of the sandbox's webhooks get the same secret; with a key of Stripe's own, the real one counts.
  const secret = env.inherited.STRIPE_SECRET_KEY ? {} : { STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}` }
  const sandbox = {
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    SMTP_URL: env.inherited.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`,
    PUBLIC_URL: env.inherited.PUBLIC_URL || urlOf(env.host, port),
    ...secret,
  }
  const web = { PORT: String(port), WEB_DIST: join(ROOT, 'apps/web/dist') }
  return [
    supervise('server', { ...shared, ...sandbox, ...web }),
    supervise('worker', { ...shared, ...sandbox }),
    supervise('sandbox', {
      ...env.inherited,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      HOST: '127.0.0.1',
      DATA_DIR: env.dataDir,
      STRIPE_WEBHOOK_URL: `${urlOf(env.host, port)}/api/stripe/webhook`,
      ...secret,
    }),
  ]
}

function givenDatabase(url: string): Database {
  const { host, pathname } = new URL(url)
  return { url, description: `${host}${pathname}, from DATABASE_URL`, announce: async () => {}, stop: async () => {} }
}

const urlOf = (host: string, port: number): string => `http://${urlHost(host)}:${port}`

/** A server on every address of the machine is reached here by loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

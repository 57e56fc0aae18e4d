import { once } from 'node:events'
import { migrate } from '@printroom/db/migrate'
import { type Apps, startApps } from './apps.ts'
import { type Database, openEmbeddedDatabase } from './database.ts'
import type { LocalEnv } from './env.mjs'
import type { Lock } from './lock.mjs'
import { choosePort } from './port.ts'
import { untilReady } from './ready.ts'
import { say, seconds } from './say.mjs'
import { stopRequest } from './stop-request.ts'

/**
 * Starts everything on this machine, prints the address, and stops everything when asked to. `lock` is that of the data
 * folder, where the database is the embedded one.
 */
export async function runLocal(env: LocalEnv, lock: Lock | undefined): Promise<void> {
  const stopping = stopRequest(env.npm)
  const port = await choosePort(env.port, env.host)
  const address = new URL(`http://${urlHost(env.host)}:${port}`)
  lock?.tell(`${address.origin}, which is starting`)
  say('local', `data: ${env.dataDir}`)
  if (!env.databaseUrl) say('local', 'starting the database …')
  const database = env.databaseUrl ? givenDatabase(env.databaseUrl) : await openEmbeddedDatabase(env.dataDir)
  let apps: Apps | undefined
  try {
    say('local', `database: ${database.description}`)
    await timed('migrations', migrate(database.url))
    if (!stopping.isAsked()) apps = await startApps(env, database.url, address, (pid) => lock?.share(pid))
    if (apps !== undefined) {
      say('local', `starting ${apps.needed.map(({ name }) => name).join(', ')} …`)
      const isReady = await untilReady(address.origin, apps.needed, stopping.asked)
      if (isReady) {
        lock?.tell(address.origin)
        say('local', `ready after ${seconds(performance.now())}: ${address.origin}  (Ctrl-C stops it)`)
        apps.finish()
      }
    }
    await stopping.asked
    say('local', 'stopping')
  } finally {
    const running = apps?.all() ?? []
    stopping.onSecond(() => running.forEach((child) => child.kill()))
    await Promise.all(running.map((child) => child.stop()))
    await database.stop()
    lock?.release()
  }
  say('local', 'stopped')
  // The exit is asked for: a timer or a socket left open anywhere must not keep the terminal.
  process.stdout.write('', () => process.exit(0))
  await once(process, 'exit')
}

function givenDatabase(url: string): Database {
  const { host, pathname } = new URL(url)
  return { url, description: `${host}${pathname}, from DATABASE_URL`, stop: async () => {} }
}

async function timed(what: string, work: Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await work
  say('local', `${what}: ${seconds(performance.now() - startedAt)}`)
}

/** A server on every address of the machine is reached here by loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

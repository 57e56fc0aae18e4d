import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, startDisposableCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import { type Books, hashFiles, query, readBooks } from './books.ts'
import { type BrowserVisit, visit } from './browser.ts'
import { makeCertificate } from './certificate.ts'
import { type Load, startLoad } from './load.ts'
import { startMailServer } from './mail-server.ts'
import { nextRelease } from './next-release.ts'
import { type Running, runCommand, startProcess, stopProcess } from './processes.ts'
import { type Proxy, startProxy } from './proxy.ts'

const NAME = 'printroom.test'
/** Many times what the proxy needs to notice, on a machine that may be busy with other things. */
const DRAIN_SECONDS = 10
/** Orders that are answered between two steps, so that each meets a site at work. */
const ORDERS_BETWEEN = 2

export type Rehearsal = {
  visit: Omit<BrowserVisit, 'openedAgain' | 'cookie' | 'close'>
  /** Of the page's event stream, after the servers were replaced. */
  stream: Awaited<ReturnType<BrowserVisit['openedAgain']>>
  load: Pick<Load, 'failures' | 'counts'>
  /** Addresses that the servers counted requests by. */
  addresses: string[]
  books: Books
  backup: string
  restored: { before: Books; after: Books; files: number; sameFiles: number; session: number; orderStatus: number }
}

/**
 * The whole of production on one machine, under the load of some sellers: TLS, mailed codes, two servers and two workers on
 * one database and one folder of files; everything replaced one by one; a backup; the next release's migrations, deployed
 * twice at once; and the backup brought back beside it all, where what waited is made.
 * @param sellers who do all that a seller does, all the time
 * @throws Error when a step fails; requests that failed are in the answer
 */
export async function rehearse(sellers: number, say: (line: string) => void): Promise<Rehearsal> {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-rehearsal-'))
  chmodSync(folder, 0o755) // as root, Postgres is another account
  const running: Running[] = []
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const cluster = await startDisposableCluster()
    closing.push(cluster.stop)
    const mail = await startMailServer()
    closing.push(mail.close)
    const certificate = await makeCertificate([NAME])
    const proxy = await startProxy(certificate)
    closing.push(proxy.close)
    closing.push(() => Promise.all(running.map(({ child }) => child.kill('SIGKILL'))))

    const env = environmentOf(cluster, folder, proxy, mail.url)
    say('the first deploy')
    await migrate(env.DATABASE_URL)
    const start = async (app: Running['app'], more: Record<string, string> = {}) => {
      const process = await startProcess(app, { ...env, ...more })
      running.push(process)
      return process
    }
    say('two servers, two workers')
    const [workers, servers] = await Promise.all([twice(() => start('worker')), twice(() => start('server'))])
    for (const { address } of servers) {
      proxy.add(address)
      await proxy.until(address, 'ready')
    }

    say('a person in a browser')
    const site = { name: NAME, port: proxy.port, cert: certificate.cert }
    const person = await visit(site, certificate, mail)
    closing.push(person.close)
    say(`${sellers} sellers at work`)
    const load = await startLoad(site, mail, sellers)
    closing.push(load.stop)
    await load.afterOrders(ORDERS_BETWEEN)

    // Workers first: an order may name what only a new one knows.
    for (const [nth, worker] of workers.entries()) {
      say('a worker is replaced')
      await stopProcess(worker)
      workers[nth] = await start('worker')
      await load.afterOrders(ORDERS_BETWEEN)
    }
    for (const server of servers) {
      say(`a server is replaced: ${server.address}`)
      await replaceServer(server, proxy, start)
      await load.afterOrders(ORDERS_BETWEEN)
    }
    say('a backup, while orders are under way')
    const backup = await backUp(env, join(folder, 'backup'), workers, load)
    say('the next release’s migrations, twice at once')
    const migrations = nextRelease(folder)
    await Promise.all([migrate(env.DATABASE_URL, migrations), migrate(env.DATABASE_URL, migrations)])
    await load.afterOrders(ORDERS_BETWEEN)
    const stream = await person.openedAgain()
    const cookie = await person.cookie()
    await load.stop()
    await untilAllEnded(env.DATABASE_URL)

    say('the backup is brought back, beside it')
    const there = { DATABASE_URL: cluster.url('restored'), DATA_DIR: join(folder, 'restored') }
    await runCommand(['restore', join(folder, 'backup')], { ...env, ...there })
    const restored = await useRestored(env, there, cookie, start)
    const { openedAgain: _opened, cookie: _cookie, close: _close, ...seen } = person
    return {
      visit: seen,
      stream,
      load: { failures: load.failures, counts: load.counts },
      addresses: await addressesOf(env.DATABASE_URL),
      books: await readBooks(env.DATABASE_URL),
      backup,
      restored,
    }
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

const twice = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all([make(), make()])

type Environment = ReturnType<typeof environmentOf>

function environmentOf(cluster: Cluster, folder: string, proxy: Proxy, smtp: string) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: cluster.url('printroom'),
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    PUBLIC_URL: `https://${NAME}:${proxy.port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: smtp,
    MAIL_FROM: 'Printroom <hello@printroom.test>',
    SIGNUP_CREDITS: '1000',
    WORKER_CONCURRENCY: '1',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  }
}

type Start = (app: Running['app'], more?: Record<string, string>) => Promise<Running>

/** As an operator does it: the old one drains, the proxy takes it out, it ends, and a new one comes in its place. */
async function replaceServer(server: Running, proxy: Proxy, start: Start): Promise<void> {
  const noticed = proxy.until(server.address, 'draining')
  const stopped = stopProcess(server)
  await Promise.all([noticed, stopped])
  proxy.remove(server.address)
  const fresh = await start('server')
  proxy.add(fresh.address)
  await proxy.until(fresh.address, 'ready')
}

/**
 * The workers hold still until the moment that the backup is of, so that there are orders under way in it for certain.
 * Uploads, which wait for a worker and not for long, wait for that moment too.
 */
async function backUp(env: Environment, folder: string, workers: Running[], load: Load): Promise<string> {
  const upload = await load.holdUploads()
  const goOn = () => {
    for (const { child } of workers) child.kill('SIGCONT')
    upload()
  }
  for (const { child } of workers) child.kill('SIGSTOP')
  try {
    while ((await readBooks(env.DATABASE_URL)).underWay === 0) await pause(LOOK_AGAIN_MS)
    return await runCommand(['backup', folder], env, goOn)
  } finally {
    goOn()
  }
}

/** A server and a worker on what was restored: what waited when the backup was made is made now, and people are still signed in. */
async function useRestored(
  env: Environment,
  there: { DATABASE_URL: string; DATA_DIR: string },
  cookie: string,
  start: Start,
): Promise<Rehearsal['restored']> {
  const before = await readBooks(there.DATABASE_URL)
  const copied = await hashFiles(there.DATABASE_URL, there.DATA_DIR)
  const live = await hashFiles(env.DATABASE_URL, env.DATA_DIR)
  const worker = await start('worker', there)
  const server = await start('server', there)
  await untilAllEnded(there.DATABASE_URL)
  const { status: session } = await fetch(`${server.address}/api/user`, { headers: { cookie } })
  const designs = (await (await fetch(`${server.address}/api/designs`, { headers: { cookie } })).json()) as {
    id: string
  }[]
  const order = {
    design_id: designs[0]?.id,
    product: 'mug',
    colour: 'mug-teal',
    model_style: 'studio-product',
    background: 'white-studio',
    design_size: 'small',
  }
  const { status: orderStatus } = await fetch(`${server.address}/api/generate-mockup`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  const after = await readBooks(there.DATABASE_URL)
  for (const process of [server, worker]) await stopProcess(process)
  return {
    before,
    after,
    files: copied.size,
    sameFiles: [...copied].filter(([key, hash]) => live.get(key) === hash).length,
    session,
    orderStatus,
  }
}

const LOOK_AGAIN_MS = 500

/** Resolves when no order waits or is being made. The sweepers see to it that each ends. */
async function untilAllEnded(databaseUrl: string): Promise<void> {
  while ((await readBooks(databaseUrl)).underWay > 0) await pause(LOOK_AGAIN_MS)
}

const addressesOf = async (databaseUrl: string): Promise<string[]> =>
  (
    await query<{ address: string }>(
      databaseUrl,
      `SELECT DISTINCT substr(key, length('login-address:') + 1) AS address FROM rate_buckets WHERE key LIKE 'login-address:%' ORDER BY 1`,
    )
  ).map(({ address }) => address)

import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, postgresAccount } from './cluster/account.ts'
import { guardPostgres } from './cluster/guard.ts'
import { type RunningPostgres, clearLeftover, findRunning, stopPostgres } from './cluster/leftover.ts'
import { clusterFolder, programsFolder } from './cluster/place.ts'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 20

export type ClusterOptions = {
  /** The cluster stands below this folder and is made when it is not there yet. */
  dataFolder: string
  /** Of the superuser `postgres`; must stay the same for a folder. */
  password: string
  /** `disposable` does not survive a power cut and is deleted at the end. For tests. */
  keep: 'durable' | 'disposable'
  /** Default: a free one. */
  port?: number
}

export type Cluster = {
  pid: number
  port: number
  folder: string
  url: (database: string) => string
  /** Settles when Postgres ends, by our hand or by itself. */
  exited: Promise<void>
  stop: () => Promise<void>
}

const DISPOSABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Starts the embedded Postgres on a free port of loopback, after clearing what an earlier run left behind. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const account = postgresAccount()
  const programs = programsFolder(account)
  const folder = clusterFolder(options.dataFolder, account)
  await clearLeftover(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder, programs, options.password, account)

  const port = options.port ?? (await freePort())
  const url = (database: string) => clusterUrl(port, options.password, database)
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    ...(options.keep === 'disposable' ? DISPOSABLE : []),
  ]
  const logFile = `${folder}.log`
  const log = openSync(logFile, 'w')
  // Detached: Ctrl-C in a terminal reaches every process of its group, and Postgres must be the last to go.
  const child = spawn(join(programs, 'postgres'), ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilReady(child, url('postgres'), logFile)

  const pid = pidOf(child)
  const scratch = options.keep === 'disposable' ? options.dataFolder : undefined
  const callOff = guardPostgres(pid, folder, scratch)
  void exited.then(callOff)
  return {
    pid,
    port,
    folder,
    url,
    exited,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) await stopPostgres(pid)
      await exited
      if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/** The Postgres that runs on this data folder now, whoever started it. */
export function findCluster(dataFolder: string): RunningPostgres | undefined {
  return findRunning(clusterFolder(dataFolder, postgresAccount()))
}

export function clusterUrl(port: number, password: string, database: string): string {
  return `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

// Made aside and renamed, so that an initdb cut short is never taken for a cluster. The locale is Postgres' own
// C.UTF-8: text sorts alike on every machine, and no upgrade of the system's library breaks an index.
async function initialise(folder: string, programs: string, password: string, account: Account): Promise<void> {
  const aside = `${folder}.new`
  const passwordFile = `${folder}.password`
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account !== undefined) {
    for (const path of [aside, passwordFile]) chownSync(path, account.uid, account.gid)
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const child = spawn(join(programs, 'initdb'), ['-D', aside, '--no-sync', ...locale, ...access], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  rmSync(passwordFile)
  if (code !== 0) throw new Error(`Postgres could not make its data folder ${folder}: ${complaint.trim()}`)
  renameSync(aside, folder)
}

async function untilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  child.once('exit', () => (failure ??= new Error(`Postgres ended at once: ${readFileSync(logFile, 'utf8').trim()}`)))
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (failure !== undefined) throw failure
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`Postgres does not answer; its log is ${logFile}.`, { cause: error })
      await sleep(POLL_MS)
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('Postgres did not start.')
  return child.pid
}

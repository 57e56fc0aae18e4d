import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Account } from './account.ts'
import { clusterUrl } from './url.ts'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 20
const RETRY_MS = 250
const TRANSIENT_MS = 20_000
const TRANSIENT = /shared memory block .* is still in use|could not bind IPv4 address/

const DISPOSABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

export type Keep = 'durable' | 'disposable'

export type SpawnOptions = {
  /** Default: a free one. */
  port: number | undefined
  password: string
  keep: Keep
  folder: string
  programs: string
  account: Account
  logFile: string
}

/**
 * Starts Postgres and waits until it answers. Two reasons to end at once pass by themselves, and are tried again: another
 * program took the port in between, and the sessions of a Postgres killed with -9 hold its shared memory until they notice,
 * which takes up to some seconds.
 * @throws Error when it ends or does not answer
 */
export async function spawnPostgres(options: SpawnOptions): Promise<{ child: ChildProcess; port: number }> {
  const deadline = Date.now() + TRANSIENT_MS
  for (;;) {
    const port = options.port ?? (await freePort())
    const child = spawnOnce(options, port)
    const url = clusterUrl(port, options.password, 'postgres')
    try {
      await untilReady(child, url, options.logFile)
      return { child, port }
    } catch (error) {
      const isTransient = error instanceof Error && TRANSIENT.test(error.message)
      if (!isTransient || Date.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

function spawnOnce(options: SpawnOptions, port: number): ChildProcess {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    'timezone=UTC',
    'log_timezone=UTC',
    ...(options.keep === 'disposable' ? DISPOSABLE : []),
  ]
  const log = openSync(options.logFile, 'w')
  // Detached: Ctrl-C in a terminal reaches every process of its group, and Postgres must be the last to go.
  const args = ['-D', options.folder, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(join(options.programs, 'postgres'), args, {
    ...options.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

async function untilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  child.once('exit', () => (failure ??= new Error(`Postgres ended at once: ${readFileSync(logFile, 'utf8').trim()}`)))
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (failure !== undefined) throw failure
    const client = new Client({ connectionString: url })
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

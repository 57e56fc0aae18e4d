import type { ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { postgresAccount } from './cluster/account.ts'
import { guardPostgres } from './cluster/guard.ts'
import { initialise } from './cluster/initialise.ts'
import { type RunningPostgres, clearLeftover, findRunning, stopPostgres } from './cluster/leftover.ts'
import { clusterFolder, programsFolder } from './cluster/place.ts'
import { spawnPostgres } from './cluster/spawn.ts'
import { clusterUrl } from './cluster/url.ts'

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

/** Starts the embedded Postgres on a free port of loopback, after clearing what an earlier run left behind. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const account = postgresAccount()
  const programs = programsFolder(account)
  const folder = clusterFolder(options.dataFolder, account)
  await clearLeftover(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder, programs, options.password, account)

  const logFile = `${folder}.log`
  const { password, keep } = options
  const { child, port } = await spawnPostgres({ port: options.port, password, keep, folder, programs, account, logFile })
  const url = (database: string) => clusterUrl(port, password, database)
  const exited = new Promise<void>((resolve) => {
    if (isRunning(child)) child.once('exit', () => resolve())
    else resolve()
  })
  const pid = pidOf(child)
  const scratch = keep === 'disposable' ? options.dataFolder : undefined
  const callOff = guardPostgres(pid, folder, scratch)
  void exited.then(callOff)
  return {
    pid,
    port,
    folder,
    url,
    exited,
    stop: async () => {
      if (isRunning(child)) await stopPostgres(pid)
      await exited
      if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/** The Postgres that runs on this data folder now, whoever started it. */
export function findCluster(dataFolder: string): RunningPostgres | undefined {
  return findRunning(clusterFolder(dataFolder, postgresAccount()))
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('Postgres did not start.')
  return child.pid
}

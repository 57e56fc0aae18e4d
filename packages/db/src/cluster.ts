import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { postgresAccount } from './cluster/account.ts'
import { guardPostgres } from './cluster/guard.ts'
import { initialise } from './cluster/initialise.ts'
import { type RunningPostgres, clearLeftover, findRunning, stopPostgres } from './cluster/leftover.ts'
import { clusterFolder, programsFolder } from './cluster/place.ts'
import { type Keep, spawnPostgres } from './cluster/spawn.ts'
import { clusterUrl } from './cluster/url.ts'

export type ClusterOptions = {
  /** The cluster stands below this folder and is made when it is not there yet. */
  dataFolder: string
  /** Of the superuser `postgres`; must stay the same for a folder. */
  password: string
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

/** Starts the embedded Postgres on loopback, after clearing what an earlier run left behind. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  return await start(options, 'durable')
}

/** A Postgres for tests: it does not wait for the disk, and is deleted when it stops or when this process is gone. */
export async function startDisposableCluster(): Promise<Cluster> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'printroom-postgres-'))
  // mkdtemp closes the folder to others, and as root it is another account that runs Postgres in it.
  chmodSync(dataFolder, 0o755)
  return await start({ dataFolder, password: 'disposable' }, 'disposable')
}

async function start({ dataFolder, password, port: asked }: ClusterOptions, keep: Keep): Promise<Cluster> {
  const account = postgresAccount()
  const programs = programsFolder(account)
  const folder = clusterFolder(dataFolder, account)
  await clearLeftover(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder, programs, password, account)

  const logFile = `${folder}.log`
  const { child, port } = await spawnPostgres({ port: asked, password, keep, folder, programs, account, logFile })
  const exited = new Promise<void>((resolve) => {
    if (isRunning(child)) child.once('exit', () => resolve())
    else resolve()
  })
  const pid = pidOf(child)
  const scratch = keep === 'disposable' ? [dataFolder, dirname(folder)] : []
  const callOff = guardPostgres(pid, folder, scratch)
  void exited.then(callOff)
  return {
    pid,
    port,
    folder,
    url: (database) => clusterUrl(port, password, database),
    exited,
    stop: async () => {
      if (isRunning(child)) await stopPostgres(pid)
      await exited
      for (const path of scratch) rmSync(path, { recursive: true, force: true })
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

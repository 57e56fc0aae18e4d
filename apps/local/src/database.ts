import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, findCluster, startCluster } from '@printroom/db/cluster'
import { clusterUrl } from '@printroom/db/cluster/url'
import pg from 'pg'
import { say } from './log.ts'

const DATABASE = 'printroom'
/** One launcher a cluster. The lock lives in Postgres, so a killed launcher gives it back and no file can be stale. */
const LAUNCHER_LOCK = 7_468_001
const RESTART_PAUSE_MS = 1000

export type Database = {
  url: string
  description: string
  /** Says in Postgres where this launcher is reached, for one that is started beside it. */
  announce: (address: string) => Promise<void>
  stop: () => Promise<void>
}

/** The embedded Postgres of a data folder, started and held for this launcher alone. */
export async function openEmbeddedDatabase(dataDir: string): Promise<Database> {
  const password = passwordOf(dataDir)
  await refuseSecondLauncher(dataDir, password)
  let cluster = await startCluster({ dataFolder: dataDir, password })
  let lock = await holdLock(cluster)
  let address = ''
  let isStopping = false
  let restart = Promise.resolve()
  watch()

  return {
    url: cluster.url(DATABASE),
    description: `embedded Postgres, ${cluster.folder}`,
    announce: async (reachedAt) => {
      address = reachedAt
      await announce(lock, address)
    },
    stop: async () => {
      isStopping = true
      // A restart under way would leave a Postgres behind that nobody knows.
      await restart
      await lock.end()
      await cluster.stop()
    },
  }

  function watch(): void {
    void cluster.exited.then(() => {
      if (!isStopping) restart = startAgain()
    })
  }

  // On the same port, where the other processes look for it.
  async function startAgain(): Promise<void> {
    while (!isStopping) {
      say('postgres', 'ended by itself; starting it again')
      try {
        cluster = await startCluster({ dataFolder: dataDir, password, port: cluster.port })
        lock = await holdLock(cluster)
        await announce(lock, address)
        watch()
        return
      } catch (error) {
        say('postgres', error instanceof Error ? error.message : String(error))
        await sleep(RESTART_PAUSE_MS)
      }
    }
  }
}

/** The URL of the embedded Postgres that runs on this data folder now. */
export function runningDatabaseUrl(dataDir: string): string | undefined {
  const running = findCluster(dataDir)
  return running && clusterUrl(running.port, passwordOf(dataDir), DATABASE)
}

async function refuseSecondLauncher(dataDir: string, password: string): Promise<void> {
  const running = findCluster(dataDir)
  if (running === undefined) return
  const client = new pg.Client({ connectionString: clusterUrl(running.port, password, 'postgres') })
  try {
    await client.connect()
  } catch {
    // A Postgres that answers nobody belongs to nobody; startCluster stops it.
    return
  }
  const { rows } = await client
    .query<{ launcher: string }>(
      `SELECT application_name AS launcher FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND objid = $1`,
      [LAUNCHER_LOCK],
    )
    .finally(() => client.end())
  if (rows[0] !== undefined) throw new Error(`Printroom already runs on ${dataDir}: ${rows[0].launcher || 'it is starting'}.`)
}

async function holdLock(cluster: Cluster): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  // Postgres going away is told by its process, not by this connection.
  client.on('error', () => {})
  await client.connect()
  await client.query('SELECT pg_advisory_lock($1)', [LAUNCHER_LOCK])
  return client
}

async function announce(lock: pg.Client, address: string): Promise<void> {
  await lock.query(`SELECT set_config('application_name', $1, false)`, [address])
}

function passwordOf(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}

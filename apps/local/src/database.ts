import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findCluster, startCluster } from '@printroom/db/cluster'
import { clusterUrl } from '@printroom/db/cluster/url'
import { say } from './say.mjs'

const DATABASE = 'printroom'
const RESTART_PAUSE_MS = 1000

export type Database = {
  url: string
  description: string
  stop: () => Promise<void>
}

/** The embedded Postgres of a data folder, started anew; for whoever holds the folder's lock (`data-lock.mjs`). */
export async function openEmbeddedDatabase(dataDir: string): Promise<Database> {
  const password = passwordOf(dataDir)
  let cluster = await startCluster({ dataFolder: dataDir, password })
  let isStopping = false
  let restart = Promise.resolve()
  watch()

  return {
    url: cluster.url(DATABASE),
    description: `embedded Postgres, ${cluster.folder}`,
    stop: async () => {
      isStopping = true
      // A restart under way would leave a Postgres behind that nobody knows.
      await restart
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

function passwordOf(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}

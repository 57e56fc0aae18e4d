import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

/** A busy machine is no leak: a limit that only a connection which nobody closes reaches. */
const CLOSING_MS = 30_000
const FINISHING_MS = 60_000
const POLL_MS = 20

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the migrated database that every test file's own is cloned from. Nobody may stay connected to it. */
    templateUrl: string
  }
}

export type TestDatabase = { url: string; name: string }

/**
 * A migrated, empty database for this test file alone. Call it at the top of the file. It is dropped when the file's
 * tests are over, and the file fails if anything is still connected then: a pool not closed here is a pool that keeps
 * a server from stopping.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { drop, ...database } = await cloneTemplate()
  afterAll(drop)
  return database
}

/** A migrated, empty database whose end its owner calls: `drop` throws when anything is still connected to it. */
export async function cloneTemplate(): Promise<TestDatabase & { drop: () => Promise<void> }> {
  const templateUrl = inject('templateUrl')
  const template = new URL(templateUrl).pathname.slice(1)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The files are copied: with fsync off that is quicker than Postgres' default of writing each page to the log.
  await onServer(templateUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  )
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  return { url: url.href, name, drop: () => onServer(templateUrl, (client) => dropUnlessLeaked(client, name)) }
}

/**
 * Takes every row and job out of a database whose processes run on: they find it as a new one. What a worker has in its
 * hands it finishes first; that it is alive stays known.
 * @throws Error when a job is not finished within a minute
 */
export async function emptyDatabase({ url }: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const deadline = Date.now() + FINISHING_MS
    for (;;) {
      await client.query('DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL')
      const { rows } = await client.query('SELECT 1 FROM graphile_worker._private_jobs')
      if (rows.length === 0) break
      if (Date.now() > deadline) throw new Error('A worker does not finish what it has in its hands')
      await sleep(POLL_MS)
    }
    const { rows } = await client.query<{ table: string }>(
      `SELECT format('%I', tablename) AS table FROM pg_tables
       WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'worker_heartbeats')`,
    )
    // The ledger refuses to be emptied, by a trigger that is no replica's.
    await client.query('SET session_replication_role = replica')
    await client.query(`TRUNCATE ${rows.map(({ table }) => table).join(', ')} RESTART IDENTITY`)
  } finally {
    await client.end()
  }
}

async function dropUnlessLeaked(client: pg.Client, name: string): Promise<void> {
  const deadline = Date.now() + CLOSING_MS
  let leaked = await connectionsTo(client, name)
  while (leaked.length > 0 && Date.now() < deadline) {
    await sleep(POLL_MS)
    leaked = await connectionsTo(client, name)
  }
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  if (leaked.length > 0) {
    throw new Error(`This file left ${leaked.length} connections open. Their last statements:\n${leaked.join('\n')}`)
  }
}

async function connectionsTo(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ last: string }>(
    `SELECT concat_ws(' ', nullif(application_name, ''), state, left(query, 100)) AS last
     FROM pg_stat_activity WHERE datname = $1`,
    [name],
  )
  return rows.map((row) => row.last)
}

async function onServer<T>(templateUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(templateUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return await work(client).finally(() => client.end())
}

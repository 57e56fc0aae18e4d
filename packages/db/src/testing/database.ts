import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

/** Connections that a test file closed may take this long to leave Postgres' own list. */
/** A busy machine is no leak: a limit that only a connection which nobody closes reaches. */
const CLOSING_MS = 30_000
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
  const templateUrl = inject('templateUrl')
  const template = new URL(templateUrl).pathname.slice(1)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The files are copied: with fsync off that is quicker than Postgres' default of writing each page to the log.
  await onServer(templateUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  )
  afterAll(() => onServer(templateUrl, (client) => dropUnlessLeaked(client, name)))
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  return { url: url.href, name }
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

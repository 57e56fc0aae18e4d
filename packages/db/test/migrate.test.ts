import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate, migrationNames } from '../src/migrate.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

const database = await createTestDatabase()
const busy = await createTestDatabase()
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

test('a migrated database has our tables and the job queue', async () => {
  const tables = await names("SELECT table_schema || '.' || table_name AS name FROM information_schema.tables")
  expect(tables).toEqual(expect.arrayContaining(['public.users', 'public.credit_entries', 'graphile_worker.jobs']))
})

test('migrating a migrated database changes nothing', async () => {
  const before = await names('SELECT migration_name || finished_at AS name FROM _prisma_migrations')
  await migrate(database.url)
  expect(await names('SELECT migration_name || finished_at AS name FROM _prisma_migrations')).toEqual(before)
})

test(
  'of several deploys at once one makes the database and migrates it, and the others wait for it',
  { timeout: 60_000 },
  async () => {
    const fresh = new URL(database.url)
    fresh.pathname = `/fresh_${randomUUID()}`
    try {
      await Promise.all(Array.from({ length: 4 }, () => migrate(fresh.href)))
      expect(await names('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1', fresh.href)).toEqual(
        migrationNames(),
      )
    } finally {
      await names(`DROP DATABASE "${fresh.pathname.slice(1)}"`)
    }
  },
)

test(
  'a migration that waits for a long transaction keeps nobody from the table, and is made after it',
  { timeout: 120_000 },
  async () => {
    const folder = release('ALTER TABLE users ADD COLUMN of_a_new_release text')
    const long = await connect(busy.url)
    await long.query('BEGIN; SELECT count(*) FROM users')
    const migrating = Promise.all([migrate(busy.url, folder), migrate(busy.url, folder)])
    const reader = await connect(busy.url)
    const isWaiting = `SELECT 1 FROM pg_locks WHERE relation = 'users'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`
    await expect.poll(async () => (await reader.query(isWaiting)).rowCount, { timeout: 60_000 }).toBeGreaterThan(0)
    // Who comes now stands behind the migration; the long transaction is not over, and this is answered all the same.
    expect((await reader.query('SELECT id FROM users')).rows).toEqual([])
    await long.query('COMMIT')
    await migrating
    expect((await reader.query('SELECT of_a_new_release FROM users')).rows).toEqual([])
    await Promise.all([long.end(), reader.end()])
  },
)

// The version before still serves while a migration runs, and for as long after as a deploy takes.
test.each(migrationNames())('%s leaves what the version before it reads and writes', (name) => {
  const sql = readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8').replaceAll(/--.*$/gm, '')
  for (const statement of sql.split(';')) {
    // A function whose name another one takes in the same migration is there for both versions.
    const renamed = /^\s*ALTER FUNCTION "(\w+)"\(.*\) RENAME TO "\w+"\s*$/.exec(statement)?.[1]
    if (renamed && sql.split(statement)[1]?.includes(`CREATE FUNCTION "${renamed}"(`)) continue
    expect(statement).not.toMatch(/\b(DROP (TABLE|COLUMN|VIEW|TYPE)|RENAME (TO|COLUMN)|SET DATA TYPE|SET NOT NULL)\b/i)
    for (const column of statement.split(/\bADD COLUMN\b/i).slice(1))
      if (/NOT NULL/i.test(column)) expect(column).toMatch(/DEFAULT|SERIAL/i)
  }
})

/** The migrations of a release that has one more than this checkout. */
function release(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-migrations-'))
  folders.push(folder)
  cpSync(MIGRATIONS, folder, { recursive: true })
  const name = join(folder, '99991231235959_of_a_new_release')
  mkdirSync(name)
  writeFileSync(join(name, 'migration.sql'), sql)
  return folder
}

async function names(sql: string, url = database.url): Promise<string[]> {
  const client = await connect(url)
  const { rows } = await client.query<{ name: string }>(sql).finally(() => client.end())
  return rows.map((row) => row.name)
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

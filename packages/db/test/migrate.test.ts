import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../src/migrate.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const database = await createTestDatabase()

test('a migrated database has our tables and the job queue', async () => {
  const tables = await query('SELECT table_schema || \'.\' || table_name AS name FROM information_schema.tables')
  expect(tables).toEqual(expect.arrayContaining(['public.users', 'public.credit_entries', 'graphile_worker.jobs']))
})

test('migrating a migrated database changes nothing', async () => {
  const before = await query('SELECT migration_name || finished_at AS name FROM _prisma_migrations')
  await migrate(database.url)
  expect(await query('SELECT migration_name || finished_at AS name FROM _prisma_migrations')).toEqual(before)
})

async function query(sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(sql).finally(() => client.end())
  return rows.map((row) => row.name)
}

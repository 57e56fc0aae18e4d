import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { runPrisma } from './prisma.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** Brings a database to the schema of this checkout: our tables by Prisma, the job queue's by graphile-worker. */
export async function migrate(databaseUrl: string): Promise<void> {
  if (!(await isCurrent(databaseUrl))) {
    const { code, output } = await runPrisma(['migrate', 'deploy'], databaseUrl)
    if (code !== 0) throw new Error(`The database could not be migrated.\n${output}`)
  }
  await runMigrations({ connectionString: databaseUrl })
}

// The CLI takes 2 s to find out that nothing is to do, which every start would wait for; this takes 20 ms. Whatever
// looks unusual (a missing table, a changed file, a failed migration) goes to the CLI, which judges it.
async function isCurrent(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string; checksum: string; is_applied: boolean }>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AND rolled_back_at IS NULL AS is_applied
       FROM _prisma_migrations ORDER BY migration_name`,
    )
    const applied = rows.map((row) => `${row.name} ${row.is_applied ? row.checksum : 'not applied'}`)
    return applied.join('\n') === committedMigrations().join('\n')
  } catch {
    return false
  } finally {
    await client.end()
  }
}

function committedMigrations(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => existsSync(join(MIGRATIONS, name, 'migration.sql')))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(MIGRATIONS, name, 'migration.sql'))
      return `${name} ${createHash('sha256').update(sql).digest('hex')}`
    })
}

import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { holdDeployLock } from './deploy-lock.ts'
import { runPrisma } from './prisma.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** A table was not to be had within what `schema-engine-pg.mjs` allows, or only against somebody who waited for us. */
const HAD_NO_TURN = /canceling statement due to lock timeout|deadlock detected|Transaction write conflict/
const TRIES = 60
const PAUSE_MS = 1000

/**
 * Brings a database to the schema of this checkout: our tables by Prisma, the job queue's by graphile-worker. It may run
 * while older processes serve. Of several at once each waits for the one before it and then finds nothing to do. A
 * migration that cannot have a table at once lets everybody pass who waits behind it, and tries again.
 * @param folder of the migrations
 * @throws Error when a migration fails, or got no turn in some minutes
 */
export async function migrate(databaseUrl: string, folder = MIGRATIONS): Promise<void> {
  const lock = await holdDeployLock(databaseUrl)
  try {
    if (!(await isCurrent(lock.client, folder))) await applyMigrations(lock.client, databaseUrl, folder)
    await runMigrations({ connectionString: databaseUrl })
  } finally {
    await lock.release()
  }
}

/**
 * Brings a database as far as an older release had it.
 * @param names of the migrations of that release
 * @throws Error when one of them is not of this checkout
 */
export async function migrateTo(databaseUrl: string, names: readonly string[]): Promise<void> {
  const ours = new Set(migrationNames())
  const unknown = names.filter((name) => !ours.has(name))
  if (unknown.length)
    throw new Error(`The database is of a newer release: this one has no migration ${unknown.join(', ')}.`)
  const folder = mkdtempSync(join(tmpdir(), 'printroom-migrations-'))
  try {
    for (const name of [...names, 'migration_lock.toml'])
      cpSync(join(MIGRATIONS, name), join(folder, name), { recursive: true })
    await migrate(databaseUrl, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function applyMigrations(client: pg.Client, databaseUrl: string, folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { code, output } = await runPrisma(['migrate', 'deploy'], databaseUrl, folder)
    if (code === 0) return
    if (!HAD_NO_TURN.test(output) || tries === TRIES) throw new Error(`The database could not be migrated.\n${output}`)
    // Postgres took back what there was of it, a script being one transaction; Prisma wants to be told so.
    const { rows } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL',
    )
    for (const { name } of rows) await runPrisma(['migrate', 'resolve', '--rolled-back', name], databaseUrl, folder)
    await pause(PAUSE_MS)
  }
}

// The CLI takes 2 s to find out that nothing is to do, which every start would wait for; this takes 20 ms. Whatever
// looks unusual (a missing table, a changed file, a failed migration) goes to the CLI, which judges it.
async function isCurrent(client: pg.Client, folder: string): Promise<boolean> {
  try {
    const { rows } = await client.query<{ name: string; checksum: string; is_applied: boolean }>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AND rolled_back_at IS NULL AS is_applied
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
    )
    const applied = rows.map((row) => `${row.name} ${row.is_applied ? row.checksum : 'not applied'}`)
    return applied.join('\n') === committedMigrations(folder).join('\n')
  } catch {
    return false
  }
}

/** The names of the migrations of this checkout, oldest first. */
export const migrationNames = (folder = MIGRATIONS): string[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .toSorted()

function committedMigrations(folder: string): string[] {
  return migrationNames(folder).map((name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'))
    return `${name} ${createHash('sha256').update(sql).digest('hex')}`
  })
}

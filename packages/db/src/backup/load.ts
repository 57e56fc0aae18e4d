import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { holdDeployLock } from '../deploy-lock.ts'
import { migrate, migrateTo } from '../migrate.ts'
import { type Manifest, readManifest, tablePath } from './manifest.ts'
import { listTables, readTable, TEXT_FORMAT } from './tables.ts'

/** `unbalanced`: sellers whose balance is not the sum of their ledger; 0 wherever the database was never tampered with. */
export type LoadReport = { rows: number; takenAt: string; waitingJobs: number; unbalanced: number }

/**
 * Brings a copy that `dumpDatabase` made into a database that is empty or not there yet: makes the tables as they were,
 * fills them in one transaction, compares every table's rows with the copy's hash, and migrates the rest of the way to
 * this release. Jobs that were being worked on wait again: their workers are not of this database.
 * @throws Error when the copy is damaged or newer than this release, or the database is not empty; it is then as before,
 * but for empty tables
 */
export async function loadDatabase(
  databaseUrl: string,
  folder: string,
  onTable: (name: string, rows: number) => void = () => {},
): Promise<LoadReport> {
  const manifest = await readManifest(folder)
  await migrateTo(databaseUrl, manifest.migrations)
  const { client, release } = await holdDeployLock(databaseUrl)
  let report: LoadReport
  try {
    await client.query(TEXT_FORMAT)
    await client.query('BEGIN')
    await assertSameShape(client, manifest)
    await fill(client, manifest, folder, onTable)
    await letGoOfJobs(client)
    report = await countUp(client, manifest)
    await client.query('COMMIT')
  } finally {
    await release()
  }
  await migrate(databaseUrl)
  return report
}

async function assertSameShape(client: pg.Client, { migrations, queueMigration, tables }: Manifest): Promise<void> {
  const { rows: applied } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
  )
  if (applied.map(({ name }) => name).join() !== migrations.join())
    throw new Error('The database has other migrations than the backup. Restore into one that is not there yet.')
  const { rows: queue } = await client.query<{ id: number }>(
    'SELECT max(id)::int AS id FROM graphile_worker.migrations',
  )
  if (queue[0]?.id !== queueMigration)
    throw new Error(
      'The job queue of this release is not that of the backup. Restore with the release that made it, then deploy this one.',
    )
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`)
    if (rowCount)
      throw new Error(`The database is not empty: ${name} has rows. Restore into one that is not there yet.`)
  }
}

async function fill(
  client: pg.Client,
  manifest: Manifest,
  folder: string,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  const order = await listTables(client)
  const tables = order.flatMap(({ name }) => manifest.tables.filter((table) => table.name === name))
  // Our triggers keep balances and the ledger in step and refuse what never comes in order: here both come as they were.
  // Foreign keys stay on, and whoever owns the tables may do this; nobody has to be superuser.
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  for (const table of tables) {
    const target = client.query(copyFrom(`COPY ${table.name} (${table.columns.join(', ')}) FROM STDIN`))
    await pipeline(createReadStream(tablePath(folder, table)), createGunzip(), target)
    const { rows, sha256 } = await readTable(client, table)
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new Error(
        `${table.name} has ${rows} rows that are not the ${table.rows} of the backup: ${tablePath(folder, table)} is damaged.`,
      )
    onTable(table.name, rows)
  }
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  for (const { name, value } of manifest.sequences) await client.query('SELECT setval($1::regclass, $2)', [name, value])
  await client.query('SET LOCAL check_function_bodies = off')
  for (const definition of manifest.functions) await client.query(definition)
}

/** `attempts` counts a try when it begins: those that were under way are not counted against their jobs. */
async function letGoOfJobs(client: pg.Client): Promise<void> {
  await client.query('DELETE FROM worker_heartbeats')
  await client.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, attempts = greatest(attempts - 1, 0) WHERE locked_at IS NOT NULL`,
  )
  await client.query(
    'UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL',
  )
}

async function countUp(client: pg.Client, { tables, takenAt }: Manifest): Promise<LoadReport> {
  const { rows } = await client.query<{ waitingJobs: number; unbalanced: number }>(
    `SELECT (SELECT count(*)::int FROM graphile_worker.jobs WHERE attempts < max_attempts) AS "waitingJobs",
      (SELECT count(*)::int FROM credit_summary WHERE NOT adds_up) AS unbalanced`,
  )
  return {
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    takenAt,
    waitingJobs: rows[0]?.waitingJobs ?? 0,
    unbalanced: rows[0]?.unbalanced ?? 0,
  }
}

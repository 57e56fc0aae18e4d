import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { holdDeployLock } from '../deploy-lock.ts'
import { type Manifest, manifestPath, newManifest, tablePath } from './manifest.ts'
import { listTables, readTable, TEXT_FORMAT } from './tables.ts'

const SCHEMAS = `('public', 'graphile_worker')`
const QUICK = { level: 3 } // half the time of zlib's default, for a tenth more space

export type DumpOptions = {
  /** Called while the snapshot is held, with its id: another transaction that takes it sees the same rows. */
  whileHeld?: (snapshot: string) => Promise<void>
  onTable?: (name: string, rows: number) => void
}

/**
 * Copies a database into a new folder as it is at one moment, while everybody goes on reading and writing: a compressed
 * file a table (Postgres' COPY text) and a manifest with their hashes. Waiting jobs are copied with the rest. The folder
 * holds what sessions and codes are checked against: it is as secret as the database.
 * @throws Error when Postgres or the disk fails; the folder is then not whole and has no manifest
 */
export async function dumpDatabase(
  databaseUrl: string,
  folder: string,
  { whileHeld, onTable }: DumpOptions = {},
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Nobody changes a table's shape meanwhile.
  const { client, release } = await holdDeployLock(databaseUrl, 'shared')
  try {
    await client.query(TEXT_FORMAT)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { takenAt, snapshot } = await one<{ takenAt: Date; snapshot: string }>(
      client,
      `SELECT now() AS "takenAt", pg_export_snapshot() AS snapshot`,
    )
    await whileHeld?.(snapshot)
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) {
      const file = createWriteStream(tablePath(folder, table), { mode: 0o600, flush: true })
      const contents = await readTable(client, table, (text) => pipeline(text, createGzip(QUICK), file))
      onTable?.(table.name, contents.rows)
      tables.push({ ...table, ...contents })
    }
    const manifest = newManifest({ takenAt: takenAt.toISOString(), tables, ...(await shapeOf(client)) })
    await client.query('COMMIT')
    await writeSynced(manifestPath(folder), JSON.stringify(manifest, null, 2))
    return manifest
  } finally {
    await release()
  }
}

/** What is in a database beside its rows. A sequence stands outside of snapshots: it is read last and is never behind them. */
async function shapeOf(
  client: pg.Client,
): Promise<Pick<Manifest, 'migrations' | 'queueMigration' | 'sequences' | 'functions'>> {
  const migrations = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  )
  const { queueMigration } = await one<{ queueMigration: number }>(
    client,
    'SELECT max(id)::int AS "queueMigration" FROM graphile_worker.migrations',
  )
  const sequences = await client.query<{ name: string; value: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname IN ${SCHEMAS} AND last_value IS NOT NULL ORDER BY 1`,
  )
  const functions = await client.query<{ definition: string }>(
    `SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY p.proname`,
  )
  return {
    migrations: migrations.rows.map(({ name }) => name),
    queueMigration,
    sequences: sequences.rows,
    functions: functions.rows.map(({ definition }) => definition),
  }
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<Row> {
  const { rows } = await client.query<Row>(sql)
  if (!rows[0]) throw new Error('Postgres answered no row.')
  return rows[0]
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

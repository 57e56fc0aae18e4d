import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contents, Table } from './tables.ts'

const FORMAT = 1
const NAME = 'manifest.json'

/** What a copy of a database is of, and what it must come to when it is read back. */
export type Manifest = {
  format: typeof FORMAT
  takenAt: string
  /** Names of our migrations that it had. */
  migrations: string[]
  /** Number of the job queue's last migration. */
  queueMigration: number
  tables: (Table & Contents)[]
  /** The last number that each has given out. */
  sequences: { name: string; value: string }[]
  /** Definitions: one holds a salt that the database made for itself. */
  functions: string[]
}

/** Where a backup's manifest lies. */
export const manifestPath = (folder: string): string => join(folder, NAME)
/** Where a table's rows lie in a backup: Postgres' COPY text, gzipped. */
export const tablePath = (folder: string, { name }: Table): string =>
  join(folder, `${name.replaceAll('"', '')}.copy.gz`)

/** @throws Error when the folder holds no copy of a database, or one that this release cannot read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => null)
  if (text === null) throw new Error(`${folder} holds no whole backup: ${NAME} is missing.`)
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== FORMAT)
    throw new Error(`${folder} was written in format ${manifest.format}; this release reads ${FORMAT}.`)
  return manifest
}

/** A manifest in the format that this release writes. */
export const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...parts })

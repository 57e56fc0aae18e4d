import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpDatabase } from '@printroom/db/backup/dump'
import type { Db } from '@printroom/db/client'
import { createLocalStorage } from '../adapters/storage/local.ts'
import { missingAsNull, type Storage } from '../domain/files/storage.ts'
import { forEachFile, storedFiles } from './copy-storage.ts'
import type { StoredFile } from '../domain/files/keys.ts'
import { ownedOf } from '../domain/files/owned-files.ts'
import { readFileList, writeFileList, type ListedFile } from './file-list.ts'

/** Where the parts of a backup stand in its folder. */
export const partsOf = (folder: string) => ({
  database: join(folder, 'database'),
  files: createLocalStorage(join(folder, 'files')),
})
/** The SHA-256 of bytes, in 64 hexadecimal digits. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** `gone` were deleted by their owners meanwhile; `lost` are files that rows point at and the store does not have. */
export type BackupReport = {
  rows: number
  copied: number
  bytes: number
  alreadyThere: number
  gone: string[]
  lost: string[]
}
export type Progress = (said: string) => void

const SAY_EVERY = 200
const LIST_WITHIN_MS = 600_000

/**
 * Copies database and files into a folder while everything runs: the rows as they are at one moment, and every file that
 * they point at. In a folder that holds a backup already, files that came through whole are kept, and the old backup is
 * replaced when the new one is complete. What came after its moment is not in it.
 * @throws Error when the database, a store or the disk fails: a backup that was there is still there
 */
export async function backUp(
  { db, storage, databaseUrl }: { db: Db; storage: Storage; databaseUrl: string },
  folder: string,
  say: Progress = () => {},
): Promise<BackupReport> {
  const { database, files } = partsOf(folder)
  const [fresh, old] = [`${database}.part`, `${database}.old`]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const left of [fresh, old]) await rm(left, { recursive: true, force: true })

  let stored: StoredFile[] = []
  const { tables } = await dumpDatabase(databaseUrl, fresh, {
    whileHeld: async (snapshot) => void (stored = await filesOf(db, snapshot)),
    onTable: (name, rows) => say(`${name}: ${rows} rows`),
  })
  const before = new Map((await readFileList(database).catch(() => [])).map(({ key, sha256 }) => [key, sha256]))
  const { listed, ...counts } = await copyFiles(stored, before, storage, files, say)
  const absent = listed.filter(({ sha256 }) => sha256 === null).map(({ key }) => key)
  const owned = await ownedOf(db, absent)
  await writeFileList(
    fresh,
    listed.filter(({ key }) => !owned.has(key)),
  )

  await rename(database, old).catch(ignoreMissing)
  await rename(fresh, database)
  await rm(old, { recursive: true, force: true })
  const kept = new Set(listed.map(({ key }) => key))
  for (const key of before.keys()) if (!kept.has(key)) await files.delete(key)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    rows,
    ...counts,
    gone: absent.filter((key) => !owned.has(key)),
    lost: absent.filter((key) => owned.has(key)),
  }
}

/** The files that the rows of a snapshot point at. */
async function filesOf(db: Db, snapshot: string): Promise<StoredFile[]> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe(`SET TRANSACTION SNAPSHOT '${snapshot}'`) // an id of Postgres' own; a parameter is not allowed here
      const files: StoredFile[] = []
      for await (const batch of storedFiles(tx)) files.push(...batch)
      return files
    },
    { isolationLevel: 'RepeatableRead', timeout: LIST_WITHIN_MS },
  )
}

async function copyFiles(
  stored: StoredFile[],
  before: ReadonlyMap<string, string | null>,
  from: Storage,
  to: Storage,
  say: Progress,
) {
  const counts = { copied: 0, bytes: 0, alreadyThere: 0 }
  const listed: ListedFile[] = []
  const copy = async ({ key, type }: StoredFile) => {
    const kept = before.get(key) ? await to.get(key).catch(missingAsNull) : null
    if (kept && sha256Of(kept) === before.get(key)) {
      counts.alreadyThere++
      listed.push({ key, type, sha256: sha256Of(kept) })
      return
    }
    const bytes = await from.get(key).catch(missingAsNull)
    listed.push({ key, type, sha256: bytes && sha256Of(bytes) })
    if (!bytes) return
    await to.put(key, bytes, type)
    counts.copied++
    counts.bytes += bytes.length
  }
  await forEachFile([stored], copy, (done) => done % SAY_EVERY === 0 && say(`${done} of ${stored.length} files`))
  // Copies end in any order; the list and the report have one.
  return { listed: listed.toSorted((one, other) => (one.key < other.key ? -1 : 1)), ...counts }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

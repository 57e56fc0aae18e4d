import { createDb } from '@printroom/db/client'
import { loadDatabase, type LoadReport } from '@printroom/db/backup/load'
import { readManifest } from '@printroom/db/backup/manifest'
import type { Storage } from '../domain/files/storage.ts'
import { forEachFile } from './copy-storage.ts'
import { partsOf, sha256Of, type Progress } from './back-up.ts'
import { readFileList, type ListedFile } from './file-list.ts'

/** `removed`: rows whose file was deleted by its owner while the backup was made. */
export type RestoreReport = LoadReport & { files: number; bytes: number; removed: number }

const SAY_EVERY = 200

/**
 * Brings a backup back: its files into a store, then its rows into a database that is empty or not there yet. Every file
 * and every table is compared with its hash. One that was cut short can be run again.
 * @throws Error when the backup is damaged, or the database is not empty
 */
export async function restore(
  { storage, databaseUrl }: { storage: Storage; databaseUrl: string },
  folder: string,
  say: Progress = () => {},
): Promise<RestoreReport> {
  const { database, files: from } = partsOf(folder)
  await readManifest(database)
  const listed = await readFileList(database)
  const report = { files: 0, bytes: 0 }
  const copy = async ({ key, type, sha256 }: ListedFile) => {
    if (sha256 === null) return
    const bytes = await from.get(key)
    if (sha256Of(bytes) !== sha256) throw new Error(`The backup is damaged: ${key} is not the file that was copied.`)
    if ((await storage.sizeOf(key)) !== bytes.length) await storage.put(key, bytes, type)
    report.files++
    report.bytes += bytes.length
  }
  await forEachFile([listed], copy, (done) => done % SAY_EVERY === 0 && say(`${done} of ${listed.length} files`))
  const loaded = await loadDatabase(databaseUrl, database, (name, rows) => say(`${name}: ${rows} rows`))
  const gone = listed.filter(({ sha256 }) => sha256 === null).map(({ key }) => key)
  return { ...loaded, ...report, removed: await removeRowsOf(databaseUrl, gone) }
}

/** What its owner deleted a moment after the rows were copied stays deleted. */
async function removeRowsOf(databaseUrl: string, keys: string[]): Promise<number> {
  const db = createDb(databaseUrl, 2)
  try {
    const where = { OR: [{ fileKey: { in: keys } }, { thumbnailKey: { in: keys } }] }
    const mockups = await db.mockup.deleteMany({ where })
    const designs = await db.design.deleteMany({ where })
    return mockups.count + designs.count
  } finally {
    await db.$disconnect()
  }
}

import type { Transaction } from '@printroom/db/client'
import type { Context } from '../../context.ts'
import { addJob, removeJob } from '../../jobs/jobs.ts'
import { keysOf } from './keys.ts'

/** So long, in seconds, may files be without a row; an attempt at a mockup has been given up long before. */
const UNOWNED_SECONDS = 3600

export type NewFile = { key: string; bytes: Uint8Array; contentType: string }

/**
 * Stores files and makes the row that points at them. A job that deletes them waits from before the first byte until the
 * row's own transaction takes it away: whatever ends in between (a kill, a full disk, a commit whose answer is lost on the
 * way), there is in the end a row with its files, or neither.
 * @param makeRow inside the transaction; null when there is to be no row after all
 * @returns what `makeRow` does
 * @throws Error what the store, the database or `makeRow` raise
 */
export async function storeOwned<Row>(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  files: readonly NewFile[],
  makeRow: (tx: Transaction) => Promise<Row>,
): Promise<Row> {
  const keys = files.map(({ key }) => key)
  const job = `unowned:${keys[0]}`
  const drop = () => Promise.allSettled(keys.map((key) => storage.delete(key)))
  await addJob(db, 'delete-files', { keys }, job, { afterSeconds: UNOWNED_SECONDS })
  try {
    for (const { key, bytes, contentType } of files) await storage.put(key, bytes, contentType)
  } catch (error) {
    await drop() // at once: the store may be full
    throw error
  }
  // When this throws, nobody knows whether it was committed: the files stay, and the job finds out.
  const row = await db.$transaction(async (tx) => {
    const made = await makeRow(tx)
    if (made !== null) await removeJob(tx, job)
    return made
  })
  if (row === null) await drop()
  return row
}

/** Deletes the files that no row points at; the others are left. @throws Error when the store or the database fails */
export async function deleteUnowned(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  keys: readonly string[],
): Promise<void> {
  const owned = await ownedOf(db, keys)
  await Promise.all(keys.filter((key) => !owned.has(key)).map((key) => storage.delete(key)))
}

/** Which of these files a row points at. */
export async function ownedOf(db: Context['db'], keys: readonly string[]): Promise<ReadonlySet<string>> {
  const among = { in: [...keys] }
  const pictures = { OR: [{ fileKey: among }, { thumbnailKey: among }, { cardKey: among }] }
  const rows = await Promise.all([
    db.design.findMany({ where: { OR: [...pictures.OR, { printKey: among }] } }),
    db.mockup.findMany({ where: pictures }),
    db.mockupExport.findMany({ where: { fileKey: among } }),
    db.upload.findMany({ where: { fileKey: among } }),
    db.scene.findMany({
      where: {
        OR: [
          ...pictures.OR,
          { photoKey: among },
          { maskKey: among },
          { nextMaskKey: among },
          { previewKeys: { hasSome: [...keys] } },
          { mendKeys: { hasSome: [...keys] } },
        ],
      },
    }),
  ])
  return new Set(rows.flat().flatMap(keysOf))
}

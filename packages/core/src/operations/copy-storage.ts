import type { Db, Transaction } from '@printroom/db/client'
import { missingAsNull, type Storage } from '../domain/files/storage.ts'
import { type StoredFile, ZIP, filesOf } from '../domain/files/keys.ts'

export type CopyReport = { copied: number; bytes: number; alreadyThere: number; missing: string[] }

const AT_ONCE = 4
const BATCH = 500

/**
 * Copies every file that a row points at from one store to another, but for exports, which are made anew where they miss. What is there already with the same size is left:
 * a run that was cut short goes on where it stopped, and a run after the switch takes what came meanwhile. Nothing is
 * deleted. `onProgress` hears how many files have been looked at.
 * @throws Error when a store fails for good, or a copy has another size than its original
 */
export async function copyStorage(
  db: Db,
  from: Storage,
  to: Storage,
  onProgress: (seen: number) => void = () => {},
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, bytes: 0, alreadyThere: 0, missing: [] }
  const copy = async ({ key, type }: StoredFile) => {
    const size = await from.sizeOf(key)
    const there = await to.sizeOf(key)
    if (there !== null && (size === null || there === size)) report.alreadyThere++
    else if (size === null) report.missing.push(key)
    else {
      if (there !== null) await to.delete(key)
      const bytes = await from.get(key).catch(missingAsNull)
      if (bytes === null) return void report.missing.push(key) // its row was deleted a moment ago
      await to.put(key, bytes, type)
      const arrived = await to.sizeOf(key)
      if (arrived !== bytes.length) throw new Error(`${key} has ${bytes.length} bytes and its copy ${arrived}`)
      report.copied++
      report.bytes += bytes.length
    }
  }
  await forEachFile(storedFiles(db), copy, onProgress)
  return report
}

/**
 * Works on files, a few at a time. `onProgress` hears how many are done.
 * @throws Error the first that `work` raises; nothing is worked on any more then
 */
export async function forEachFile<File>(
  batches: AsyncIterable<File[]> | Iterable<File[]>,
  work: (file: File) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<void> {
  let done = 0
  for await (const files of batches) {
    const queue = files.values()
    let hasFailed = false
    const lane = async () => {
      for (const file of queue) {
        if (hasFailed) return
        await work(file).catch((error: unknown) => {
          hasFailed = true
          throw error
        })
        onProgress(++done)
      }
    }
    // All are waited for: when this function has thrown, nothing is worked on any more.
    const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane))
    for (const end of lanes) if (end.status === 'rejected') throw end.reason
  }
}

/** Every file that a row points at, in batches. */
export async function* storedFiles(db: Db | Transaction): AsyncGenerator<StoredFile[]> {
  const page = (after: string | undefined) => ({
    orderBy: { id: 'asc' } as const,
    take: BATCH,
    ...(after ? { cursor: { id: after }, skip: 1 } : {}),
  })
  for (const [type, find] of [
    ['image/png', (after?: string) => db.design.findMany(page(after))],
    ['image/jpeg', (after?: string) => db.mockup.findMany(page(after))],
    ['image/png', (after?: string) => db.upload.findMany(page(after))],
    [ZIP, (after?: string) => db.scene.findMany(page(after))],
  ] as const)
    for (let rows = await find(); rows.length > 0; rows = await find(rows.at(-1)?.id))
      yield rows.flatMap((row) => filesOf(row, type))
}

import { afterAll, beforeEach, expect, vi } from 'vitest'
import type { UserId } from '../src/context.ts'
import { createDesign } from '../src/domain/designs/create.ts'
import { ingestDesign } from '../src/domain/designs/ingest.ts'
import { listenForGenerations } from '../src/adapters/events/listener.ts'
import type { Decoder } from '../src/domain/designs/decoder.ts'
import { type Storage, StorageMissing } from '../src/domain/files/storage.ts'
import { deleteUnowned } from '../src/domain/files/owned-files.ts'
import { plainPng } from './hostile-png.ts'
import { createFixture } from './fixture.ts'

export type Ingest = Decoder['ingest']
export const taken: Ingest = async () => ({
  ok: true,
  width: 40,
  height: 40,
  file: Buffer.from('png'),
  print: Buffer.from('print'),
  thumbnail: Buffer.from('webp'),
  card: Buffer.from('card'),
})
/** What a test may put in the way: its own reading of an upload, and a wait before a file is stored. */
export const hooks: { ingest: Ingest; beforePut: () => Promise<void> } = { ingest: taken, beforePut: async () => {} }
/** Every key that was ever stored under, in order, and what is there. */
export const stored: string[] = []
const files = new Map<string, Uint8Array>()
const storage: Partial<Storage> = {
  async put(key, bytes) {
    stored.push(key)
    await hooks.beforePut()
    files.set(key, bytes)
  },
  get: async (key) => Buffer.from(files.get(key) ?? raise(new StorageMissing(key))),
  delete: async (key) => void files.delete(key),
}
const raise = (error: Error): never => {
  throw error
}
const { db, context, url } = await createFixture({ decoder: { ingest: (bytes) => hooks.ingest(bytes) }, storage })
export { context, db }
const events = listenForGenerations(url, context.log)
afterAll(() => events.close())
beforeEach(() => {
  hooks.ingest = taken
  hooks.beforePut = async () => {}
})

export const PNG = plainPng()
export const send = (
  user: UserId,
  { bytes = PNG, ...wait }: { bytes?: Buffer; signal?: AbortSignal; seconds?: number } = {},
) => createDesign(context, events, user, { filename: 'sun.png', bytes }, wait)
/** The seller's uploads, oldest first, once there are so many. */
export async function uploadsOf(userId: UserId, count = 1) {
  const find = () => db.upload.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  await vi.waitFor(async () => expect(await find()).toHaveLength(count), { timeout: 30_000 })
  return find()
}
export const jobs = async () =>
  (
    await db.$queryRaw<
      { key: string }[]
    >`SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'ingest-design' ORDER BY run_at, id`
  ).map(({ key }) => key)
const keysToDelete = async () =>
  (
    await db.$queryRaw<{ keys: string[] }[]>`
  SELECT ARRAY(SELECT json_array_elements_text(payload -> 'keys')) AS keys FROM graphile_worker._private_jobs j
  JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'delete-files' AND run_at <= now()`
  ).flatMap(({ keys }) => keys)
/** Files that were ever stored and are there still, after all that is due to be deleted is gone. */
export async function filesLeft(since: number): Promise<string[]> {
  await deleteUnowned(context, await keysToDelete())
  return stored.slice(since).filter((key) => files.has(key))
}
/** As the queue does: the job goes when its work is done. */
export async function work(id: string, isLastTry = false): Promise<void> {
  await ingestDesign(context, id, isLastTry)
  await db.$executeRaw`SELECT graphile_worker.remove_job(${id})`
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorkerContext } from '@printroom/core/boot/worker-context'
import type { UserId } from '@printroom/core/context'
import { removeDesign } from '@printroom/core/domain/designs/remove'
import { parseEnv } from '@printroom/core/env'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, expect, it, vi } from 'vitest'
import { startWorker } from '../src/worker.ts'

const { url } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'printroom-delete-'))
const quiet = { info() {}, warn() {}, error() {} }
const { context, close } = await createWorkerContext(
  parseEnv({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir, WORKER_CONCURRENCY: '1' }),
  quiet,
)
const { db, storage } = context
afterAll(async () => {
  await close()
  await rm(dataDir, { recursive: true, force: true })
})

it('the files of a deleted row go with it, also when the store fails at first', async () => {
  const user = await db.user.create({ data: { email: 'tidy@example.com' } })
  const keys = { fileKey: 'design-tidy.png', thumbnailKey: 'design-thumb-tidy.webp' }
  for (const key of Object.values(keys)) await storage.put(key, Buffer.from('x'), 'image/png')
  const { id } = await db.design.create({
    data: { userId: user.id, filename: 'a.png', ...keys, width: 1, height: 1, fileSize: 1 },
  })

  let failures = 1
  const flaky = {
    ...storage,
    delete: (key: string) => (failures-- > 0 ? Promise.reject(new Error('the store is away')) : storage.delete(key)),
  }
  const worker = await startWorker({ ...context, storage: flaky })
  await removeDesign(context, user.id as UserId, id)
  await vi.waitFor(
    async () =>
      expect(await db.$queryRaw`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'delete-files'`).toEqual([]),
    { timeout: 30_000, interval: 200 },
  )
  await worker.stop()
  expect(failures).toBeLessThan(0)
  for (const key of Object.values(keys)) expect(await storage.sizeOf(key)).toBeNull()
})

import { afterAll, expect, it } from 'vitest'
import { createDb } from '../src/client.ts'
import { createTestDatabase, emptyDatabase } from '../src/testing/database.ts'

const database = await createTestDatabase()
const db = createDb(database.url, 2)
afterAll(() => db.$disconnect())

const jobs = () => db.$queryRaw<object[]>`SELECT 1 FROM graphile_worker._private_jobs`

it('a database is emptied of people, of the ledger that nobody may empty, and of jobs; its workers stay known', async () => {
  const { id: userId } = await db.user.create({ data: { email: 'maya@example.com' } })
  await db.creditEntry.create({
    data: { userId, amount: 10, bucket: 'topup', reason: 'signup', idempotencyKey: 'first' },
  })
  await db.workerHeartbeat.create({ data: { workerId: 'one', host: 'here', pid: 1 } })
  await db.$queryRaw`SELECT 1 FROM graphile_worker.add_job('render', '{}')`
  await expect(db.$executeRaw`TRUNCATE credit_entries`).rejects.toThrow('append-only')
  expect(await jobs()).toHaveLength(1)

  await emptyDatabase(database)
  expect([await db.user.count(), await db.creditEntry.count(), await db.welcomeGrant.count()]).toEqual([0, 0, 0])
  expect(await jobs()).toEqual([])
  expect(await db.workerHeartbeat.count()).toBe(1)
})

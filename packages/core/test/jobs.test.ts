import { expect, it } from 'vitest'
import { addJob, deleteReplacedJobs } from '../src/jobs/jobs.ts'
import { createFixture } from './fixture.ts'

const { db, context } = await createFixture()
const KEY = 'sync-billing:cus_1'
const add = () => addJob(db, 'sync-billing', { customer: 'cus_1' }, KEY)
const jobs = () =>
  db.$queryRaw`SELECT key, attempts < max_attempts AS "canRun", locked_by AS worker FROM graphile_worker.jobs ORDER BY id`

it('a job is added as well when a worker takes the waiting one of its key in the same moment', async () => {
  await add()
  const adding = await db.$transaction(async (worker) => {
    // As the queue gives a job to a worker, but for the commit: who adds the job now sees it wait, and then waits for its row.
    await worker.$executeRaw`UPDATE graphile_worker._private_jobs SET locked_by = 'worker-1', locked_at = now(), attempts = 1 WHERE key = ${KEY}`
    const added = add()
    const isWaiting = () =>
      db.$queryRaw<
        unknown[]
      >`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%add_job%' AND datname = current_database()`
    await expect.poll(isWaiting).toHaveLength(1)
    return { added }
  })
  await adding.added
  expect(await jobs()).toEqual([
    { key: null, canRun: false, worker: 'worker-1' },
    { key: KEY, canRun: true, worker: null },
  ])
})

it('a job that was replaced while it ran and then died is deleted, and no other', async () => {
  expect(await deleteReplacedJobs(context)).toBe(0)
  await db.$executeRaw`SELECT graphile_worker.force_unlock_workers(ARRAY['worker-1'])`
  expect(await deleteReplacedJobs(context)).toBe(1)
  expect(await jobs()).toEqual([{ key: KEY, canRun: true, worker: null }])
})

import { execFileSync } from 'node:child_process'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, expect, it } from 'vitest'
import { largeDesign, variedSettings } from './varied-orders.ts'
import { createFixture } from './fixture.ts'

const MAKES = 50
/** On two cores, with what glibc is told in worker-malloc.ts; 1.9 GB without it and with a cache of plates in each thread. */
const MOST_MB = 700
/** Between two looks at the memory: what is freed goes back while nothing is made. */
const LOOK_EVERY_MS = 500
const SETTLES_WITHIN_MS = 60_000

const { url } = await createTestDatabase()
const fixture = await createFixture(url, { WORKER_CONCURRENCY: '2' })
afterAll(() => fixture.close())

/** The memory that a process holds, in megabytes, as `ps` of Linux and macOS tells it. */
const memoryOf = (pid: number): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1000

it(`holds less than ${MOST_MB} MB after ${MAKES} pictures of as many kinds`, { timeout: 600_000 }, async () => {
  const worker = await fixture.startWorker()
  const png = await largeDesign()
  const seller = await fixture.createSeller(MAKES)
  const orders = []
  for (const settings of variedSettings(MAKES)) orders.push(await fixture.order(seller, { settings, png }))
  for (const { id } of orders) await fixture.reaches(id, 'done', 'failed')
  expect(await fixture.db.generation.count({ where: { status: 'done' } })).toBe(MAKES)
  await expect
    .poll(() => memoryOf(worker.pid!), { interval: LOOK_EVERY_MS, timeout: SETTLES_WITHIN_MS })
    .toBeLessThan(MOST_MB)
})

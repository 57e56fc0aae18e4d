import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, describe, expect, it } from 'vitest'
import { holding, progressOf } from './crash-points.ts'
import { createFixture } from './fixture.ts'

const { url } = await createTestDatabase()
const fixture = await createFixture(url)
const { db, dataDir } = fixture
afterAll(() => fixture.close())

const DONE = { status: 'done', mockups: 1, captures: 1, releases: 0, isBalanced: true }

/** The queue tells nobody that a try failed, so this looks until it has; the test's own limit ends it. */
async function failedTry(id: string): Promise<void> {
  for (;;) {
    const [job] = await db.$queryRaw<
      { failed: boolean }[]
    >`SELECT last_error IS NOT NULL AS failed FROM graphile_worker.jobs WHERE key = ${id}`
    if (job?.failed) return
    await pause(50)
  }
}

describe('a worker', () => {
  it('told to stop finishes what it is doing and leaves with 0', async () => {
    const worker = await fixture.startWorker()
    const order = await fixture.order(await fixture.createSeller(), { held: true })
    await fixture.reaches(order.id, 'rendering')
    const gone = fixture.end(worker, 'SIGTERM')
    await fixture.feed(order)
    expect(await gone).toBe(0)
    expect(await fixture.outcome(order)).toMatchObject(DONE)
    expect(await db.generation.findUnique({ where: { id: order.id } })).toMatchObject({ attempt: 1 })
    expect(await db.workerHeartbeat.count({ where: { pid: worker.pid! } })).toBe(0)
  })

  it('that slept through its replacement finishes nothing when it wakes', async () => {
    const seller = await fixture.createSeller(2)
    const sleeper = await fixture.startWorker()
    const order = await fixture.order(seller, { held: true })
    await fixture.reaches(order.id, 'rendering')
    sleeper.kill('SIGSTOP')
    await fixture.feed(order)
    const replacement = await fixture.startWorker()
    await fixture.reaches(order.id, 'done')
    await fixture.end(replacement, 'SIGTERM')

    // It has one pair of hands: when the next order is done, it has let go of the old one.
    sleeper.kill('SIGCONT')
    const next = await fixture.order(seller)
    await fixture.reaches(next.id, 'done')
    expect(await fixture.end(sleeper, 'SIGTERM')).toBe(0)
    expect(await fixture.outcome(order)).toMatchObject(DONE)
    expect(await fixture.outcome(next)).toMatchObject({ ...DONE, balance: 0 })
  })

  it('tries again when the storage failed once', async () => {
    const worker = await fixture.startWorker()
    const order = await fixture.order(await fixture.createSeller(), { held: true })
    await fixture.reaches(order.id, 'rendering')
    const files = join(dataDir, 'files')
    await holding(url, progressOf(order), async (waiting) => {
      await fixture.feed(order)
      await waiting()
      await rename(files, `${files}-away`)
      await writeFile(files, 'not a folder')
    })
    await failedTry(order.id)
    await rm(files)
    await rename(`${files}-away`, files)
    await fixture.reaches(order.id, 'done', 'failed')
    expect(await fixture.outcome(order)).toMatchObject({ ...DONE, balance: 0 })
    expect(await db.generation.findUnique({ where: { id: order.id } })).toMatchObject({ attempt: 2 })
    await fixture.end(worker, 'SIGTERM')
  })
})

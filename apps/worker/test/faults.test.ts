import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, describe, expect, it } from 'vitest'
import { holding, progressOf } from './crash-points.ts'
import { createWorld } from './world.ts'

const { url } = await createTestDatabase()
const world = await createWorld(url)
const { db, dataDir } = world
afterAll(() => world.close())

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
    const worker = await world.startWorker()
    const order = await world.order(await world.createSeller(), { held: true })
    await world.reaches(order.id, 'rendering')
    const gone = world.end(worker, 'SIGTERM')
    await world.feed(order)
    expect(await gone).toBe(0)
    expect(await world.outcome(order)).toMatchObject(DONE)
    expect(await db.generation.findUnique({ where: { id: order.id } })).toMatchObject({ attempt: 1 })
    expect(await db.workerHeartbeat.count({ where: { pid: worker.pid! } })).toBe(0)
  })

  it('that slept through its replacement finishes nothing when it wakes', async () => {
    const seller = await world.createSeller(2)
    const sleeper = await world.startWorker()
    const order = await world.order(seller, { held: true })
    await world.reaches(order.id, 'rendering')
    sleeper.kill('SIGSTOP')
    await world.feed(order)
    const replacement = await world.startWorker()
    await world.reaches(order.id, 'done')
    await world.end(replacement, 'SIGTERM')

    // It has one pair of hands: when the next order is done, it has let go of the old one.
    sleeper.kill('SIGCONT')
    const next = await world.order(seller)
    await world.reaches(next.id, 'done')
    expect(await world.end(sleeper, 'SIGTERM')).toBe(0)
    expect(await world.outcome(order)).toMatchObject(DONE)
    expect(await world.outcome(next)).toMatchObject({ ...DONE, balance: 0 })
  })

  it('tries again when the storage failed once', async () => {
    const worker = await world.startWorker()
    const order = await world.order(await world.createSeller(), { held: true })
    await world.reaches(order.id, 'rendering')
    const files = join(dataDir, 'files')
    await holding(url, progressOf(order), async (waiting) => {
      await world.feed(order)
      await waiting()
      await rename(files, `${files}-away`)
      await writeFile(files, 'not a folder')
    })
    await failedTry(order.id)
    await rm(files)
    await rename(`${files}-away`, files)
    await world.reaches(order.id, 'done', 'failed')
    expect(await world.outcome(order)).toMatchObject({ ...DONE, balance: 0 })
    expect(await db.generation.findUnique({ where: { id: order.id } })).toMatchObject({ attempt: 2 })
    await world.end(worker, 'SIGTERM')
  })
})

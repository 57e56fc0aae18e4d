import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, describe, expect, it } from 'vitest'
import { CRASH_POINTS, killAt, type CrashPoint } from './crash-points.ts'
import { createWorld } from './world.ts'

const { url } = await createTestDatabase()
const world = await createWorld(url)
afterAll(() => world.close())

const POINTS = Object.keys(CRASH_POINTS) as CrashPoint[]

describe('a worker killed with -9', () => {
  // One minute for all of them together: the dead are found after 20 s, whatever they held.
  it(`at any of ${POINTS.length} points is replaced within a minute: one mockup, one capture, nothing twice`, async () => {
    const orders = await Promise.all(POINTS.map(async () => world.order(await world.createSeller(), { held: true })))
    await Promise.all(POINTS.map(() => world.startWorker()))
    await Promise.all(POINTS.map((point, index) => killAt(point, { world, order: orders[index]!, url })))
    const killedAt = Date.now()
    await world.startWorker()
    await Promise.all(orders.map(({ id }) => world.reaches(id, 'done', 'failed')))
    expect(Date.now() - killedAt).toBeLessThan(60_000)
    for (const [index, order] of orders.entries())
      expect(await world.outcome(order), POINTS[index]).toEqual({ status: 'done', mockups: 1, captures: 1, releases: 0, balance: 0, isBalanced: true })
  })
})

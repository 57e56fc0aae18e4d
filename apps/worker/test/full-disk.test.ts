import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, expect, it } from 'vitest'
import { createFixture, type Fixture } from './fixture.ts'

/** A folder on a file system of a few MB that only this test uses: with it, a disk is filled for real. */
const { SMALL_DISK } = process.env
const DESIGN_ROOM = 64 * 1024

/** `fill` leaves no room for a picture, `free` makes room again; both leave a worker running. */
type Disk = {
  name: string
  error: string
  settings: Record<string, string>
  fill(fixture: Fixture): Promise<() => Promise<void>>
}

const limited: Disk = {
  name: 'a file as large as a picture',
  error: 'EFBIG',
  settings: {},
  async fill(fixture) {
    const worker = await fixture.startWorker({ limit: 16 })
    return async () => {
      await fixture.end(worker, 'SIGTERM')
      await fixture.startWorker()
    }
  },
}

const full: Disk = {
  name: 'to a full disk',
  error: 'ENOSPC',
  settings: { DATA_DIR: SMALL_DISK! },
  async fill(fixture) {
    await fixture.startWorker()
    const ballast = join(SMALL_DISK!, 'ballast')
    const kept = join(SMALL_DISK!, 'room-for-designs')
    await writeFile(kept, Buffer.alloc(DESIGN_ROOM))
    for (let failed = false; !failed;)
      await writeFile(ballast, Buffer.alloc(16 * 1024, 1), { flag: 'a' }).catch(() => void (failed = true))
    await rm(kept)
    return () => rm(ballast)
  },
}

for (const disk of SMALL_DISK ? [limited, full] : [limited]) {
  const { url } = await createTestDatabase()
  const fixture = await createFixture(url, disk.settings)
  afterAll(() => fixture.close())

  it(`a worker that cannot write ${disk.name} gives the credit back with a reason, leaves no litter, and works when there is room again`, async () => {
    const seller = await fixture.createSeller(1)
    const makeRoom = await disk.fill(fixture)
    const order = await fixture.order(seller)
    await fixture.reaches(order.id, 'failed')
    expect(await fixture.outcome(order)).toEqual({
      status: 'failed',
      mockups: 0,
      captures: 0,
      releases: 1,
      balance: 1,
      isBalanced: true,
    })
    const { error, errorDetail } = await fixture.db.generation.findUniqueOrThrow({ where: { id: order.id } })
    expect(error).toBe('We could not make this mockup after several tries. Your credit is back.')
    expect(errorDetail).toContain(disk.error)
    expect(
      (await readdir(fixture.dataDir, { recursive: true })).filter(
        (name) => name.endsWith('.part') || name.includes(order.id),
      ),
    ).toEqual([])

    await makeRoom()
    const again = await fixture.order(seller)
    await fixture.reaches(again.id, 'done', 'failed')
    expect(await fixture.outcome(again)).toEqual({
      status: 'done',
      mockups: 1,
      captures: 1,
      releases: 0,
      balance: 0,
      isBalanced: true,
    })
  })
}

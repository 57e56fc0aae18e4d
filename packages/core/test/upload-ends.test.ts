import { describe, expect, it, vi } from 'vitest'
import { removeAccount } from '../src/domain/account/remove.ts'
import type { UserId } from '../src/context.ts'
import { ingestDesign } from '../src/domain/designs/ingest.ts'
import { sweepUploads } from '../src/domain/designs/sweep-uploads.ts'
import { createSeller } from './fixture.ts'
import { context, db, filesLeft, hooks, jobs, send, stored, taken, uploadsOf, work } from './upload-fixture.ts'

describe('the sweeper', () => {
  const aged = (id: string, seconds: number, more: object = {}) =>
    db.upload.update({ where: { id }, data: { createdAt: new Date(Date.now() - seconds * 1000), ...more } })

  it('puts an upload back in line whose job was lost, ends one that is not done in a quarter of an hour, and forgets old ones', async () => {
    const [lost, stuck, old] = [await createSeller(db), await createSeller(db), await createSeller(db)]
    const since = stored.length
    const ended = [lost, stuck, old].map((user) =>
      send(user).then(
        () => 'a design',
        (error: { code: string }) => error.code,
      ),
    )
    const [[mine], [theirs], [past]] = [await uploadsOf(lost), await uploadsOf(stuck), await uploadsOf(old)]
    await work(past!.id)
    for (const upload of [mine, theirs]) await db.$executeRaw`SELECT graphile_worker.remove_job(${upload!.id})`
    await sweepUploads(context)
    expect(await jobs()).not.toContain(mine!.id)
    await aged(mine!.id, 90)
    await aged(theirs!.id, 1000)
    await aged(past!.id, 100_000, { finishedAt: new Date(Date.now() - 90_000_000) })
    await sweepUploads(context)
    expect(await jobs()).toContain(mine!.id)
    await work(mine!.id)
    expect(await Promise.all(ended)).toEqual(['a design', 'internal', 'a design'])
    expect(await db.upload.findUnique({ where: { id: past!.id } })).toBeNull()
    expect(await filesLeft(since)).not.toContain(theirs!.fileKey)
  })
})

describe('an account that is deleted', () => {
  const emailOf = async (id: UserId) => (await db.user.findUniqueOrThrow({ where: { id } })).email

  it('takes its uploads along: one in line, one that is being read, and one whose bytes are on their way', async () => {
    for (const moment of ['in line', 'being read', 'on its way'] as const) {
      const user = await createSeller(db)
      const email = await emailOf(user)
      const since = stored.length
      let go = () => {}
      if (moment === 'on its way') {
        const held = new Promise<void>((resolve) => (go = resolve))
        hooks.beforePut = () => held
      }
      const refused = send(user).catch((error: unknown) => error)
      if (moment === 'on its way') {
        await vi.waitFor(() => expect(stored.length).toBe(since + 1), { timeout: 30_000 })
        await removeAccount(context, user, email)
        go()
      } else {
        const [upload] = await uploadsOf(user)
        hooks.ingest = (bytes) => new Promise<void>((resolve) => (go = resolve)).then(() => taken(bytes))
        const working = moment === 'being read' ? ingestDesign(context, upload!.id, false) : Promise.resolve()
        if (moment === 'being read')
          await vi.waitFor(
            async () =>
              expect(await db.upload.findUnique({ where: { id: upload!.id } })).toMatchObject({ status: 'running' }),
            { timeout: 30_000 },
          )
        await removeAccount(context, user, email)
        go()
        await working
        hooks.ingest = taken
        expect(await jobs()).not.toContain(upload!.id)
      }
      expect(await refused).toMatchObject({ code: 'unauthorized', status: 401 })
      expect(
        [
          await db.design.count({ where: { userId: user } }),
          await db.upload.count({ where: { userId: user } }),
          await filesLeft(since),
        ],
        moment,
      ).toEqual([0, 0, []])
    }
  })

  it('is guarded by the database: nothing more can be added to it', async () => {
    const user = await createSeller(db)
    await removeAccount(context, user, await emailOf(user))
    const data = {
      userId: user,
      filename: 'late.png',
      fileKey: 'late',
      thumbnailKey: 'late-thumb',
      width: 1,
      height: 1,
      fileSize: 1,
    }
    await expect(db.design.create({ data })).rejects.toThrow('this account was deleted')
    await expect(
      db.upload.create({ data: { userId: user, filename: 'late.png', fileKey: 'late', fileSize: 1 } }),
    ).rejects.toThrow('this account was deleted')
  })
})

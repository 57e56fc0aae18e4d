import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDb, type Transaction } from '@printroom/db/client'
import type { UserId } from '../src/context.ts'
import { listenForGenerations } from '../src/adapters/events/listener.ts'
import { type Wanted, openExport } from '../src/domain/mockups/exports.ts'
import { makeExport } from '../src/domain/mockups/make-export.ts'
import { removeMockup } from '../src/domain/mockups/remove.ts'
import { sweepExports } from '../src/domain/mockups/sweep-exports.ts'
import type { FinishedPicture } from '../src/domain/generation/engine.ts'
import { type Storage, StorageMissing } from '../src/domain/files/storage.ts'
import { createDesign, createSeller, createFixture } from './fixture.ts'

const files = new Map<string, Buffer>()
const read = (key: string): Buffer => {
  const bytes = files.get(key)
  if (!bytes) throw new StorageMissing(key)
  return bytes
}
const storage: Partial<Storage> = {
  put: async (key, bytes) => void files.set(key, Buffer.from(bytes)),
  get: async (key) => read(key),
  open: async (key) => ({ stream: Readable.from([read(key)]), size: read(key).length }),
  sizeOf: async (key) => files.get(key)?.length ?? null,
  delete: async (key) => void files.delete(key),
}
const exported: FinishedPicture[] = []
let fault: Error | null = null
const { db, context, url } = await createFixture({
  storage,
  engine: {
    export: async (finished) => {
      exported.push(finished)
      if (fault) throw fault
      return { file: Buffer.from('for a shop'), isComposed: true }
    },
  },
})
const events = listenForGenerations(url, context.log)
afterAll(() => events.close())
beforeEach(() => {
  fault = null
  exported.length = 0
})

let count = 0
async function mockup(userId?: UserId): Promise<Wanted> {
  const user = userId ?? (await createSeller(db))
  const name = `of-exports-${count++}`
  const designId = await createDesign(db, user)
  const { fileKey } = await db.design.findUniqueOrThrow({ where: { id: designId } })
  files.set(fileKey, Buffer.from('a design'))
  files.set(`${name}.jpg`, Buffer.from('a picture'))
  const data = {
    userId: user,
    designId,
    product: 'mug',
    colour: 'mug-white',
    modelStyle: 'studio-product',
    background: 'off-white',
    designSize: 'medium',
    fileKey: `${name}.jpg`,
    thumbnailKey: `${name}.webp`,
    folderName: name,
  }
  const { id } = await db.mockup.create({ data })
  return { userId: user, mockupId: id, preset: 'etsy', format: 'jpeg' }
}
const ask = (wanted: Wanted, signal?: AbortSignal) => openExport({ context, events }, wanted, signal)
const other = createDb(url, 1)
afterAll(() => other.$disconnect())
/** Asks, and does something between the two statements with which it is asked for. */
function askThrough(between: () => unknown, wanted: Wanted, signal?: AbortSignal) {
  const interrupted = (tx: Transaction): Transaction['mockupExport']['createManyAndReturn'] =>
    (async (args: Parameters<Transaction['mockupExport']['createManyAndReturn']>[0]) => {
      const made = await tx.mockupExport.createManyAndReturn(args)
      await between()
      return made
    }) as Transaction['mockupExport']['createManyAndReturn']
  const instead = <Of extends object, Name extends keyof Of>(of: Of, name: Name, value: Of[Name]): Of =>
    new Proxy(of, { get: (target, key) => (key === name ? value : Reflect.get(target, key)) })
  const begin = (work: (tx: Transaction) => Promise<unknown>) =>
    db.$transaction((tx) =>
      work(instead(tx, 'mockupExport', instead(tx.mockupExport, 'createManyAndReturn', interrupted(tx)))),
    )
  const through = instead(db, '$transaction', begin as typeof db.$transaction)
  return openExport({ context: { ...context, db: through }, events }, wanted, signal)
}
const of = ({ mockupId }: Wanted) => db.mockupExport.findMany({ where: { mockupId } })
/** The one export of a mockup, once it is asked for. */
async function asked(wanted: Wanted): Promise<string> {
  await vi.waitFor(async () => expect(await of(wanted)).toHaveLength(1), { timeout: 30_000 })
  return (await of(wanted))[0]!.id
}
const jobs = async (id: string) =>
  (await db.$queryRaw<unknown[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${id}`).length
const jobToDelete = async (key: string) =>
  (
    await db.$queryRaw<
      unknown[]
    >`SELECT 1 FROM graphile_worker._private_jobs WHERE payload::text LIKE ${`%"${key}"%`} AND run_at <= now()`
  ).length

describe('an export', () => {
  it('is made once for all who ask for it, and found again', async () => {
    const wanted = await mockup()
    const both = [ask(wanted), ask(wanted)]
    const id = await asked(wanted)
    expect(await jobs(id)).toBe(1)
    await makeExport(context, id, false)
    for (const opened of await Promise.all(both)) {
      expect([opened.size, opened.isComposed]).toEqual([10, true])
      expect(String(await buffer(opened.stream))).toBe('for a shop')
    }
    expect(String(await buffer((await ask(wanted)).stream))).toBe('for a shop')
    expect(exported).toHaveLength(1)
    await makeExport(context, id, false)
    expect(exported).toHaveLength(1)
  })

  it('that two workers make at once is kept once', async () => {
    const wanted = await mockup()
    const opened = ask(wanted)
    const id = await asked(wanted)
    await Promise.all([makeExport(context, id, false), makeExport(context, id, true)])
    await opened
    const keys = (await db.mockupExport.findMany()).map(({ fileKey }) => fileKey)
    expect([...files.keys()].filter((key) => key.startsWith('export-')).toSorted()).toEqual(keys.toSorted())
  })

  it('of a picture whose file is missing is told so at once, and of a design whose file is missing is cut', async () => {
    const [lost, half] = [await mockup(), await mockup()]
    const picture = await db.mockup.findUniqueOrThrow({ where: { id: lost.mockupId } })
    files.delete(picture.fileKey)
    const refused = ask(lost).catch((error: unknown) => error)
    await makeExport(context, await asked(lost), false)
    expect(await refused).toMatchObject({ code: 'not_found' })
    const { design } = await db.mockup.findUniqueOrThrow({ where: { id: half.mockupId }, include: { design: true } })
    files.delete(design!.fileKey)
    const cut = ask(half)
    await makeExport(context, await asked(half), false)
    await cut
    expect(exported.map(({ isOurs }) => isOurs)).toEqual([false])
  })

  it('that fails is tried again, then told of, and made anew for who asks again', async () => {
    const wanted = await mockup()
    const refused = ask(wanted).catch((error: unknown) => error)
    const id = await asked(wanted)
    fault = new Error('the lamp broke')
    await expect(makeExport(context, id, false)).rejects.toThrow('lamp')
    await makeExport(context, id, true)
    expect(await refused).toMatchObject({ code: 'internal' })
    expect(await of(wanted)).toMatchObject([{ status: 'failed', attempt: 2, errorDetail: 'Error: the lamp broke' }])
    fault = null
    const again = ask(wanted)
    await vi.waitFor(async () => expect((await of(wanted))[0]?.id).not.toBe(id), { timeout: 30_000 })
    await makeExport(context, await asked(wanted), false)
    expect((await again).size).toBe(10)
  })

  it('whose file is gone is made once more', async () => {
    const wanted = await mockup()
    const first = ask(wanted)
    await makeExport(context, await asked(wanted), false)
    await first
    const [made] = await of(wanted)
    files.delete(made!.fileKey!)
    const again = ask(wanted)
    await vi.waitFor(async () => expect((await of(wanted)).map(({ status }) => status)).toEqual(['waiting']), {
      timeout: 30_000,
    })
    await makeExport(context, await asked(wanted), false)
    expect((await again).size).toBe(10)
  })
})

describe('whoever waits for an export', () => {
  it('and goes away before it was begun takes it out of line; another who waits has it all the same', async () => {
    const wanted = await mockup()
    const gone = new AbortController()
    const left = ask(wanted, gone.signal).catch((error: unknown) => error)
    const first = await asked(wanted)
    const stays = ask(wanted)
    gone.abort()
    expect(await left).toMatchObject({ code: 'unready' })
    await vi.waitFor(async () => expect((await of(wanted))[0]?.id ?? first).not.toBe(first), { timeout: 30_000 })
    expect(await jobs(first)).toBe(0)
    await makeExport(context, await asked(wanted), false)
    expect((await stays).size).toBe(10)
  })

  it('and goes away while it is asked for leaves nothing behind', async () => {
    const wanted = await mockup()
    const gone = new AbortController()
    await expect(askThrough(() => gone.abort(), wanted, gone.signal)).rejects.toMatchObject({ code: 'unready' })
    expect(await of(wanted)).toEqual([])
  })

  it('has it although the one there was is dropped between two looks at the database', async () => {
    const wanted = await mockup()
    const gone = new AbortController()
    const left = ask(wanted, gone.signal).catch((error: unknown) => error)
    const first = await asked(wanted)
    const stays = askThrough(() => other.mockupExport.deleteMany({ where: { id: first } }), wanted)
    await Promise.race([
      stays,
      vi.waitFor(async () => expect([undefined, first]).not.toContain((await of(wanted))[0]?.id), { timeout: 30_000 }),
    ])
    gone.abort()
    await left
    await makeExport(context, await asked(wanted), false)
    expect((await stays).size).toBe(10)
  })

  it('alone leaves nothing behind, and one that was begun is kept', async () => {
    const [early, late] = [await mockup(), await mockup()]
    const gone = new AbortController()
    const both = [ask(early, gone.signal), ask(late, gone.signal)].map((waiting) =>
      expect(waiting).rejects.toMatchObject({ code: 'unready' }),
    )
    const [dropped, begun] = [await asked(early), await asked(late)]
    await db.mockupExport.update({ where: { id: begun }, data: { status: 'running' } })
    gone.abort()
    await Promise.all(both)
    expect([await of(early), await jobs(dropped), (await of(late)).length]).toEqual([[], 0, 1])
    await makeExport(context, dropped, false)
    expect(exported).toHaveLength(0)
  })

  it('stands behind others’ first when it is their tenth', async () => {
    const many = await createSeller(db)
    const gone = new AbortController()
    const all = []
    for (let at = 0; at < 10; at++) {
      const wanted = await mockup(many)
      all.push(
        ask(wanted, gone.signal).then(
          () => Promise.reject(new Error('an export was answered that nobody waited for')),
          () => undefined,
        ),
      )
      await asked(wanted)
    }
    const one = await mockup()
    all.push(
      ask(one, gone.signal).then(
        () => Promise.reject(new Error('an export was answered that nobody waited for')),
        () => undefined,
      ),
    )
    const id = await asked(one)
    const line = await db.$queryRaw<
      { key: string }[]
    >`SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'export-mockup' AND run_at <= now() AND key IN (SELECT id::text FROM mockup_exports WHERE status = 'waiting') ORDER BY priority, run_at, id`
    expect(line.map(({ key }) => key).indexOf(id)).toBe(1)
    gone.abort()
    await Promise.all(all)
  })
})

describe('exports go', () => {
  it('with their mockup, files and all, and who waits is told', async () => {
    const wanted = await mockup()
    const opened = ask(wanted)
    await makeExport(context, await asked(wanted), false)
    await opened
    const [{ fileKey }] = (await of(wanted)) as unknown as [{ fileKey: string }]
    const waits = ask({ ...wanted, preset: 'instagram' }).catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await of(wanted)).toHaveLength(2), { timeout: 30_000 })
    await removeMockup(context, wanted.userId, wanted.mockupId)
    expect(await waits).toMatchObject({ code: 'not_found' })
    expect([await of(wanted), await jobToDelete(fileKey)]).toEqual([[], 1])
  })

  it('after a day; one that was lost is put back in line, and one that nobody can make ends', async () => {
    const [old, lost, stuck] = [await mockup(), await mockup(), await mockup()]
    const first = ask(old)
    await makeExport(context, await asked(old), false)
    await first
    const ends = [ask(lost), ask(stuck)].map((waiting) =>
      waiting.then(
        () => 'made',
        ({ code }: { code: string }) => code,
      ),
    )
    const [mine, theirs] = [await asked(lost), await asked(stuck)]
    await db.$executeRaw`SELECT graphile_worker.remove_job(${mine})`
    expect(await sweepExports(context)).toEqual({ requeued: 0, failed: 0, forgotten: 0 })
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
    await db.mockupExport.update({ where: { id: mine }, data: { createdAt: ago(90) } })
    await db.mockupExport.update({ where: { id: theirs }, data: { createdAt: ago(1000) } })
    const [{ id, fileKey }] = (await of(old)) as unknown as [{ id: string; fileKey: string }]
    await db.mockupExport.update({ where: { id }, data: { finishedAt: ago(90_000) } })
    expect(await sweepExports(context)).toEqual({ requeued: 1, failed: 1, forgotten: 1 })
    expect([await jobs(mine), await of(old), await jobToDelete(fileKey)]).toEqual([1, [], 1])
    await makeExport(context, mine, false)
    expect(await Promise.all(ends)).toEqual(['made', 'internal'])
  })
})

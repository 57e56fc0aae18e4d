import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb } from '@printroom/db/client'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { backUp } from '../src/operations/back-up.ts'
import { backUpCommand, restoreCommand } from '../src/operations/backup-command.ts'
import { restore } from '../src/operations/restore.ts'
import { createLocalStorage } from '../src/adapters/storage/local.ts'
import { createSeller, createFixture } from './fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'printroom-backup-'))
const storage = createLocalStorage(join(folder, 'live/files'))
const { db, url } = await createFixture({ storage })
const databases: string[] = []
afterAll(async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const each of databases)
    await client.query(`DROP DATABASE IF EXISTS "${new URL(each).pathname.slice(1)}" WITH (FORCE)`)
  await client.end()
  await rm(folder, { recursive: true })
})

const fixture = { db, databaseUrl: url, storage }
const seller = await createSeller(db, { topup: 3 })
/** A design with both its files, told by its key. */
async function upload(): Promise<{ id: string; fileKey: string; thumbnailKey: string }> {
  const name = randomUUID()
  const [fileKey, thumbnailKey] = [`design-${name}.png`, `design-thumb-${name}.webp`]
  for (const key of [fileKey, thumbnailKey]) await storage.put(key, randomBytes(50_000), 'image/png')
  return db.design.create({
    data: { userId: seller, filename: 'a.png', fileKey, thumbnailKey, width: 1, height: 1, fileSize: 50_000 },
  })
}
const remove = async ({ id, fileKey, thumbnailKey }: Awaited<ReturnType<typeof upload>>) => {
  await db.design.delete({ where: { id } })
  for (const key of [fileKey, thumbnailKey]) await storage.delete(key)
}
const newTarget = () => {
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/restored_${randomUUID()}`
  databases.push(databaseUrl.href)
  return { databaseUrl: databaseUrl.href, storage: createLocalStorage(join(folder, randomUUID(), 'files')) }
}
const designsOf = async (databaseUrl: string) => {
  const restored = createDb(databaseUrl, 2)
  return restored.design.findMany({ orderBy: { id: 'asc' } }).finally(() => restored.$disconnect())
}

it(
  'rows and files come back byte for byte; a second backup copies only what is new and forgets what was deleted',
  { timeout: 240_000 },
  async () => {
    const to = join(folder, 'twice')
    const [first, second] = [await upload(), await upload()]
    expect(await backUp(fixture, to)).toMatchObject({ copied: 4, bytes: 200_000, alreadyThere: 0, gone: [], lost: [] })
    await remove(first)
    const third = await upload()
    expect(await backUp(fixture, to)).toMatchObject({ copied: 2, alreadyThere: 2, gone: [], lost: [] })
    expect((await readdir(join(to, 'files'), { recursive: true })).filter((name) => name.includes('.')).length).toBe(4)

    const target = newTarget()
    expect(await restore(target, to)).toMatchObject({ files: 4, bytes: 200_000, removed: 0, unbalanced: 0 })
    expect(await designsOf(target.databaseUrl)).toEqual(await designsOf(url))
    for (const { fileKey, thumbnailKey } of [second, third])
      for (const key of [fileKey, thumbnailKey])
        expect((await target.storage.get(key)).equals(await storage.get(key))).toBe(true)
  },
)

it(
  'what its owner deletes while the backup is made stays deleted, and what came after its moment is not in it',
  { timeout: 240_000 },
  async () => {
    const to = join(folder, 'meanwhile')
    const doomed = await upload()
    let deed: ReturnType<typeof upload> | undefined
    const busy = {
      ...storage,
      async get(key: string) {
        await (deed ??= remove(doomed).then(upload))
        return storage.get(key)
      },
    }
    expect(await backUp({ ...fixture, storage: busy }, to)).toMatchObject({
      gone: [doomed.fileKey, doomed.thumbnailKey],
      lost: [],
    })
    const late = await deed
    const target = newTarget()
    expect(await restore(target, to)).toMatchObject({ removed: 1 })
    expect(await designsOf(target.databaseUrl)).toEqual((await designsOf(url)).filter(({ id }) => id !== late?.id))
  },
)

it('a file that the store has lost is named, and the rest is there', { timeout: 240_000 }, async () => {
  const to = join(folder, 'lost')
  const lost = await upload()
  await storage.delete(lost.fileKey)
  expect(await backUp(fixture, to)).toMatchObject({ gone: [], lost: [lost.fileKey] })
  const target = newTarget()
  expect(await restore(target, to)).toMatchObject({ removed: 0 })
  expect((await designsOf(target.databaseUrl)).map(({ id }) => id)).toContain(lost.id)
  await remove(lost)
})

it(
  'a backup that breaks off leaves the one before it whole, and a damaged file is not brought back',
  { timeout: 240_000 },
  async () => {
    const to = join(folder, 'broken')
    const [design, other] = [await upload(), await upload()]
    await backUp(fixture, to)
    await upload()
    const failing = { ...storage, get: () => Promise.reject(new Error('the store is away')) }
    await expect(backUp({ ...fixture, storage: failing }, to)).rejects.toThrow('the store is away')
    const target = newTarget()
    await restore(target, to)
    expect((await designsOf(target.databaseUrl)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([design.id, other.id]),
    )

    const path = (await readdir(join(to, 'files'), { recursive: true })).find((name) => name.endsWith(design.fileKey))
    await writeFile(join(to, 'files', path!), randomBytes(50_000))
    const spared = newTarget()
    await expect(restore(spared, to)).rejects.toThrow(`${design.fileKey} is not the file that was copied`)
    await expect(designsOf(spared.databaseUrl)).rejects.toThrow('does not exist')
    // The next backup notices as well, and copies it anew.
    await backUp(fixture, to)
    const mended = newTarget()
    await restore(mended, to)
    expect((await mended.storage.get(design.fileKey)).equals(await storage.get(design.fileKey))).toBe(true)
  },
)

it('the commands take their folder as a word and say in their status how it went', { timeout: 240_000 }, async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const env = { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: join(folder, 'live') }
  expect([await backUpCommand([], env), await restoreCommand([], env)]).toEqual([2, 2])
  expect(await backUpCommand([join(folder, 'by command')], env)).toBe(0)
  expect(await restoreCommand([join(folder, 'by command')], env)).toBe(1)
  expect(complaints.mock.lastCall?.[0]).toMatch(/^The restore broke off: The database is not empty/)
  const { databaseUrl } = newTarget()
  expect(
    await restoreCommand([join(folder, 'by command')], {
      ...env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, 'elsewhere'),
    }),
  ).toBe(0)
  expect(await designsOf(databaseUrl)).toEqual(await designsOf(url))
})

import { expect, it } from 'vitest'
import { deleteUnowned, storeOwned } from '../src/domain/files/owned-files.ts'
import { createSeller, createFixture } from './fixture.ts'

const { db, context } = await createFixture()
const { storage } = context
const userId = await createSeller(db)

const filesOf = (name: string) => [
  { key: `design-${name}.png`, bytes: Buffer.from('picture'), contentType: 'image/png' },
  { key: `thumb-${name}.webp`, bytes: Buffer.from('small'), contentType: 'image/webp' },
]
const keysOf = (name: string) => filesOf(name).map(({ key }) => key)
const rowOf = (name: string) => {
  const [fileKey, thumbnailKey] = keysOf(name)
  return {
    userId,
    filename: `${name}.png`,
    fileKey: fileKey!,
    thumbnailKey: thumbnailKey!,
    width: 1,
    height: 1,
    fileSize: 7,
  }
}
const sizes = (name: string) => Promise.all(keysOf(name).map((key) => storage.sizeOf(key)))
const waiting = (name: string) =>
  db.$queryRaw<{ minutes: number }[]>`
    SELECT round(extract(epoch FROM run_at - now()) / 60)::int AS minutes FROM graphile_worker.jobs WHERE key = ${`unowned:design-${name}.png`}`

it('a row and its files: the job that would delete them is gone with the commit', async () => {
  const { filename } = await storeOwned(context, filesOf('kept'), (tx) => tx.design.create({ data: rowOf('kept') }))
  expect([filename, await sizes('kept'), await waiting('kept')]).toEqual(['kept.png', [7, 5], []])
})

it('a commit whose answer is lost on the way costs nobody a file', async () => {
  const lossy: typeof db = new Proxy(db, {
    get: (real, name) =>
      name === '$transaction'
        ? async (work: Parameters<typeof db.$transaction>[0]) => {
            await real.$transaction(work as never)
            throw new Error('Connection terminated unexpectedly')
          }
        : Reflect.get(real, name),
  })
  await expect(
    storeOwned({ db: lossy, storage }, filesOf('lost'), (tx) => tx.design.create({ data: rowOf('lost') })),
  ).rejects.toThrow('terminated')
  expect(await db.design.count({ where: { filename: 'lost.png' } })).toBe(1)
  expect(await sizes('lost')).toEqual([7, 5])
  // Also when the job that waited was already under way: what has a row is left alone.
  await deleteUnowned(context, keysOf('lost'))
  expect(await sizes('lost')).toEqual([7, 5])
})

it('files whose row never came are found by the job that waits for an hour', async () => {
  const refused = storeOwned(context, filesOf('unowned'), () => Promise.reject(new Error('no row')))
  await expect(refused).rejects.toThrow('no row')
  expect(await waiting('unowned')).toEqual([{ minutes: 60 }])
  await deleteUnowned(context, keysOf('unowned'))
  expect(await sizes('unowned')).toEqual([null, null])
})

it('a file that cannot be stored takes the one before it away at once, and so does a row that is not wanted', async () => {
  const full = {
    ...storage,
    put: (...args: Parameters<typeof storage.put>) =>
      args[0].startsWith('thumb') ? Promise.reject(new Error('ENOSPC')) : storage.put(...args),
  }
  await expect(storeOwned({ db, storage: full }, filesOf('full'), async () => null)).rejects.toThrow('ENOSPC')
  expect(await sizes('full')).toEqual([null, null])
  expect(await storeOwned(context, filesOf('overtaken'), async () => null)).toBeNull()
  expect(await sizes('overtaken')).toEqual([null, null])
})

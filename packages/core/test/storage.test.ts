import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '../src/env.ts'
import { createStorage } from '../src/boot/storage.ts'
import { StorageMissing } from '../src/domain/files/storage.ts'
import { copyStorage } from '../src/operations/copy-storage.ts'
import { startSandbox } from './sandbox.ts'
import { createSeller, createFixture } from './fixture.ts'

const sandbox = await startSandbox()
const { db, url } = await createFixture()
const dataDir = await mkdtemp(join(tmpdir(), 'printroom-storage-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const env = parseEnv({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir, SANDBOX_URL: sandbox })
const stores = { local: await createStorage(env, 'local'), uploadthing: await createStorage(env, 'uploadthing') }
const { uploadthing } = stores

const newKey = () => `design-${randomUUID()}.png`
const ask = async (path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json', 'x-uploadthing-api-key': 'sk_sandbox' }
  const response = await fetch(`${sandbox}/uploadthing${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}
const fail = (on: 'put' | 'get' | 'delete', times: number, kind: 'error' | 'lost' = 'error') =>
  ask('/sandbox/faults', [{ on, times, kind }])
const stored = async (key: string): Promise<number> => {
  const { files } = (await ask('/v6/listFiles', {})) as { files: { customId: string }[] }
  return files.filter(({ customId }) => customId === key).length
}

beforeEach(() => fail('put', 0))

describe.each(Object.entries(stores))('storage: %s', (_, storage) => {
  it('gives back the bytes it was given, whole and as a stream, and knows their size', async () => {
    const [key, bytes] = [newKey(), randomBytes(3_000_000)]
    await storage.put(key, bytes, 'image/png')
    expect(await storage.sizeOf(key)).toBe(bytes.length)
    expect(bytes.equals(await storage.get(key))).toBe(true)
    const { stream, size } = await storage.open(key)
    expect(size).toBe(bytes.length)
    expect(bytes.equals(await buffer(stream))).toBe(true)
  })

  it('says that a file is missing, and forgets one twice without complaint', async () => {
    const key = newKey()
    await expect(storage.get(key)).rejects.toThrow(StorageMissing)
    await expect(storage.open(key)).rejects.toThrow(StorageMissing)
    expect(await storage.sizeOf(key)).toBeNull()
    await storage.put(key, Buffer.from('x'), 'image/png')
    await storage.delete(key)
    await storage.delete(key)
    expect(await storage.sizeOf(key)).toBeNull()
  })
})

describe('UploadThing', () => {
  it('keeps files private: no address without a signature, with a wrong one, with another end or past its end is answered', async () => {
    const key = newKey()
    const seen: string[] = []
    await uploadthing.put(key, Buffer.from('secret'), 'image/png')
    const { fetch: real } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      seen.push(String(input))
      return real(input, init)
    })
    await uploadthing.get(key)
    const signed = new URL(seen.find((address) => address.includes(`/a/sandbox/${key}`))!)
    const status = async (change: (address: URL) => void) => {
      const address = new URL(signed)
      change(address)
      return (await fetch(address)).status
    }
    expect(await status(() => {})).toBe(200)
    expect(Number(signed.searchParams.get('expires')) - Date.now()).toBeLessThanOrEqual(60_000)
    expect(await status((address) => (address.search = ''))).toBe(403)
    expect(await status((address) => address.searchParams.set('expires', String(Date.now() + 1e9)))).toBe(403)
    expect(await status((address) => address.searchParams.set('signature', 'hmac-sha256=00'))).toBe(403)
    // Signed as it should be, two minutes ago.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 })
    await expect(uploadthing.get(key).finally(() => vi.useRealTimers())).rejects.toThrow('403')
  })

  it.each(['put', 'get', 'delete'] as const)(
    'tries a %s that fails twice again, and gives up after the third',
    async (on) => {
      const key = newKey()
      const act = () =>
        ({
          put: () => uploadthing.put(key, Buffer.from('abc'), 'image/png'),
          get: () => uploadthing.get(key),
          delete: () => uploadthing.delete(key),
        })[on]()
      if (on !== 'put') await uploadthing.put(key, Buffer.from('abc'), 'image/png')
      await fail(on, 3)
      await expect(act()).rejects.toThrow(/UploadThing|503|status/i)
      await fail(on, 2)
      await act()
      expect(await uploadthing.sizeOf(key)).toBe(on === 'delete' ? null : 3)
    },
  )

  it('does not store a file twice whose first answer was lost', async () => {
    const key = newKey()
    await fail('put', 1, 'lost')
    await uploadthing.put(key, Buffer.from('abc'), 'image/png')
    expect(await stored(key)).toBe(1)
  })
})

describe('copying a store', () => {
  const rows = async (count: number) => {
    const user = await createSeller(db)
    const keys = Array.from({ length: count }, () => [newKey(), `design-thumb-${randomUUID()}.webp`] as const)
    await db.design.createMany({
      data: keys.map(([fileKey, thumbnailKey]) => ({
        userId: user,
        filename: 'a.png',
        fileKey,
        thumbnailKey,
        width: 1,
        height: 1,
        fileSize: 1,
      })),
    })
    return keys.flat()
  }

  it('takes every file over and back, goes on where it was cut short, and names what is in neither', async () => {
    const keys = await rows(6)
    const lost = keys.pop()!
    for (const key of keys) await stores.local.put(key, Buffer.from(key), 'image/png')
    await fail('put', 1000)
    await expect(copyStorage(db, stores.local, uploadthing)).rejects.toThrow('UploadThing')
    await fail('put', 0)
    await uploadthing.put(keys[0]!, Buffer.from(keys[0]!), 'image/png')
    await uploadthing.put(keys[1]!, Buffer.from('half'), 'image/png')

    expect(await copyStorage(db, stores.local, uploadthing)).toMatchObject({
      copied: 10,
      alreadyThere: 1,
      missing: [lost],
    })
    expect(await copyStorage(db, stores.local, uploadthing)).toMatchObject({
      copied: 0,
      bytes: 0,
      alreadyThere: 11,
      missing: [lost],
    })
    for (const key of keys) await stores.local.delete(key)
    await fail('get', 1000)
    await expect(copyStorage(db, uploadthing, stores.local)).rejects.toThrow('UploadThing')
    await fail('get', 0)
    await stores.local.put(keys[2]!, Buffer.from(keys[2]!), 'image/png')
    expect(await copyStorage(db, uploadthing, stores.local)).toMatchObject({
      copied: 10,
      alreadyThere: 1,
      missing: [lost],
    })
    for (const key of keys) expect(String(await stores.local.get(key))).toBe(key)
  })
})

describe('choosing a store', () => {
  const choose = (more: Record<string, string>) => parseEnv({ NODE_ENV: 'test', DATABASE_URL: url, ...more }).storage
  it('is the folder unless there is a token, and never the sandbox in production', () => {
    expect(choose({})).toBe('local')
    expect(choose({ SANDBOX_URL: sandbox })).toBe('local')
    expect(choose({ UPLOADTHING_TOKEN: 'x' })).toBe('uploadthing')
    expect(choose({ UPLOADTHING_TOKEN: 'x', STORAGE: 'local' })).toBe('local')
    expect(() => choose({ STORAGE: 'uploadthing' })).toThrow('needs a token')
    expect(() => choose({ SANDBOX_URL: sandbox, NODE_ENV: 'production' })).toThrow('must not reach it')
  })
})

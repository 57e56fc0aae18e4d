import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { outsideTransactions } from '@printroom/db/transaction-scope'
import { StorageMissing, type Storage } from '../../domain/files/storage.ts'

const KEY = /^[a-z0-9][a-z0-9._-]{2,120}$/

/**
 * Storage in a folder: two levels by the key's end (random), so that no folder grows without bound. Inside a transaction
 * it refuses as a store far away does, so that what works here works there.
 */
export function createLocalStorage(root: string): Storage {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a storage key')
    const stem = key.replace(/\..*$/, '')
    return join(root, stem.slice(-2), key)
  }
  const missing = (key: string) => (error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new StorageMissing(key) : error
  }

  return outsideTransactions('The storage', {
    async put(key, bytes) {
      const path = pathOf(key)
      const part = `${path}.${randomUUID()}.part`
      await mkdir(dirname(path), { recursive: true })
      try {
        const file = await open(part, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync() // a row in the database must not outlive its file in a power cut
        } finally {
          await file.close()
        }
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    get: (key) => readFile(pathOf(key)).catch(missing(key)),
    async open(key) {
      const file = await open(pathOf(key), 'r').catch(missing(key))
      try {
        const { size } = await file.stat()
        return { stream: file.createReadStream(), size }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    sizeOf: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : Promise.reject(error)),
      ),
    delete: (key) => rm(pathOf(key), { force: true }),
  })
}

import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Storage } from '../../domain/files/storage.ts'
import type { PlateCache } from '../../domain/scenes/plate-cache.ts'
import { readStoredZip } from './stored-zip.ts'

/** Plates that stay on the disk, of some 5 MB each; those used last. */
const MOST_PLATES = 32
const KEY = /^[\w-]+\.zip$/
/** Where plates have their files, below `<product>/plates`. */
const FILE = /^[a-z\d-]+\/plates\/[a-z\d-]+\/[a-z\d-]+\.(json|webp|bin|png)$/

/** Unpacks plates of sellers' scenes below a folder, which several processes may share: each is whole there, or not there. */
export function createPlateCache(storage: Pick<Storage, 'get'>, folder: string): PlateCache {
  const opening = new Map<string, Promise<string>>()
  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`not the name of a scene's plate: ${key}`)
    return path.join(folder, key.slice(0, -'.zip'.length))
  }

  const unpack = async (key: string, place: string): Promise<string> => {
    const now = new Date()
    const isThere = await utimes(place, now, now).then(
      () => true,
      () => false,
    )
    if (isThere) return place
    const aside = path.join(folder, `unpacking-${randomUUID()}`)
    try {
      for (const [name, bytes] of readStoredZip(await storage.get(key))) {
        if (!FILE.test(name)) throw new Error(`a plate holds no ${name}`)
        await mkdir(path.dirname(path.join(aside, name)), { recursive: true })
        await writeFile(path.join(aside, name), bytes)
      }
      // Another process may have been quicker.
      await rename(aside, place).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      })
    } finally {
      await rm(aside, { recursive: true, force: true })
    }
    await dropOldest(folder)
    return place
  }

  return {
    async open(key) {
      const place = placeOf(key)
      const open = opening.get(key) ?? unpack(key, place).finally(() => opening.delete(key))
      opening.set(key, open)
      return open
    },
    async forget(keys) {
      for (const key of keys) if (KEY.test(key)) await rm(placeOf(key), { recursive: true, force: true })
    },
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= MOST_PLATES) return
  const dated = await Promise.all(
    names.map(async (name) => ({
      name,
      usedAt: (await stat(path.join(folder, name)).catch(() => ({ mtimeMs: 0 }))).mtimeMs,
    })),
  )
  const oldest = dated.toSorted((one, other) => one.usedAt - other.usedAt).slice(0, names.length - MOST_PLATES)
  for (const { name } of oldest) await rm(path.join(folder, name), { recursive: true, force: true })
}

import { createDb } from '@printroom/db/client'
import { parseEnv } from '../env.ts'
import { createStorage, type StorageName } from '../boot/storage.ts'
import { copyStorage } from './copy-storage.ts'

const NAMES: readonly string[] = ['local', 'uploadthing'] satisfies StorageName[]
const isName = (name: string | undefined): name is StorageName => name !== undefined && NAMES.includes(name)

/**
 * `storage:copy local uploadthing`: copies every file and says what it did.
 * @returns the exit status: 0 all is there, 1 something is missing or broke off, 2 not understood
 */
export async function copyCommand(
  [from, to]: string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  if (!isName(from) || !isName(to) || from === to) {
    console.error('Say from where to where: storage:copy local uploadthing, or storage:copy uploadthing local')
    return 2
  }
  const env = parseEnv(environment)
  const db = createDb(env.DATABASE_URL, 2)
  try {
    const { copied, bytes, alreadyThere, missing } = await copyStorage(
      db,
      await createStorage(env, from),
      await createStorage(env, to),
      (seen) => {
        if (seen % 100 === 0) console.log(`${seen} files looked at`)
      },
    )
    console.log(
      `${copied} files copied (${(bytes / 1e6).toFixed(1)} MB), ${alreadyThere} were there already, ${missing.length} are in neither store`,
    )
    for (const key of missing) console.log(`in neither store: ${key}`)
    return missing.length === 0 ? 0 : 1
  } catch (error) {
    console.error(`The copy broke off and can be run again: ${error instanceof Error ? error.message : error}`)
    return 1
  } finally {
    await db.$disconnect()
  }
}

import { createDb } from '@printroom/db/client'
import { parseEnv } from '../src/env.ts'
import { createStorage, type StorageName } from '../src/ports/storage-choice.ts'
import { copyStorage } from '../src/storage/copy.ts'

const NAMES: readonly string[] = ['local', 'uploadthing'] satisfies StorageName[]
const [from, to] = process.argv.slice(2)
const isName = (name: string | undefined): name is StorageName => name !== undefined && NAMES.includes(name)

if (!isName(from) || !isName(to) || from === to) {
  console.error('Say from where to where: storage:copy local uploadthing, or storage:copy uploadthing local')
  process.exit(2)
}

const env = parseEnv(process.env)
const db = createDb(env.DATABASE_URL, 2)
try {
  const { copied, bytes, alreadyThere, missing } = await copyStorage(db, createStorage(env, from), createStorage(env, to), (seen) => {
    if (seen % 100 === 0) console.log(`${seen} files looked at`)
  })
  console.log(`${copied} files copied (${(bytes / 1e6).toFixed(1)} MB), ${alreadyThere} were there already, ${missing.length} are in neither store`)
  for (const key of missing) console.log(`in neither store: ${key}`)
  process.exitCode = missing.length === 0 ? 0 : 1
} catch (error) {
  console.error(`The copy broke off and can be run again: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await db.$disconnect()
}

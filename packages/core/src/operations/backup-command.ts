import { createDb } from '@printroom/db/client'
import { parseEnv } from '../env.ts'
import { createStorage } from '../boot/storage.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

type Environment = Record<string, string | undefined>
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * `backup <folder>`: copies database and files there and says what it did.
 * @returns the exit status: 0 all is there, 1 something is missing or broke off, 2 not understood
 */
export async function backUpCommand([folder]: string[], environment: Environment): Promise<number> {
  if (!folder) return explain('Say where to: backup <folder>')
  const env = parseEnv(environment)
  const db = createDb(env.DATABASE_URL, 2)
  try {
    const { rows, copied, bytes, alreadyThere, gone, lost } = await backUp(
      { db, storage: await createStorage(env), databaseUrl: env.DATABASE_URL },
      folder,
      say,
    )
    console.log(
      `${rows} rows, ${copied} files copied (${megabytes(bytes)}), ${alreadyThere} were there already, ${gone.length} were deleted meanwhile`,
    )
    for (const key of lost) console.error(`a row points at a file that the store does not have: ${key}`)
    return lost.length === 0 ? 0 : 1
  } catch (error) {
    return explain(`The backup broke off: ${reasonOf(error)}`, 1)
  } finally {
    await db.$disconnect()
  }
}

/**
 * `restore <folder>`: brings a backup into the database and the store of the environment, which are to be empty.
 * @returns the exit status: 0 all is there, 1 something is wrong or broke off, 2 not understood
 */
export async function restoreCommand([folder]: string[], environment: Environment): Promise<number> {
  if (!folder) return explain('Say where from: restore <folder>')
  const env = parseEnv(environment)
  try {
    const report = await restore({ storage: await createStorage(env), databaseUrl: env.DATABASE_URL }, folder, say)
    const { rows, takenAt, files, bytes, waitingJobs, removed, unbalanced } = report
    console.log(
      `As of ${takenAt}: ${rows} rows, ${files} files (${megabytes(bytes)}), ${waitingJobs} jobs wait; ${removed} rows without their file were left out`,
    )
    if (unbalanced)
      console.error(
        `${unbalanced} sellers have a balance that is not the sum of their ledger: select * from credit_summary where not adds_up`,
      )
    return unbalanced ? 1 : 0
  } catch (error) {
    return explain(`The restore broke off: ${reasonOf(error)}`, 1)
  }
}

const say = (said: string) => console.log(said)
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function explain(sentence: string, status = 2): number {
  console.error(sentence)
  return status
}

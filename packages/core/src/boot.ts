import { join } from 'node:path'
import { createDb } from '@printroom/db/client'
import type { Context, Log } from './context.ts'
import type { Env } from './env.ts'
import { systemClock } from './ports/clock.ts'
import { createLocalStorage } from './ports/storage-local.ts'
import { createStudioEngine } from './ports/studio-engine.ts'

/** Puts a process's real parts together; `close` lets go of them all. */
export async function createContext(env: Env, log: Log): Promise<{ context: Context; close: () => Promise<void> }> {
  const db = createDb(env.DATABASE_URL, env.DATABASE_POOL)
  const engine = await createStudioEngine(env.WORKER_CONCURRENCY)
  const storage = createLocalStorage(join(env.DATA_DIR, 'files'))
  return {
    context: { db, storage, engine, clock: systemClock, env, log },
    async close() {
      await engine.close()
      await db.$disconnect()
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { migrate } from '@printroom/db/migrate'
import { openReadingRole } from '@printroom/db/reading-role'
import { openEmbeddedDatabase, runningDatabaseUrl } from './database.ts'
import { holdData } from './data-lock.mjs'
import { type LocalEnv, ROOT, inherited } from './env.mjs'
import { nextFreePort } from './port.ts'
import { say } from './say.mjs'
import { stopRequest } from './stop-request.ts'

const FIRST_STUDIO_PORT = 5555

/** Where Studio shows the first thing that support looks at. */
const USERS = '#schema=public&table=users&view=table'

/**
 * Prisma Studio on the data of `npm start`: on its Postgres if it runs, else on one started for as long as Studio is open.
 * It reads with a role that cannot write, unless `isWriting`.
 * @throws NoReadingRole where the database's role may make no other
 */
export async function runStudio(env: LocalEnv, { isWriting }: { isWriting: boolean }): Promise<void> {
  const stopping = stopRequest(env.npm)
  // Who cannot have the data asks the Postgres of the launcher that holds it.
  const lock = env.databaseUrl === undefined ? await holdData(env.dataDir).catch(() => undefined) : undefined
  lock?.tell('Prisma Studio')
  const database = lock && (await openEmbeddedDatabase(env.dataDir))
  const url = env.databaseUrl ?? database?.url ?? runningDatabaseUrl(env.dataDir)
  if (url === undefined) throw new Error('Printroom is just starting on this data. Try again when it is ready.')
  try {
    if (database !== undefined) await migrate(url)
    const reading = isWriting ? undefined : await openReadingRole(url)
    const port = await nextFreePort(FIRST_STUDIO_PORT, '127.0.0.1')
    const studio = spawn(process.execPath, ['bin/prisma.mjs', 'studio', '--port', String(port), '--browser', 'none'], {
      cwd: join(ROOT, 'packages/db'),
      env: { ...inherited, DATABASE_URL: reading?.url ?? url },
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    say(
      'studio',
      isWriting
        ? 'opened for writing: what is changed here is changed'
        : 'opened for reading; --write is for those who must change something',
    )
    say('studio', `http://localhost:${port}/${USERS}  (Ctrl-C stops it)`)
    await Promise.race([stopping.asked, once(studio, 'exit')])
    // Its CLI runs the real one as a child; both stand in one process group.
    if (studio.pid !== undefined && studio.exitCode === null) process.kill(-studio.pid, 'SIGTERM')
    await reading?.close()
  } finally {
    await database?.stop()
    lock?.release()
  }
  process.exit(0)
}

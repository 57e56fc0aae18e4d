import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { migrate } from '@printroom/db/migrate'
import { openEmbeddedDatabase, runningDatabaseUrl } from './database.ts'
import { ROOT, readEnv } from './env.ts'
import { say } from './log.ts'
import { nextFreePort } from './port.ts'
import { stopRequest } from './stop-request.ts'

const FIRST_STUDIO_PORT = 5555

// Prisma Studio on the data of `npm start`: on its Postgres if it runs, else on one started for as long as Studio is open.
const env = readEnv()
const stopping = stopRequest(env.isUnderNpm)
const running = env.databaseUrl ?? runningDatabaseUrl(env.dataDir)
const database = running === undefined ? await openEmbeddedDatabase(env.dataDir) : undefined
const url = running ?? database?.url ?? ''
try {
  if (database !== undefined) await migrate(url)
  const port = await nextFreePort(FIRST_STUDIO_PORT, '127.0.0.1')
  const studio = spawn(process.execPath, ['bin/prisma.mjs', 'studio', '--port', String(port), '--browser', 'none'], {
    cwd: join(ROOT, 'packages/db'),
    env: { ...env.inherited, DATABASE_URL: url },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  say('studio', `http://localhost:${port}  (Ctrl-C stops it)`)
  await Promise.race([stopping.asked, once(studio, 'exit')])
  // Its CLI runs the real one as a child; both stand in one process group.
  if (studio.pid !== undefined && studio.exitCode === null) process.kill(-studio.pid, 'SIGTERM')
} finally {
  await database?.stop()
}
process.exit(0)

// `npm start`: one process from the first check to the last line, so that one lock covers installing, building and running.
// With --no-build it takes what is installed and built as it is. With --dev it is `npm run dev`: see apps.ts.
import { readEnv } from './env.mjs'
import { holdData } from './data-lock.mjs'
import { prepare } from './prepare.mjs'
import { say } from './say.mjs'
import { checkNode } from './tools.mjs'

/** What Vite and the server cannot do without; the client itself is not built. */
const DEV_TASKS = ['generate', '@printroom/imaging#build']

checkNode()
try {
  const isDev = process.argv.includes('--dev')
  const env = readEnv({ isDev })
  say('local', `Printroom on Node ${process.versions.node}, ${process.platform} ${process.arch}`)
  const lock = env.databaseUrl === undefined ? await holdData(env.dataDir) : undefined
  if (!process.argv.includes('--no-build')) await prepare(isDev ? { scope: 'all', tasks: DEV_TASKS } : {})
  const { register } = await import('tsx/esm/api')
  register()
  const { runLocal } = await import('./run-local.ts')
  await runLocal(env, lock)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

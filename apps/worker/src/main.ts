import { createContext } from '@printroom/core/boot'
import { parseEnv } from '@printroom/core/env'
import { createLog, logLastWords } from '@printroom/core/log'
import { startWorker } from './worker.ts'

const env = parseEnv(process.env)
const log = createLog(env, 'worker')
logLastWords(log)
const { context, close } = await createContext(env, log)
const worker = await startWorker(context)
log.info(
  { node: process.version, concurrency: env.WORKER_CONCURRENCY, data: env.DATA_DIR, engine: context.engine.name },
  'worker is ready',
)

let isStopping = false
async function stop(signal: string) {
  if (isStopping) return
  isStopping = true
  log.info({ signal }, 'stopping: no new jobs, those under way are finished')
  await worker.stop()
  await close()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

import { createWorkerContext } from '@printroom/core/boot/worker-context'
import { parseEnv } from '@printroom/core/env'
import { createLog, logLastWords } from '@printroom/core/logging/log'
import { lowerPriority } from '@printroom/core/jobs/process-priority'
import { startWorker } from './worker.ts'

/** Pictures are made with what the HTTP server leaves of the machine that both may be on. */
const NICE = 5

const env = parseEnv(process.env)
// Beside a test suite on two cores it would starve, until others took it for dead.
if (env.NODE_ENV !== 'test') lowerPriority(NICE)
const log = createLog(env, 'worker')
logLastWords(log)
const { context, close } = await createWorkerContext(env, log)
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

import { EventEmitter } from 'node:events'
import type { Context } from '@printroom/core/context'
import { JOBS } from '@printroom/core/jobs'
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { startHeartbeat } from './heartbeat.ts'
import { startSweepers } from './sweepers.ts'
import { TASKS } from './tasks/registry.ts'

export type Worker = { stop(): Promise<void> }

/** Runs jobs until it is stopped; `stop` finishes those under way and takes no new one. */
export async function startWorker(context: Context): Promise<Worker> {
  const { env, log } = context
  const events = new EventEmitter() as WorkerEvents
  const heartbeat = startHeartbeat(context, events)
  const runner: Runner = await run({
    connectionString: env.DATABASE_URL,
    concurrency: env.WORKER_CONCURRENCY,
    maxPoolSize: env.WORKER_CONCURRENCY + 2,
    noHandleSignals: true, // the library's own handler ends with 143; main.ts ends with 0
    events,
    taskList: Object.fromEntries(
      Object.entries(TASKS).map(([name, load]) => [
        name,
        async (payload, { job }) => {
          const { handle } = await load()
          await handle(context, JOBS[name as keyof typeof JOBS].payload.parse(payload), job.attempts >= job.max_attempts)
        },
      ]),
    ),
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') log.warn({ meta: meta?.failure ? 'job' : undefined }, message)
    }),
  })
  const sweepers = startSweepers(context)

  return {
    async stop() {
      sweepers.stop()
      await runner.stop()
      await sweepers.done()
      await heartbeat.stop()
    },
  }
}

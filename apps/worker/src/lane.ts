import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { WorkerContext } from '@printroom/core/context'
import { payloadOf, type JobName } from '@printroom/core/jobs/jobs'
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Lane } from './lanes.ts'
import { TASKS } from './tasks/registry.ts'

const TAKE_UP_AGAIN_MS = 1_000

/**
 * A Postgres that dies between a connection's beginning and its first word leaves whoever connects waiting for ever, and
 * so does one that dies in a statement on some networks. The library's own pool has no such limits: a worker that took
 * the queue up again in that moment lived on and did nothing.
 */
const CONNECT_WITHIN_MS = 5_000
const ANSWER_WITHIN_MS = 60_000

/**
 * Runs a lane's jobs until it is stopped; `stop` finishes those under way and takes no new one. A lost database only
 * interrupts.
 * @param watch is told of the lane's workers as they come and go
 * @throws Error when the queue cannot be reached at the start
 */
export async function startLane(
  context: WorkerContext,
  lane: Lane,
  watch: (events: WorkerEvents) => void,
): Promise<{ stop(): Promise<void> }> {
  const { log } = context
  const stopping = new AbortController()
  const events = new EventEmitter() as WorkerEvents
  watch(events)
  let runner = await runJobs(context, lane, events)
  // The library drops a worker that could not give its job back, and never replaces it: without this, each loss of
  // the database would leave fewer of them, down to a process that lives and does nothing (0.16.6, src/main.ts).
  events.on('worker:fatalError', () => void runner.stop().catch(() => undefined))

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch(() => undefined)
      if (stopping.signal.aborted) return
      log.warn({ lane: lane.name }, 'the queue was lost; taking it up again')
      runner = await takeUpAgain()
    }
    await runner.stop()
  })()

  async function takeUpAgain(): Promise<Runner> {
    for (;;) {
      try {
        return await runJobs(context, lane, events)
      } catch (error) {
        if (stopping.signal.aborted) return runner
        log.warn({ reason: (error as Error).message }, 'the queue is not there yet')
        await pause(TAKE_UP_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => undefined) // it may have stopped by itself
      await running.catch(() => undefined)
    },
  }
}

async function runJobs(
  context: WorkerContext,
  { names, places, afterMs, crontab }: Lane,
  events: WorkerEvents,
): Promise<Runner> {
  const { env, log } = context
  const pgPool = new pg.Pool({
    connectionString: env.DATABASE_URL,
    max: places + 2,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    application_name: 'printroom-queue',
    // What of the queue a crash of Postgres itself may lose is who has a job and which is done: those jobs are run again, as
    // after a worker's death, and nobody's picture waits for the disk twice.
    options: '-c synchronous_commit=off',
  })
  pgPool.on('error', () => undefined) // the library logs it, but stops listening before its last connections are gone
  const end = () => pgPool.end().catch(() => undefined)
  try {
    const runner = await run({
      pgPool,
      concurrency: places,
      noHandleSignals: true, // the library's own handler ends with 143; main.ts ends with 0
      events,
      crontab,
      // Asked each time before a job is looked for; no job has flags.
      ...(afterMs > 0 && { forbiddenFlags: () => pause(afterMs, null) }),
      taskList: Object.fromEntries(
        names.map((name) => [
          name,
          (payload, { job }) => runTask(context, name, payload, job.attempts >= job.max_attempts),
        ]),
      ),
      logger: new Logger(() => (level, message, meta) => {
        if (level === 'error' || level === 'warning') log.warn({ meta: meta?.failure ? 'job' : undefined }, message)
      }),
    })
    void runner.promise.then(end, end)
    return runner
  } catch (error) {
    void end() // a connection that hangs would keep it
    throw error
  }
}

async function runTask<Name extends JobName>(
  context: WorkerContext,
  name: Name,
  payload: unknown,
  isLastTry: boolean,
): Promise<void> {
  const { handle } = await TASKS[name]()
  await handle(context, payloadOf(name, payload), isLastTry)
}

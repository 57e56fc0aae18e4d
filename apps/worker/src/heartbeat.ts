import type { Context } from '@printroom/core/context'
import { HEARTBEAT_EVERY_MS, beat, sayGoodbye } from '@printroom/core/jobs/heartbeat'
import type { WorkerEvents } from 'graphile-worker'

/** Keeps this process's workers on the list of the living, from the moment each is made: those whose events it watches. */
export function startHeartbeat(context: Context): { watch(events: WorkerEvents): void; stop(): Promise<void> } {
  const ids = new Set<string>()
  const gone: string[] = []
  let beating: Promise<void> = Promise.resolve()
  const again = () => {
    beating = beat(context, [...ids]).catch((error: Error) =>
      context.log.warn({ reason: error.message }, 'a heartbeat was missed'),
    )
  }
  const timer = setInterval(again, HEARTBEAT_EVERY_MS)
  return {
    watch(events) {
      events.on('worker:create', ({ worker }) => {
        ids.add(worker.workerId)
        again()
      })
      // One that is gone must not look alive, or the job that it held would wait for it forever.
      events.on('worker:stop', ({ worker }) => {
        ids.delete(worker.workerId)
        gone.push(worker.workerId)
      })
    },
    async stop() {
      clearInterval(timer)
      await beating
      await sayGoodbye(context, [...ids, ...gone]).catch(() => undefined)
    },
  }
}

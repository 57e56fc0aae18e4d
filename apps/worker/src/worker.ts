import type { WorkerContext } from '@printroom/core/context'
import { startHeartbeat } from './heartbeat.ts'
import { startLane } from './lane.ts'
import { lanesOf } from './lanes.ts'
import { startSweepers } from './sweepers.ts'

export type Worker = { stop(): Promise<void> }

/**
 * Runs jobs until it is stopped; `stop` finishes those under way and takes no new one. A lost database only interrupts.
 * @throws Error when the queue cannot be reached at the start
 */
export async function startWorker(context: WorkerContext): Promise<Worker> {
  const heartbeat = startHeartbeat(context)
  const lanes: Worker[] = []
  for (const lane of lanesOf(context.env)) lanes.push(await startLane(context, lane, heartbeat.watch))
  const sweepers = startSweepers(context)
  return {
    async stop() {
      sweepers.stop()
      await Promise.all(lanes.map((lane) => lane.stop()))
      await sweepers.done()
      await heartbeat.stop()
    },
  }
}

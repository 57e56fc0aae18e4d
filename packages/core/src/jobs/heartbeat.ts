import { hostname } from 'node:os'
import type { Context } from '../context.ts'

export const HEARTBEAT_EVERY_MS = 5_000
/** A worker that has not been heard of for this long is dead, and its jobs are free. */
export const DEAD_AFTER_SECONDS = 20

/** Says that these workers of this process live. */
export async function beat({ db }: Context, workerIds: readonly string[]): Promise<void> {
  for (const workerId of workerIds)
    await db.$executeRaw`
      INSERT INTO worker_heartbeats (worker_id, host, pid) VALUES (${workerId}, ${hostname()}, ${process.pid}::int)
      ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`
}

/** Takes workers off the list, at the end of their process. */
export async function sayGoodbye({ db }: Context, workerIds: readonly string[]): Promise<void> {
  await db.workerHeartbeat.deleteMany({ where: { workerId: { in: [...workerIds] } } })
}

/** Whether any worker is alive. */
export async function hasLiveWorker({ db }: Context): Promise<boolean> {
  const [row] = await db.$queryRaw<{ alive: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM worker_heartbeats WHERE seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int)) AS alive`
  return row?.alive ?? false
}

/** Who has not looked for this long cannot tell who died meanwhile from who could not say that he lives. */
const BLIND_AFTER_SECONDS = 15

/**
 * A sweep that frees the jobs of workers that died: graphile-worker itself holds a killed worker's job for four hours. A
 * worker that only slept carries on, but its attempt number is old by then and it can finish nothing. So that a machine
 * that slept, or a database that was away, leaves everybody's work alone, a sweep that did not look a moment ago only
 * looks: the living have beaten by the next one.
 * @returns a sweep with a memory of its own, which resolves with the ids of the dead
 */
export function createDeadWorkersSweep(): (context: Context) => Promise<string[]> {
  let lookedAt = 0
  return async ({ db, log }) => {
    // `_private_jobs` is the queue's own table: its version is pinned exactly, and the worker's tests kill real processes.
    const [seen] = await db.$queryRaw<{ ids: string[]; at: number }[]>`
      SELECT extract(epoch FROM now())::float8 AS at, ARRAY(SELECT DISTINCT j.locked_by FROM graphile_worker._private_jobs j
        WHERE j.locked_by IS NOT NULL AND j.locked_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int)
          AND NOT EXISTS (SELECT 1 FROM worker_heartbeats h WHERE h.worker_id = j.locked_by
            AND h.seen_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int))) AS ids`
    const { ids = [], at = 0 } = seen ?? {}
    const wasBlind = at - lookedAt > BLIND_AFTER_SECONDS
    lookedAt = at
    if (wasBlind) return []
    if (ids.length) {
      await db.$executeRaw`SELECT graphile_worker.force_unlock_workers(${ids}::text[])`
      log.warn({ workers: ids }, 'freed the jobs of dead workers')
    }
    await db.$executeRaw`DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 hour'`
    return ids
  }
}

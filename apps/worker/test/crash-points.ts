import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Order, World } from './world.ts'

/*
 * A process is held at a marked point from outside, with the locks it meets there anyway, so that the code under test
 * knows nothing of the tests: a pipe in place of the design's file, or a row of the database that somebody else holds.
 */

/** The points at which a worker may die with a picture of the studio's in its hands, in order. */
export const CRASH_POINTS = {
  'after the claim': null,
  'after the picture, before its files': (id) => [`SELECT 1 FROM generations WHERE id = $1 FOR UPDATE`, id],
  'after its files, before the mockup': (_, userId) => [`SELECT 1 FROM users WHERE id = $1 FOR UPDATE`, userId],
  'before the commit': (_, userId) => [`SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE`, userId],
  'after the commit': (id) => [`SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1 FOR UPDATE`, id],
} as const satisfies Record<string, ((id: string, userId: string) => [string, string]) | null>

export type CrashPoint = keyof typeof CRASH_POINTS

/**
 * Brings the worker that has claimed a held order to a point, kills it there with -9, and cuts its connections, as
 * when a machine loses its power: no statement of its own can come after.
 */
export async function killAt(point: CrashPoint, { world, order, url }: { world: World; order: Order; url: string }): Promise<void> {
  await world.reaches(order.id, 'rendering')
  const lock = CRASH_POINTS[point]
  if (!lock) {
    await kill(world, order)
    await world.feed(order)
    return
  }
  await whileHeldBy(lock(order.id, order.userId), { world, order, url }, async (blocked) => {
    await kill(world, order)
    await world.db.$queryRaw`SELECT pg_terminate_backend(${blocked}::int)`
  })
}

/** Holds a row, lets the worker run into it and does `work` while it waits there; then the row is free again. */
export async function whileHeldBy(
  [statement, id]: readonly [string, string],
  { world, order, url }: { world: World; order: Order; url: string },
  work: (blockedPid: number) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('BEGIN')
    await holder.query(statement, [id])
    await world.feed(order)
    await work(await whoWaitsFor(world, holder))
    await holder.query('ROLLBACK')
  } finally {
    await holder.end()
  }
}

/** Kills the process that holds an order's job. */
async function kill({ db }: World, { id }: Order): Promise<void> {
  const [worker] = await db.$queryRaw<{ pid: number }[]>`
    SELECT h.pid FROM graphile_worker._private_jobs j JOIN worker_heartbeats h ON h.worker_id = j.locked_by WHERE j.key = ${id}`
  if (!worker) throw new Error(`nobody works on ${id}`)
  process.kill(worker.pid, 'SIGKILL')
}

/** Postgres tells nobody that a statement waits, so this looks until one does; the test's own limit ends it. */
async function whoWaitsFor({ db }: World, holder: pg.Client): Promise<number> {
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  for (;;) {
    const [waiting] = await db.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE ${rows[0]!.pid}::int = ANY (pg_blocking_pids(pid)) LIMIT 1`
    if (waiting) return waiting.pid
    await pause(20)
  }
}

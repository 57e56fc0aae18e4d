import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Order, Fixture } from './fixture.ts'

/*
 * A process is held at a marked point from outside, with the locks it meets there anyway, so that the code under test
 * knows nothing of the tests: a pipe in place of the design's file, or a row of the database that somebody else holds.
 */

/** What a hosted model has been asked for an order: nothing where the studio makes the pictures. */
export type Prediction = { id: string; deliveries: number }
export type Scene = { fixture: Fixture; order: Order; url: string; predictionsOf(order: Order): Promise<Prediction[]> }
/** Brings the worker that has claimed a held order to a point, and calls `kill` there with the connections that wait. */
export type Point = (scene: Scene, kill: (waiting: number[]) => Promise<void>) => Promise<void>

/** The rows that an attempt writes one after the other. */
const ROWS = {
  progress: ({ id }) => [`SELECT 1 FROM generations WHERE id = $1 FOR UPDATE`, id],
  mockup: ({ userId }) => [`SELECT 1 FROM users WHERE id = $1 FOR UPDATE`, userId],
  credit: ({ userId }) => [`SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE`, userId],
  job: ({ id }) => [`SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1 FOR UPDATE`, id],
} as const satisfies Record<string, (order: Order) => [string, string]>

export const progressOf = ROWS.progress

/** Where the worker waits for a row that is held. */
const waitingFor =
  (row: keyof typeof ROWS): Point =>
  ({ fixture, order, url }, kill) =>
    holding(url, ROWS[row](order), async (waiting) => {
      await fixture.feed(order)
      await kill(await waiting())
    })

const afterTheClaim: Point = async ({ fixture, order }, kill) => {
  await kill([])
  await fixture.feed(order)
}

/** The points at which a worker may die with a picture of the studio's in its hands, in order. */
export const STUDIO_POINTS = {
  'after the claim': afterTheClaim,
  'while the picture is made': waitingFor('progress'),
  'after its files, before the mockup': waitingFor('mockup'),
  'before the commit': waitingFor('credit'),
  'after the commit': waitingFor('job'),
} satisfies Record<string, Point>

/** The same, where a hosted model makes the picture, which is paid for when it is asked for. */
export const PROVIDER_POINTS = {
  'after the claim': afterTheClaim,
  'after the prediction is made, before its id is kept': (scene, kill) =>
    holding(scene.url, ROWS.progress(scene.order), async (waiting) => {
      await scene.fixture.feed(scene.order)
      await kill(await waiting('provider_id'))
    }),
  'after its id is kept': async (scene, kill) => {
    await idIsKept(scene)
    await kill([])
  },
  'after its picture is fetched': async (scene, kill) => {
    await idIsKept(scene)
    await holding(scene.url, ROWS.progress(scene.order), async (waiting) => {
      await until(async () => (await scene.predictionsOf(scene.order)).some(({ deliveries }) => deliveries > 0))
      await kill(await waiting())
    })
  },
  'after its files, before the mockup': waitingFor('mockup'),
  'before the commit': waitingFor('credit'),
  'after the commit': waitingFor('job'),
} satisfies Record<string, Point>

async function idIsKept({ fixture, order }: Scene): Promise<void> {
  await fixture.feed(order)
  await until(
    async () => (await fixture.db.generation.findUniqueOrThrow({ where: { id: order.id } })).providerId !== null,
  )
}

/**
 * Kills the worker that has claimed a held order with -9 at a point, and cuts its connections there, as when a machine
 * loses its power: no statement of its own can come after.
 */
export async function killAt(point: Point, scene: Scene): Promise<void> {
  const { db } = scene.fixture
  await scene.fixture.reaches(scene.order.id, 'rendering')
  await point(scene, async (waiting) => {
    const [worker] = await db.$queryRaw<{ pid: number }[]>`
      SELECT h.pid FROM graphile_worker._private_jobs j JOIN worker_heartbeats h ON h.worker_id = j.locked_by WHERE j.key = ${scene.order.id}`
    if (!worker) throw new Error(`nobody works on ${scene.order.id}`)
    process.kill(worker.pid, 'SIGKILL')
    for (const pid of waiting) await db.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`
  })
}

/** Who waits for a connection, and who waits for those: the second at a row stands behind the first, not behind its holder. */
const WAITING_FOR = `
  WITH RECURSIVE waiting AS (
    SELECT pid, query FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))
    UNION SELECT a.pid, a.query FROM waiting w JOIN pg_stat_activity a ON w.pid = ANY (pg_blocking_pids(a.pid)))
  SELECT * FROM waiting`

/**
 * Holds a row while `work` goes on. `waiting` resolves with the connections that wait for it, once there is one, with
 * this word in its statement.
 */
export async function holding(
  url: string,
  [statement, id]: readonly [string, string],
  work: (waiting: (word?: string) => Promise<number[]>) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: url })
  const looker = new pg.Client({ connectionString: url })
  await Promise.all([holder.connect(), looker.connect()])
  try {
    await holder.query('BEGIN')
    await holder.query(statement, [id])
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await work(async (word = '') => {
      let found: { pid: number; query: string }[] = []
      await until(async () => {
        found = (await looker.query(WAITING_FOR, [rows[0]!.pid])).rows
        return found.some(({ query }) => query.includes(word))
      })
      return found.map(({ pid }) => pid)
    })
    await holder.query('ROLLBACK')
  } finally {
    await Promise.all([holder.end(), looker.end()])
  }
}

/** Neither Postgres nor the sandbox tells of what is waited for here, so this looks until it is so; the test's own limit ends it. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20)
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb } from '@printroom/db/client'
import { startCluster } from '@printroom/db/cluster'
import { migrate } from '@printroom/db/migrate'
import { afterAll, expect, it } from 'vitest'
import { isUnreachable } from '../src/unreachable.ts'

const folder = mkdtempSync(join(tmpdir(), 'printroom-unreachable-'))
chmodSync(folder, 0o755) // as root it is another account that runs Postgres in it
const dataFolder = join(folder, 'postgres')
let cluster = await startCluster({ dataFolder, password: 'away' })
const url = cluster.url('printroom')
await migrate(url)
const db = createDb(url, 4)
afterAll(async () => {
  await db.$disconnect()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Each way in which a statement reaches Postgres: Prisma wraps the same fault differently on each. */
const WAYS: Record<string, () => Promise<unknown>> = {
  'a query': () => db.user.findMany({ take: 1 }),
  'a statement of our own': () => db.$queryRaw`SELECT pg_sleep(0.01)::text`,
  'a transaction': () => db.$transaction(async (tx) => [await tx.user.count(), await tx.user.count()]),
  'our own statement in a transaction': () => db.$transaction(async (tx) => tx.$queryRaw`SELECT pg_sleep(0.01)::text`),
}

it.each(['SIGKILL', 'SIGINT'] as const)(
  'whatever fails while Postgres is ended with %s and started again is put down to that',
  { timeout: 120_000 },
  async (signal) => {
    const failed = new Map<string, unknown[]>(Object.keys(WAYS).map((name) => [name, []]))
    let isOver = false
    const asking = Object.entries(WAYS).flatMap(([name, ask]) =>
      [1, 2].map(async () => {
        while (!isOver) await ask().catch((error: unknown) => failed.get(name)!.push(error))
      }),
    )
    await Promise.all(Object.values(WAYS).map((ask) => ask()))
    const { port } = cluster
    process.kill(cluster.pid, signal)
    await cluster.exited
    cluster = await startCluster({ dataFolder, password: 'away', port })
    isOver = true
    await Promise.all(asking)

    for (const [name, errors] of failed) {
      expect(errors.length, `${name} failed meanwhile`).toBeGreaterThan(0)
      expect(
        errors.filter((error) => !isUnreachable(error)),
        name,
      ).toEqual([])
    }
  },
)

it('a fault of the statement itself is not', async () => {
  const faults = await Promise.all(
    [db.$queryRaw`SELECT 1/0`, db.$queryRaw`SELECT nothing`, db.user.create({ data: { id: 'no id' } as never })].map(
      (asked) =>
        asked.then(
          () => null,
          (error: unknown) => error,
        ),
    ),
  )
  expect(faults.map((fault) => [fault instanceof Error, isUnreachable(fault)])).toEqual(faults.map(() => [true, false]))
})

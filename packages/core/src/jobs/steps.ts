import { Prisma, type Db, type Transaction } from '@printroom/db/client'

/** What a worker makes while a request waits for it, by its table. Their rows have the same steps. */
export type Work = 'uploads' | 'mockup_exports'

/** What travels on the database's `ended` channel: the id of each row that has ended, or is gone. */
export const ENDED_CHANNEL = 'ended'

const tableOf = (work: Work) => Prisma.raw(`"${work}"`)

/** Takes a row up, again where an earlier attempt was lost. False when it has ended, or is gone. */
export async function begin(db: Db, work: Work, id: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE ${tableOf(work)} SET status = 'running', attempt = attempt + 1, started_at = coalesce(started_at, now())
    WHERE id = ${id}::uuid AND status IN ('waiting', 'running')`
  return count > 0
}

/**
 * Ends a row that has not ended, whoever works on it, and tells those who wait. Of two attempts the second is told false
 * and keeps nothing.
 */
export async function end(tx: Transaction, work: Work, id: string, status: 'done' | 'failed'): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE ${tableOf(work)} SET status = ${status}::"WorkStatus", finished_at = now()
    WHERE id = ${id}::uuid AND status IN ('waiting', 'running')`
  if (count > 0) await tellEnded(tx, id)
  return count > 0
}

/** Tells those who wait to look again; inside a transaction it is heard when the transaction commits. */
export async function tellEnded(tx: Transaction, id: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${ENDED_CHANNEL}, ${id})`
}

/** The same of everything of a user's that somebody may wait for. */
export async function tellAllEnded(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_notify(${ENDED_CHANNEL}, id::text) FROM (
      SELECT id FROM uploads WHERE user_id = ${userId}::uuid UNION ALL SELECT id FROM mockup_exports WHERE user_id = ${userId}::uuid) w`
}

/** Whether a row has a job that is held by a worker, or has tries left. */
export async function hasJob(tx: Transaction, id: string): Promise<boolean> {
  const jobs = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker.jobs WHERE key = ${id} AND (locked_at IS NOT NULL OR attempts < max_attempts)`
  return jobs.length > 0
}

/** Rows that have not ended so long after they were added. */
export const unfinishedWork = (db: Db, work: Work, afterSeconds: number): Promise<{ id: string; userId: string }[]> =>
  db.$queryRaw`
    SELECT id, user_id AS "userId" FROM ${tableOf(work)} WHERE status IN ('waiting', 'running')
      AND created_at < now() - make_interval(secs => ${afterSeconds}::int) LIMIT 100`

/**
 * Holds an account's row, so that it cannot be deleted before the transaction ends, and passes one seller's steps one by
 * one. False when it was deleted. Taken before the rows that belong to it, as the deletion does.
 */
export async function holdAccount(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`
  return rows.length > 0
}

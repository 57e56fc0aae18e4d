import type { Transaction } from '@printroom/db/client'
import * as z from 'zod'
import type { Context } from '../context.ts'

/** Every job: its name, what it is given, how often it is tried. The worker has exactly one handler for each, by type. */
export const JOBS = {
  'render-mockup': { payload: z.object({ generationId: z.uuid() }), maxAttempts: 3 },
  'export-mockup': { payload: z.object({ exportId: z.uuid() }), maxAttempts: 2 },
  'ingest-design': { payload: z.object({ uploadId: z.uuid() }), maxAttempts: 3 },
  'measure-scene': { payload: z.object({ sceneId: z.uuid() }), maxAttempts: 3 },
  'mend-scene': { payload: z.object({ sceneId: z.uuid() }), maxAttempts: 3 },
  /** Files whose row is gone, or never came. The pauses grow to hours: 20 tries outlast a store that is away for days. */
  'delete-files': { payload: z.object({ keys: z.array(z.string()) }), maxAttempts: 20 },
  /** Reads Stripe again for one customer. The pauses grow to hours: 20 tries outlast a Stripe that is away for days. */
  'sync-billing': { payload: z.object({ customer: z.string() }), maxAttempts: 20 },
  'find-event-customer': { payload: z.object({ event: z.string() }), maxAttempts: 20 },
  'cancel-surplus-subscription': { payload: z.object({ subscription: z.string() }), maxAttempts: 20 },
  'refund-purchase': { payload: z.object({ purchase: z.string() }), maxAttempts: 20 },
  /** One try; the pauses between tries are the message's own, so these are for a database that is away. */
  'deliver-webhook': { payload: z.object({ deliveryId: z.uuid() }), maxAttempts: 20 },
  'announce-batch': { payload: z.object({ batchId: z.uuid() }), maxAttempts: 20 },
  'mail-webhook-off': { payload: z.object({ endpointId: z.uuid() }), maxAttempts: 20 },
  'mail-key-expiry': { payload: z.object({ apiKeyId: z.uuid() }), maxAttempts: 20 },
  // By the worker's crontab, which adds a note of its own to the payload.
  'reconcile-billing': { payload: z.object({}), maxAttempts: 3 },
} as const

export type JobName = keyof typeof JOBS
export type JobPayload<Name extends JobName> = z.output<(typeof JOBS)[Name]['payload']>

/** A job's payload, as it was added. @throws ZodError when it is none of this job's */
export const payloadOf = <Name extends JobName>(name: Name, payload: unknown): JobPayload<Name> =>
  JOBS[name].payload.parse(payload) as JobPayload<Name>

/**
 * A worker that takes the waiting job of this key while another one is added makes the library add none, without a word
 * (graphile-worker 0.16.6, sql/000018.sql: the conflict's `where jobs.locked_at is null`). Asked again it sees the job run.
 */
const ADD_ATTEMPTS = 10

/**
 * Adds a job in the caller's transaction: it exists if and only if the transaction commits. A job of the same key that
 * still waits is kept as it is; one that runs is left to end, and the new one runs as well. Among waiting jobs a smaller
 * `priority` goes first, then the older; none begins `afterSeconds` too early. Of one `queue` one job runs at a time.
 * @throws Error when workers took the waiting job at every attempt
 */
export async function addJob<Name extends JobName>(
  tx: Transaction,
  name: Name,
  payload: JobPayload<Name>,
  key: string,
  {
    priority = 0,
    afterSeconds = 0,
    queue = null,
  }: { priority?: number; afterSeconds?: number; queue?: string | null } = {},
): Promise<void> {
  const { maxAttempts } = JOBS[name]
  for (let attempt = 0; attempt < ADD_ATTEMPTS; attempt++) {
    const added = await tx.$queryRaw<unknown[]>`
      SELECT job.id::text FROM graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
        job_key_mode => 'preserve_run_at', queue_name => ${queue}::text, max_attempts => ${maxAttempts}::int, priority => ${priority}::int,
        run_at => now() + make_interval(secs => ${afterSeconds}::int)) AS job WHERE job.id IS NOT NULL`
    if (added.length > 0) return
  }
  throw new Error(`the job ${key} was taken by a worker at each of ${ADD_ATTEMPTS} attempts to add it`)
}

/** Takes jobs that have not begun away, in the caller's transaction. */
export async function removeJob(tx: Transaction, ...keys: string[]): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.remove_job(key) FROM unnest(${keys}::text[]) AS key`
}

/** The same with all that a user's orders, scenes, uploads and exports wait for. */
export async function removeJobsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key IN (
      SELECT id::text FROM generations WHERE user_id = ${userId}::uuid
      UNION ALL SELECT id::text FROM scenes WHERE user_id = ${userId}::uuid
      UNION ALL SELECT 'mend:' || id FROM scenes WHERE user_id = ${userId}::uuid
      UNION ALL SELECT id::text FROM uploads WHERE user_id = ${userId}::uuid
      UNION ALL SELECT id::text FROM mockup_exports WHERE user_id = ${userId}::uuid)`
}

/**
 * Deletes the jobs that were replaced while they ran, by a new one of their key, and then failed or died with their worker:
 * the library keeps them for ever, without a key and with no attempt left.
 * @returns how many
 */
export async function deleteReplacedJobs({ db }: Pick<Context, 'db'>): Promise<number> {
  const deleted = await db.$queryRaw<unknown[]>`
    SELECT id::text FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs WHERE key IS NULL AND attempts >= max_attempts AND locked_at IS NULL LIMIT 1000))`
  return deleted.length
}

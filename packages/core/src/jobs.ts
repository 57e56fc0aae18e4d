import type { Transaction } from '@printroom/db/client'
import * as z from 'zod'

/** Every job: its name, what it is given, how often it is tried. The worker has exactly one handler for each, by type. */
export const JOBS = {
  'render-mockup': { payload: z.object({ generationId: z.uuid() }), maxAttempts: 3 },
  /** Files whose row is gone, or never came. The pauses grow to hours: 20 tries outlast a store that is away for days. */
  'delete-files': { payload: z.object({ keys: z.array(z.string()) }), maxAttempts: 20 },
  // By the worker's crontab, which adds a note of its own to the payload.
  'reconcile-billing': { payload: z.object({}), maxAttempts: 3 },
} as const

export type JobName = keyof typeof JOBS
export type JobPayload<Name extends JobName> = z.output<(typeof JOBS)[Name]['payload']>

/** A job's payload, as it was added. @throws ZodError when it is none of this job's */
export const payloadOf = <Name extends JobName>(name: Name, payload: unknown): JobPayload<Name> =>
  JOBS[name].payload.parse(payload) as JobPayload<Name>

/**
 * Adds a job in the caller's transaction: it exists if and only if the transaction commits. A job of the same key that
 * still waits is kept as it is. Among waiting jobs a smaller `priority` goes first, then the older; none begins `afterSeconds` too early.
 */
export async function addJob<Name extends JobName>(
  tx: Transaction,
  name: Name,
  payload: JobPayload<Name>,
  key: string,
  { priority = 0, afterSeconds = 0 }: { priority?: number; afterSeconds?: number } = {},
): Promise<void> {
  const { maxAttempts } = JOBS[name]
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      job_key_mode => 'preserve_run_at', max_attempts => ${maxAttempts}::int, priority => ${priority}::int,
      run_at => now() + make_interval(secs => ${afterSeconds}::int))`
}

/** Takes a job that has not begun away, in the caller's transaction. */
export async function removeJob(tx: Transaction, key: string): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.remove_job(${key}::text)`
}

import type { Context } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs'

/** Forgets files that no row points at any more. */
export async function handle({ storage }: Context, { keys }: JobPayload<'delete-files'>): Promise<void> {
  await Promise.all(keys.map((key) => storage.delete(key)))
}

import type { WorkerContext } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs/jobs'
import { deleteUnowned } from '@printroom/core/domain/files/owned-files'

/** Forgets files that no row points at any more, and what was unpacked of them here; what is there still is unpacked again. */
export async function handle(context: WorkerContext, { keys }: JobPayload<'delete-files'>): Promise<void> {
  await deleteUnowned(context, keys)
  await context.plates.forget(keys)
}

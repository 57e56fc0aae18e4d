import type { Context } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs/jobs'
import { deleteUnowned } from '@printroom/core/domain/files/owned-files'

/** Forgets files that no row points at any more. */
export const handle = (context: Context, { keys }: JobPayload<'delete-files'>): Promise<void> =>
  deleteUnowned(context, keys)

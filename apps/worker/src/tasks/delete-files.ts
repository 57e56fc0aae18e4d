import type { Context } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs'
import { deleteUnowned } from '@printroom/core/storage/own'

/** Forgets files that no row points at any more. */
export const handle = (context: Context, { keys }: JobPayload<'delete-files'>): Promise<void> => deleteUnowned(context, keys)

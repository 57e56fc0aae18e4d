import { page } from '@printroom/contract/paging'
import { AppError } from '@printroom/core/errors'
import * as z from 'zod'

/** Reads are keyed by a user's id, which may stand in the call and must be the session's own. */
export const keyedSchema = z.object({ user_id: z.string().max(64).optional() }).optional()
/** The same of a list, which comes a page at a time. */
export const listSchema = z.object({ user_id: z.string().max(64).optional(), ...page }).prefault({})
export const namesUser = { ids: { user_id: 'user' } } as const

/**
 * What orders never takes a dry run for an order: over REST the path looks at it, over tRPC another procedure does it.
 * @throws AppError bad_input
 */
export function assertNoDryRun({ dry_run: isDryRun }: { dry_run?: boolean | undefined }): void {
  if (!isDryRun) return
  const error = 'This procedure orders. Call dryRun for a dry run.'
  throw new AppError('bad_input', { error, fields: { dry_run: error } })
}

/** @throws AppError forbidden when a call names another user than its own */
export function assertOwn(userId: string, named: string | undefined): void {
  if (named !== undefined && named !== userId) throw new AppError('forbidden')
}

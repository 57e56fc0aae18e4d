import type { Context } from '@printroom/core/context'
import type { JobName, JobPayload } from '@printroom/core/jobs'

/** `isLastTry`: after this one the queue gives up, so the handler has to end things well itself. */
export type Task<Name extends JobName> = {
  handle(context: Context, payload: JobPayload<Name>, isLastTry: boolean): Promise<void>
}

/** One handler a job, loaded when it is first needed; a job without one does not compile. */
export const TASKS: { [Name in JobName]: () => Promise<Task<Name>> } = {
  'render-mockup': () => import('./render-mockup.ts'),
  'delete-files': () => import('./delete-files.ts'),
  'reconcile-billing': () => import('./reconcile-billing.ts'),
}

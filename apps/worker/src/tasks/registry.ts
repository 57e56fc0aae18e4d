import type { WorkerContext } from '@printroom/core/context'
import type { JobName, JobPayload } from '@printroom/core/jobs/jobs'

/** `isLastTry`: after this one the queue gives up, so the handler has to end things well itself. */
export type Task<Name extends JobName> = {
  handle(context: WorkerContext, payload: JobPayload<Name>, isLastTry: boolean): Promise<void>
}

/** One handler a job, loaded when it is first needed; a job without one does not compile. */
export const TASKS: { [Name in JobName]: () => Promise<Task<Name>> } = {
  'render-mockup': () => import('./render-mockup.ts'),
  'export-mockup': () => import('./export-mockup.ts'),
  'ingest-design': () => import('./ingest-design.ts'),
  'measure-scene': () => import('./measure-scene.ts'),
  'mend-scene': () => import('./mend-scene.ts'),
  'delete-files': () => import('./delete-files.ts'),
  'sync-billing': () => import('./sync-billing.ts'),
  'find-event-customer': () => import('./find-event-customer.ts'),
  'cancel-surplus-subscription': () => import('./cancel-surplus-subscription.ts'),
  'refund-purchase': () => import('./refund-purchase.ts'),
  'deliver-webhook': () => import('./deliver-webhook.ts'),
  'announce-batch': () => import('./announce-batch.ts'),
  'mail-webhook-off': () => import('./mail-webhook-off.ts'),
  'mail-key-expiry': () => import('./mail-key-expiry.ts'),
  'reconcile-billing': () => import('./reconcile-billing.ts'),
}

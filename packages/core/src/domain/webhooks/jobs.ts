import type { Transaction } from '@printroom/db/client'
import { addJob } from '../../jobs/jobs.ts'

/**
 * An endpoint's messages go one at a time, so that one which hangs holds one place. Few fixed queues: the job queue locks
 * every free one at each look (graphile-worker 0.16.6, src/sql/getJob.ts).
 */
const QUEUES = 16

function queueOf(endpointId: string): string {
  let sum = 0
  for (const sign of endpointId) sum = (sum * 31 + sign.charCodeAt(0)) % 65_521
  return `webhooks-${sum % QUEUES}`
}

/** What a delivery's job is found by. */
export const deliveryKey = (deliveryId: string): string => `webhook:${deliveryId}`

/** Has a message delivered, not before `afterSeconds`. What a press on a button asks for goes first. */
export const addDelivery = (
  tx: Transaction,
  { id, endpointId }: { id: string; endpointId: string },
  { afterSeconds = 0, isAskedFor = false }: { afterSeconds?: number; isAskedFor?: boolean } = {},
): Promise<void> =>
  addJob(tx, 'deliver-webhook', { deliveryId: id }, deliveryKey(id), {
    queue: queueOf(endpointId),
    afterSeconds,
    priority: isAskedFor ? -1 : 0,
  })

/** Has a batch looked at that may be over. Pictures that end together make one look. */
export const addBatchLook = (tx: Transaction, batchId: string): Promise<void> =>
  addJob(tx, 'announce-batch', { batchId }, `announce-batch:${batchId}`)

/** Has the owner of an endpoint told that it was switched off. */
export const addOffMail = (tx: Transaction, endpointId: string): Promise<void> =>
  addJob(tx, 'mail-webhook-off', { endpointId }, `mail-webhook-off:${endpointId}`)

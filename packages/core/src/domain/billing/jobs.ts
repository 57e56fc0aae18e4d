import type { Transaction } from '@printroom/db/client'
import { addJob } from '../../jobs/jobs.ts'

/**
 * A customer's jobs run one at a time, and however many customers there are, a Stripe that hangs holds this many jobs.
 * Few fixed queues: the job queue locks every free one at each look (graphile-worker 0.16.6, src/sql/getJob.ts).
 */
const QUEUES = 4

function queueOf(customer: string): string {
  let sum = 0
  for (const sign of customer) sum = (sum * 31 + sign.charCodeAt(0)) % 65_521
  return `billing-${sum % QUEUES}`
}

/** A job's key is its name and what it is about; `sweep.ts` finds by it what has no job. */
const keyOf = (name: string, subject: string): string => `${name}:${subject}`

/**
 * Has Stripe read again for a customer. Many events make few readings: the job that waits already will see what they
 * tell of, and one that comes while Stripe is read adds another reading, which begins when that one has ended.
 */
export const addSync = (tx: Transaction, customer: string): Promise<void> =>
  addJob(tx, 'sync-billing', { customer }, keyOf('sync-billing', customer), { queue: queueOf(customer) })

/** Has the customer looked up of an event that names a payment alone. */
export const addCustomerSearch = (tx: Transaction, event: string): Promise<void> =>
  addJob(tx, 'find-event-customer', { event }, keyOf('find-event-customer', event), { queue: queueOf(event) })

/** Has a surplus subscription canceled at Stripe. */
export const addSurplusCancel = (tx: Transaction, subscription: string): Promise<void> =>
  addJob(tx, 'cancel-surplus-subscription', { subscription }, keyOf('cancel-surplus-subscription', subscription), {
    queue: queueOf(subscription),
  })

/** Has a payment given back that granted nothing, and its seller told. */
export const addRefund = (tx: Transaction, purchase: string): Promise<void> =>
  addJob(tx, 'refund-purchase', { purchase }, keyOf('refund-purchase', purchase), { queue: queueOf(purchase) })

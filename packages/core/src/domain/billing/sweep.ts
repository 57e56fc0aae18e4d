import type { Context } from '../../context.ts'
import { addCustomerSearch, addRefund, addSurplusCancel, addSync } from './jobs.ts'

/** What was promised is looked after when it has waited for so long without a job that could still run. */
const LOST_AFTER_SECONDS = 120
/** What is older is left to the nightly comparison, and to whoever reads the log of the jobs that gave up. */
const HOPELESS_AFTER_SECONDS = 30 * 86_400
/** A round adds this many; the next comes a minute later. */
const MOST = 100

type Lost = {
  name: 'sync-billing' | 'find-event-customer' | 'cancel-surplus-subscription' | 'refund-purchase'
  subject: string
}
const ADD = {
  'sync-billing': addSync,
  'find-event-customer': addCustomerSearch,
  'cancel-surplus-subscription': addSurplusCancel,
  'refund-purchase': addRefund,
}

/**
 * Keeps the promises of billing: an event that was taken is worked on, a surplus subscription is canceled, a payment that
 * granted nothing goes back. Each has its job from the transaction that made the promise; one that gave up, or was lost in
 * a restored backup, is added again here.
 * @returns how many
 */
export async function sweepBilling({ db, log, mailer }: Context): Promise<number> {
  const lost = await db.$queryRaw<Lost[]>`
    WITH promises (name, subject, made_at) AS (
      SELECT 'sync-billing', customer_id, received_at FROM stripe_events WHERE processed_at IS NULL AND customer_id IS NOT NULL
      UNION ALL
      SELECT 'find-event-customer', id, received_at FROM stripe_events WHERE processed_at IS NULL AND customer_id IS NULL
      UNION ALL
      SELECT 'cancel-surplus-subscription', id, found_at FROM surplus_subscriptions WHERE canceled_at IS NULL
      UNION ALL
      SELECT 'refund-purchase', p.id, p.refund_due_at FROM purchases p JOIN users u ON u.id = p.user_id
      WHERE p.payment_intent_id IS NOT NULL AND p.refund_due_at IS NOT NULL
        AND ((p.refunded_at IS NULL AND p.lost_cents < p.amount_cents) OR (p.refunded_at IS NOT NULL AND p.refund_told_at IS NULL AND u.deleted_at IS NULL AND ${mailer !== null}))
    )
    SELECT DISTINCT name, subject FROM promises
    WHERE made_at BETWEEN now() - make_interval(secs => ${HOPELESS_AFTER_SECONDS}::int) AND now() - make_interval(secs => ${LOST_AFTER_SECONDS}::int)
      AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j WHERE j.key = promises.name || ':' || promises.subject AND j.attempts < j.max_attempts)
    LIMIT ${MOST}`
  for (const { name, subject } of lost) await ADD[name](db, subject)
  if (lost.length > 0) log.warn({ jobs: lost.length }, 'the sweeper mended billing')
  return lost.length
}

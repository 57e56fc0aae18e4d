import type { Context } from '../../context.ts'
import { syncBilling } from './sync.ts'

/** Accounts are read in pages of this size, oldest first. */
const PAGE = 100
/** Longer reports are cut: what is beyond stands in the log. */
const REPORT_LINES = 500

/**
 * Compares every account that has a customer with Stripe, and the ledger with the balances; mends what differs and
 * writes down what it did, in `billing_reconciliations` and in the log. An account that cannot be read does not keep the
 * others from it.
 */
export async function reconcileBilling(
  context: Context,
): Promise<{ accounts: number; mended: number; failed: number; report: string[] }> {
  const { db, log, payments, clock } = context
  const { id } = await db.billingReconciliation.create({ data: {} })
  const result = { accounts: 0, mended: 0, failed: 0, report: [] as string[] }
  for (let after: string | undefined; payments;) {
    const page = await db.user.findMany({
      where: { stripeCustomerId: { not: null }, ...(after ? { id: { gt: after } } : {}) },
      orderBy: { id: 'asc' },
      take: PAGE,
    })
    for (const user of page) await compare(user.id, user.stripeCustomerId ?? '')
    after = page.at(-1)?.id
    if (page.length < PAGE) break
  }
  const wrong = await db.$queryRaw<{ user_id: string }[]>`SELECT user_id FROM credit_summary WHERE NOT adds_up`
  for (const { user_id: userId } of wrong) result.report.push(`${userId}: the balance is not the sum of the ledger`)
  await db.billingReconciliation.update({
    where: { id },
    data: { ...result, report: result.report.slice(0, REPORT_LINES), finishedAt: clock.now() },
  })
  const level = result.failed + wrong.length > 0 ? 'error' : result.mended > 0 ? 'warn' : 'info'
  log[level](result, 'billing was compared with Stripe')
  return result

  async function compare(userId: string, customer: string): Promise<void> {
    result.accounts += 1
    try {
      const changes = await syncBilling(context, customer)
      if (changes.length) result.mended += 1
      result.report.push(...changes.map((change) => `${userId}: ${change}`))
    } catch (error) {
      result.failed += 1
      result.report.push(`${userId}: not compared (${error instanceof Error ? error.message : String(error)})`)
    }
  }
}

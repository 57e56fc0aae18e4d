import { PLANS } from '@printroom/contract/plans'
import type { Transaction } from '@printroom/db/client'
import { lockBalance } from '../credits/ledger.ts'
import { addRefund } from './jobs.ts'
import type { Paid } from './stripe-snapshot.ts'

/** A user's purchases and credits while they are brought up to date; the user's row is locked meanwhile. */
export type LedgerSession = {
  tx: Transaction
  userId: string
  balance: { plan: number; topup: number; cycle: number }
  purchases: Purchase[]
  /** Subscriptions whose end has emptied the plan's bucket. */
  ended: Set<string>
  /** Stripe's id of the one subscription that counts, and those of the surplus ones. */
  kept: string | null
  surplus: Set<string>
  changes: string[]
}
type Purchase = NonNullable<Awaited<ReturnType<Transaction['purchase']['findFirst']>>>

/** Locks a user's balance and reads what is known of their purchases, oldest first. */
export async function openLedger(tx: Transaction, userId: string): Promise<LedgerSession> {
  const balance = await lockBalance(tx, userId)
  const purchases = await tx.purchase.findMany({
    where: { userId },
    orderBy: [{ paidAt: 'asc' }, { kind: 'asc' }, { createdAt: 'asc' }],
  })
  const ends = await tx.creditEntry.findMany({ where: { userId, reason: 'plan_end' }, select: { reference: true } })
  const surplus = await tx.surplusSubscription.findMany({ where: { userId }, select: { id: true } })
  return {
    tx,
    userId,
    balance: { ...balance },
    purchases,
    ended: new Set(ends.map(({ reference }) => reference ?? '')),
    kept: null,
    surplus: new Set(surplus.map(({ id }) => id)),
    changes: [],
  }
}

/** Grants what a purchase is worth, once, and takes back what went with its money. One that is worth nothing goes back. */
export async function settlePurchase(ledger: LedgerSession, paid: Paid): Promise<void> {
  const { tx, userId } = ledger
  let known = ledger.purchases.find(({ id }) => id === paid.id)
  if (!known) {
    const credits = worthOf(ledger, paid)
    const { lostCents: _lost, isDisputed: _disputed, ...row } = paid
    known = await tx.purchase.create({ data: { ...row, userId, credits } })
    // Granted before it is among the known ones: what is current is what was so before it.
    if (credits > 0) await grantPurchase(ledger, known)
    ledger.purchases.push(known)
  } else if (!known.checkoutSessionId && paid.checkoutSessionId) {
    await tx.purchase.update({ where: { id: known.id }, data: { checkoutSessionId: paid.checkoutSessionId } })
  }
  await settleLoss(ledger, known, paid)
  if (known.credits === 0 && known.refundedAt === null && paid.lostCents < paid.amountCents)
    await giveBack(ledger, known)
}

/**
 * Has what is left of a payment given back. Its line in the ledger moves no credit: it is there for the seller to read.
 * Stripe tells of the refund like of any other, and only then is the money counted as gone.
 */
export async function giveBack(ledger: LedgerSession, purchase: Purchase): Promise<void> {
  const { tx } = ledger
  await addRefund(tx, purchase.id)
  if (purchase.refundDueAt) return
  Object.assign(purchase, await tx.purchase.update({ where: { id: purchase.id }, data: { refundDueAt: new Date() } }))
  await post(ledger, {
    amount: 0,
    bucket: 'plan',
    reason: 'refund',
    reference: purchase.id,
    idempotencyKey: `refund:${purchase.id}`,
  })
  ledger.changes.push(`${purchase.id}: ${purchase.amountCents} cents are given back`)
}

/** The cycle that runs: the last one that was granted anything. */
export const currentCycle = ({ purchases }: LedgerSession): Purchase | undefined =>
  purchases.findLast(({ kind, credits }) => kind === 'plan_cycle' && credits > 0)

/**
 * The credits of a purchase. A surplus subscription's are none, nor are those of another one than the one that counts
 * once that one's cycle runs. A cycle whose successor is paid already is over. An upgrade is worth the step up from the
 * best plan that was paid for in the same period, so that going down and up again grants nothing twice.
 */
function worthOf(ledger: LedgerSession, { kind, plan, credits, subscriptionId, periodEnd }: Paid): number {
  if (kind === 'topup') return credits
  const current = currentCycle(ledger)
  const isSame = current?.subscriptionId === subscriptionId
  if (subscriptionId !== null && ledger.surplus.has(subscriptionId)) return 0
  if (!isSame && current && current.subscriptionId === ledger.kept) return 0
  if (kind === 'plan_cycle')
    return isSame && current?.periodEnd && periodEnd && periodEnd <= current.periodEnd ? 0 : credits
  if (!isSame || current?.periodEnd?.getTime() !== periodEnd?.getTime()) return 0
  const isOfPeriod = (each: Purchase) =>
    each.subscriptionId === subscriptionId && each.periodEnd?.getTime() === periodEnd?.getTime()
  const isPaid = (each: Purchase) => each.kind === 'plan_cycle' || each.lostCents < each.amountCents
  const best = Math.max(
    ...ledger.purchases.filter((each) => isOfPeriod(each) && isPaid(each)).map((each) => creditsOf(each.plan)),
  )
  return Math.max(0, creditsOf(plan) - best)
}

const creditsOf = (plan: string | null): number => PLANS.find(({ id }) => id === plan)?.credits ?? 0

async function grantPurchase(ledger: LedgerSession, { id, kind, plan, credits }: Purchase): Promise<void> {
  const { balance } = ledger
  if (kind === 'plan_cycle') {
    await startCycle(ledger)
    if (balance.plan > 0)
      await post(ledger, {
        amount: -balance.plan,
        bucket: 'plan',
        reason: 'plan_cycle',
        reference: id,
        idempotencyKey: `expire:${id}`,
      })
  }
  const bucket = kind === 'topup' ? 'topup' : 'plan'
  await post(ledger, { amount: credits, bucket, reason: kind, reference: id, idempotencyKey: `${kind}:${id}` })
  ledger.changes.push(`${id}: ${credits} credits granted (${plan ?? kind})`)
}

/** From here on a credit that was reserved before returns as a top-up credit. */
async function startCycle(ledger: LedgerSession): Promise<void> {
  ledger.balance.cycle += 1
  await ledger.tx.user.update({ where: { id: ledger.userId }, data: { planCycle: ledger.balance.cycle } })
}

function isOfCurrentCycle(ledger: LedgerSession, { subscriptionId, periodEnd }: Purchase): boolean {
  const current = currentCycle(ledger)
  return (
    current?.subscriptionId === subscriptionId &&
    current?.periodEnd?.getTime() === periodEnd?.getTime() &&
    !ledger.ended.has(subscriptionId ?? '')
  )
}

type Loss = Pick<Paid, 'lostCents' | 'isDisputed' | 'amountCents'>

/** Takes back credits in proportion to the money that is gone, never more than are there; or returns them when a dispute is won. */
async function settleLoss(
  ledger: LedgerSession,
  purchase: Purchase,
  { lostCents, isDisputed, amountCents }: Loss,
): Promise<void> {
  if (lostCents === purchase.lostCents) return
  const { balance } = ledger
  const target = amountCents > 0 ? Math.floor((purchase.credits * lostCents) / amountCents) : 0
  const step = target - purchase.takenBack - purchase.notTakenBack
  const isOver = purchase.kind !== 'topup' && !isOfCurrentCycle(ledger, purchase)
  const home = purchase.kind === 'topup' || (isOver && step < 0) ? 'topup' : 'plan'
  const reason = isDisputed || step < 0 ? 'dispute' : 'refund'
  // Forward: as many as are still there. Backward: first what was never taken, then what was.
  const unnoted = step < 0 ? Math.min(purchase.notTakenBack, -step) : 0
  const moved = step > 0 ? Math.min(step, isOver ? 0 : balance[home]) : step + unnoted
  const data = {
    lostCents,
    takenBack: purchase.takenBack + moved,
    notTakenBack: purchase.notTakenBack + (step > 0 ? step - moved : -unnoted),
    revision: purchase.revision + 1,
  }
  await ledger.tx.purchase.update({ where: { id: purchase.id }, data })
  if (moved !== 0)
    await post(ledger, {
      amount: -moved,
      bucket: home,
      reason,
      reference: purchase.id,
      idempotencyKey: `loss:${purchase.id}:${data.revision}`,
    })
  Object.assign(purchase, data)
  ledger.changes.push(
    `${purchase.id}: ${lostCents} cents gone, ${data.takenBack} credits taken back, ${data.notTakenBack} were spent`,
  )
}

/**
 * Empties the plan's bucket when its subscription has ended; top-ups stay. Once, unless a payment of it is heard of only
 * afterwards: its credits end as they come.
 */
export async function endPlan(ledger: LedgerSession, subscriptionId: string): Promise<void> {
  if (currentCycle(ledger)?.subscriptionId !== subscriptionId) return
  if (ledger.ended.has(subscriptionId) && ledger.balance.plan === 0) return
  await startCycle(ledger)
  await post(ledger, {
    amount: -ledger.balance.plan,
    bucket: 'plan',
    reason: 'plan_end',
    reference: subscriptionId,
    idempotencyKey: `plan_end:${subscriptionId}:${ledger.balance.cycle}`,
  })
  ledger.ended.add(subscriptionId)
  ledger.changes.push(`${subscriptionId}: the plan has ended`)
}

type Entry = {
  amount: number
  bucket: 'plan' | 'topup'
  reason: 'plan_cycle' | 'plan_upgrade' | 'plan_end' | 'topup' | 'refund' | 'dispute'
  reference: string
  idempotencyKey: string
}

async function post(ledger: LedgerSession, entry: Entry): Promise<void> {
  const { tx, userId, balance } = ledger
  await tx.creditEntry.create({ data: { ...entry, userId, planCycle: balance.cycle } })
  balance[entry.bucket] += entry.amount
}

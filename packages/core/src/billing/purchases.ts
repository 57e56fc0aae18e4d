import { PLANS } from '@printroom/contract/plans'
import type { Transaction } from '@printroom/db/client'
import { lockBalance } from '../credits/ledger.ts'
import type { Paid } from './truth.ts'

/** A user's purchases while they are brought up to date; the caller holds the user's lock. */
export type Books = {
  tx: Transaction
  userId: string
  balance: { plan: number; topup: number; cycle: number }
  purchases: Purchase[]
  /** Subscriptions whose end has emptied the plan's bucket. */
  ended: Set<string>
  changes: string[]
}
type Purchase = NonNullable<Awaited<ReturnType<Transaction['purchase']['findFirst']>>>

/** Opens a user's books: locks the balance and reads what is known of purchases, oldest first. */
export async function openBooks(tx: Transaction, userId: string): Promise<Books> {
  const balance = await lockBalance(tx, userId)
  const purchases = await tx.purchase.findMany({ where: { userId }, orderBy: [{ paidAt: 'asc' }, { kind: 'asc' }] })
  const ends = await tx.creditEntry.findMany({ where: { userId, reason: 'plan_end' }, select: { reference: true } })
  return { tx, userId, balance: { ...balance }, purchases, ended: new Set(ends.map(({ reference }) => reference ?? '')), changes: [] }
}

/** Grants what a purchase is worth, once, and takes back what went with its money. */
export async function settlePurchase(books: Books, paid: Paid): Promise<void> {
  const { tx, userId } = books
  let known = books.purchases.find(({ id }) => id === paid.id)
  if (!known) {
    const credits = worthOf(books, paid)
    const { lostCents: _lost, isDisputed: _disputed, ...row } = paid
    known = await tx.purchase.create({ data: { ...row, userId, credits } })
    // Granted before it is among the known ones: what is current is what was so before it.
    await grantPurchase(books, known)
    books.purchases.push(known)
  } else if (!known.checkoutSessionId && paid.checkoutSessionId) {
    await tx.purchase.update({ where: { id: known.id }, data: { checkoutSessionId: paid.checkoutSessionId } })
  }
  await settleLoss(books, known, paid)
}

/** The cycle that runs: the last one that was granted anything. */
const currentCycle = (books: Books) => books.purchases.findLast(({ kind, credits }) => kind === 'plan_cycle' && credits > 0)

/**
 * The credits of a purchase. A cycle whose successor is paid already is over. An upgrade is worth the step up from the
 * best plan that was paid for in the same period, so that going down and up again grants nothing twice.
 */
function worthOf(books: Books, { kind, plan, credits, subscriptionId, periodEnd }: Paid): number {
  const current = currentCycle(books)
  if (kind === 'topup') return credits
  const isSame = current?.subscriptionId === subscriptionId
  if (kind === 'plan_cycle') return isSame && current?.periodEnd && periodEnd && periodEnd <= current.periodEnd ? 0 : credits
  if (!isSame || current?.periodEnd?.getTime() !== periodEnd?.getTime()) return 0
  const ofPeriod = books.purchases.filter((each) => each.subscriptionId === subscriptionId && each.periodEnd?.getTime() === periodEnd?.getTime())
  const best = Math.max(...ofPeriod.map((each) => PLANS.find(({ id }) => id === each.plan)?.credits ?? 0))
  return Math.max(0, (PLANS.find(({ id }) => id === plan)?.credits ?? 0) - best)
}

async function grantPurchase(books: Books, { id, kind, plan, credits }: Purchase): Promise<void> {
  const { balance } = books
  if (credits === 0) return void books.changes.push(`${id}: its period is over, nothing granted`)
  if (kind === 'plan_cycle') {
    await startCycle(books)
    if (balance.plan > 0) await post(books, { amount: -balance.plan, bucket: 'plan', reason: 'plan_cycle', reference: id, idempotencyKey: `expire:${id}` })
  }
  const bucket = kind === 'topup' ? 'topup' : 'plan'
  await post(books, { amount: credits, bucket, reason: kind, reference: id, idempotencyKey: `${kind}:${id}` })
  books.changes.push(`${id}: ${credits} credits granted (${plan ?? kind})`)
}

/** From here on a credit that was reserved before returns as a top-up credit. */
async function startCycle(books: Books): Promise<void> {
  books.balance.cycle += 1
  await books.tx.user.update({ where: { id: books.userId }, data: { planCycle: books.balance.cycle } })
}

function isOfCurrentCycle(books: Books, { subscriptionId, periodEnd }: Purchase): boolean {
  const current = currentCycle(books)
  return current?.subscriptionId === subscriptionId && current?.periodEnd?.getTime() === periodEnd?.getTime() && !books.ended.has(subscriptionId ?? '')
}

type Loss = Pick<Paid, 'lostCents' | 'isDisputed' | 'amountCents'>

/** Takes back credits in proportion to the money that is gone, never more than are there; or returns them when a dispute is won. */
async function settleLoss(books: Books, purchase: Purchase, { lostCents, isDisputed, amountCents }: Loss): Promise<void> {
  if (lostCents === purchase.lostCents) return
  const { balance } = books
  const target = amountCents > 0 ? Math.floor((purchase.credits * lostCents) / amountCents) : 0
  const step = target - purchase.takenBack - purchase.notTakenBack
  const isOver = purchase.kind !== 'topup' && !isOfCurrentCycle(books, purchase)
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
  await books.tx.purchase.update({ where: { id: purchase.id }, data })
  if (moved !== 0) await post(books, { amount: -moved, bucket: home, reason, reference: purchase.id, idempotencyKey: `loss:${purchase.id}:${data.revision}` })
  Object.assign(purchase, data)
  books.changes.push(`${purchase.id}: ${lostCents} cents gone, ${data.takenBack} credits taken back, ${data.notTakenBack} were spent`)
}

/**
 * Empties the plan's bucket when its subscription has ended; top-ups stay. Once, unless a payment of it is heard of only
 * afterwards: its credits end as they come.
 */
export async function endPlan(books: Books, subscriptionId: string): Promise<void> {
  if (currentCycle(books)?.subscriptionId !== subscriptionId) return
  if (books.ended.has(subscriptionId) && books.balance.plan === 0) return
  await startCycle(books)
  await post(books, { amount: -books.balance.plan, bucket: 'plan', reason: 'plan_end', reference: subscriptionId, idempotencyKey: `plan_end:${subscriptionId}:${books.balance.cycle}` })
  books.ended.add(subscriptionId)
  books.changes.push(`${subscriptionId}: the plan has ended`)
}

type Entry = { amount: number; bucket: 'plan' | 'topup'; reason: 'plan_cycle' | 'plan_upgrade' | 'plan_end' | 'topup' | 'refund' | 'dispute'; reference: string; idempotencyKey: string }

async function post(books: Books, entry: Entry): Promise<void> {
  const { tx, userId, balance } = books
  await tx.creditEntry.create({ data: { ...entry, userId, planCycle: balance.cycle } })
  balance[entry.bucket] += entry.amount
}

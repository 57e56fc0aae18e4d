import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import type { QuoteWire } from '@printroom/contract/quotes'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { creditsIn, dryRun } from '../credits/dry-run.ts'
import { secondsUntilMade } from './line.ts'
import { type Order, requestIn } from './request.ts'

type Quoted = { credits: number; mockupId: string | null; refusal: AppError | null }

const OUTCOME = { status: true, error: true, mockup: { select: { id: true } } } as const
type Tried = { available: number; quoted: Quoted[] }

/**
 * What orders would cost if they were sent now, one after the other, and how each would be refused: they are placed as they
 * would be, and all of it is undone.
 * @param orders one that could not be read is the refusal that it has got
 */
export async function quoteOrders(
  context: Context,
  userId: UserId,
  orders: readonly (Order | AppError)[],
): Promise<QuoteWire> {
  return toWire(context, userId, await tryOrders(context, userId, orders))
}

/** The quote of one order. @throws AppError the refusal that the order would get */
export async function dryRunOrder(context: Context, userId: UserId, order: Order): Promise<QuoteWire> {
  const tried = await tryOrders(context, userId, [order])
  for (const { refusal } of tried.quoted) if (refusal) throw refusal
  return toWire(context, userId, tried)
}

const tryOrders = (context: Context, userId: UserId, orders: readonly (Order | AppError)[]): Promise<Tried> =>
  dryRun(context, userId, async (tx) => {
    const available = await creditsIn(tx, userId)
    const quoted: Quoted[] = []
    for (const order of orders) quoted.push(await quoteIn(tx, context, userId, order))
    return { available, quoted }
  })

async function toWire(context: Context, userId: UserId, { available, quoted }: Tried): Promise<QuoteWire> {
  const credits = quoted.reduce((sum, each) => sum + each.credits, 0)
  return {
    credits,
    available,
    missing: Math.max(0, credits - available),
    seconds: Math.ceil(await secondsUntilMade(context, userId, credits / CREDITS_PER_MOCKUP)),
    orders: quoted.map(({ credits: each, mockupId, refusal }) => ({
      credits: each,
      mockup_id: mockupId,
      error: refusal?.toBody() ?? null,
    })),
  }
}

async function quoteIn(tx: Transaction, context: Context, userId: UserId, order: Order | AppError): Promise<Quoted> {
  const refused = (refusal: AppError) => ({ credits: refusal.details.needed ?? 0, mockupId: null, refusal })
  if (order instanceof AppError) return refused(order)
  const before = await creditsIn(tx, userId)
  await tx.$executeRaw`SAVEPOINT quoted`
  try {
    const id = await requestIn(tx, context, userId, order)
    const credits = before - (await creditsIn(tx, userId))
    const placed = await tx.generation.findUniqueOrThrow({
      where: { id },
      select: { ...OUTCOME, sameAs: { select: OUTCOME } },
    })
    const { status, error, mockup } = placed.sameAs ?? placed
    // Under the key of an order that ended so, the answer is how it ended.
    if (status === 'failed') return refused(new AppError('generation_failed', error ? { error } : {}))
    return { credits, mockupId: mockup?.id ?? null, refusal: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT quoted`
    return refused(error)
  }
}

import { randomUUID } from 'node:crypto'
import type { BatchOrder, BatchWire } from '@printroom/contract/batches'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { orderingKey } from '../credits/key-cap.ts'
import { lockBalance } from '../credits/ledger.ts'
import { sellerTransaction } from '../credits/seller-transaction.ts'
import { AppError } from '../../errors.ts'
import { hashOf } from '../generation/input.ts'
import { type Draft, placeOrders } from '../generation/place-orders.ts'
import { draftOrders } from './drafts.ts'
import { getBatch } from './read.ts'
import { tellOrdered } from '../webhooks/pictures.ts'
import { readWanted, refusalError } from './wanted.ts'

/**
 * Orders all pictures of a batch in one transaction, or none: rows, credits and jobs. A picture that the seller has, or has
 * on the way, costs nothing. Repeating an idempotency key answers the first batch and debits nothing.
 * @throws AppError bad_input (what cannot be made, by its cell, item or line), not_found (a design, its pack), insufficient_credits, key_cap_reached,
 * idempotency_conflict
 */
export async function orderBatch(context: Context, userId: UserId, order: BatchOrder): Promise<BatchWire> {
  const place = await readOrder(context, userId, order)
  const id = await sellerTransaction(context, userId, place)
  return getBatch(context, userId, id)
}

/**
 * What places a batch within a transaction that the caller ends, or undoes; it answers the batch's id.
 * @throws AppError as above, here or when it is called
 */
export async function readOrder(
  context: Context,
  userId: UserId,
  { name, idempotency_key, ...sent }: BatchOrder,
): Promise<(tx: Transaction) => Promise<string>> {
  const { db, clock } = context
  const idempotencyKey = idempotency_key ?? randomUUID()
  const request = { ...sent, dry_run: undefined } // no part of what is ordered
  const requestHash = hashOf({ ...request, name })
  const unique = { where: { userId_idempotencyKey: { userId, idempotencyKey } } }
  const sameAs = (earlier: { id: string; requestHash: string } | null): string | null => {
    if (earlier && earlier.requestHash !== requestHash) throw new AppError('idempotency_conflict')
    return earlier?.id ?? null
  }
  // Whoever repeats an order hears of it although a design of it was deleted since.
  const earlier = sameAs(await db.batch.findUnique(unique))
  if (earlier) return async () => earlier

  const { pictures, refused, pack } = await readWanted(context, userId, request)
  if (refused.length > 0) throw refusalError(refused)
  return async (tx) => {
    const balance = await lockBalance(tx, userId, orderingKey(context))
    const raced = sameAs(await tx.batch.findUnique(unique))
    if (raced) return raced
    const batch = await tx.batch.create({
      data: {
        userId,
        name: name || nameOf(clock.now()),
        idempotencyKey,
        requestHash,
        pictures: pictures.length,
        ...(pack && { pack: { ...pack, pictures: [...pack.pictures] } }),
      },
    })
    const drafts = await draftOrders(tx, context, userId, pictures, batch.id)
    await placeOrders(tx, context, userId, balance, drafts.toSorted(byPlate))
    await tellOrdered(tx, userId, batch.id)
    return batch.id
  }
}

/**
 * Pictures of one plate stand in line together, whatever their designs and colours: a worker keeps a few decoded plates, and
 * would decode each anew for every design. Their places in the batch stay.
 */
function byPlate(one: Draft, other: Draft): number {
  const [a, b] = [plateOf(one), plateOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

const plateOf = ({ input: { settings }, seed }: Draft): string =>
  [
    settings.product,
    settings.product_model,
    settings.model_style,
    settings.model_gender,
    settings.side,
    seed,
    settings.background,
    settings.scene,
  ].join()

const nameOf = (day: Date): string =>
  `Batch of ${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day)}`

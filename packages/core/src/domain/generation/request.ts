import { randomUUID } from 'node:crypto'
import type { SceneOrder } from '@printroom/contract/scenes'
import type { GenerationRequest, RenderSettings } from '@printroom/contract/schemas'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { orderingKey } from '../credits/key-cap.ts'
import { type Balance, balanceOf, LOCKED_COLUMNS, type LockedRow, sellerLocked } from '../credits/ledger.ts'
import { sellerTransaction } from '../credits/seller-transaction.ts'
import { AppError } from '../../errors.ts'
import { type GenerationInput, hashOfInput } from './input.ts'
import { pixelsOf, placeOrders } from './place-orders.ts'
import { refuseBeyondArea } from './placed.ts'
import { pickSettings } from './render-settings.ts'
import { settingsOnScene } from '../scenes/order.ts'
import { SCENE_ORDINAL, chooseOrdinal, type IdentityOf } from './shot-ordinal.ts'

/**
 * Takes an order for one mockup, in one transaction: no job without a debit, no debit without a job. Repeating an
 * idempotency key answers the first order and debits nothing. An order whose picture would be to the pixel one that the
 * seller has, or has on the way, is answered with that: it debits nothing and adds no job.
 * @returns the order's id
 * @throws AppError not_found, bad_input (a placement beyond the print area, what a scene cannot be had with), not_available, insufficient_credits, key_cap_reached, idempotency_conflict
 */
export const requestGeneration = (context: Context, userId: UserId, request: Order): Promise<string> =>
  sellerTransaction(context, userId, (tx) => requestIn(tx, context, userId, request))

/** The same within a transaction that the caller ends, or undoes. */
export async function requestIn(tx: Transaction, context: Context, userId: UserId, request: Order): Promise<string> {
  const { engine } = context
  const { settings, scene } = await choicesOf(tx, userId, request)
  const idempotencyKey = request.idempotency_key ?? randomUUID()
  const original = 'product' in request ? (request.original_mockup_id ?? null) : null
  const recolours = 'product' in request && request.is_color_change ? original : null
  const input: GenerationInput = { settings, debug: request.debug ?? false, recolours, original }
  const inputHash = hashOfInput(request.design_id, input)

  // The user's row is the queue: one user's orders pass one by one, across all processes.
  const { balance, earlier, design, next } = await lockAndRead(tx, context, userId, {
    idempotencyKey,
    inputHash,
    designId: request.design_id,
  })
  if (earlier && earlier.inputHash !== inputHash) throw new AppError('idempotency_conflict')
  if (earlier) return earlier.id

  if (!design) throw new AppError('not_found', { error: 'This design is not here any more.' })
  refuseBeyondArea(settings, design)
  const identityOf: IdentityOf = (ordinal) => engine.identityOf({ settings, ordinal, design: pixelsOf(design), scene })
  const seed = scene
    ? SCENE_ORDINAL
    : await chooseOrdinal(tx, userId, { next, original, isRecolour: recolours !== null }, identityOf)
  if (!scene && !engine.canMake(settings)) throw new AppError('not_available')

  const pictureIdentity = await identityOf(seed)
  const draft = { designId: design.id, input, inputHash, seed, pictureIdentity, idempotencyKey }
  const [id = ''] = await placeOrders(tx, context, userId, balance, [draft])
  return id
}

/** An order by its own choices, or on a seller's own scene. */
export type Order = (RenderSettings & Omit<GenerationRequest, keyof RenderSettings>) | SceneOrder

const choicesOf = async (tx: Transaction, userId: UserId, request: Order) =>
  'product' in request ? { settings: pickSettings(request), scene: null } : settingsOnScene(tx, userId, request)

type Known = {
  earlier: { id: string; inputHash: string } | null
  design: { id: string; contentHash: string | null; fileKey: string; width: number; height: number } | null
  next: number
}

/**
 * Locks the seller's row, and reads what the seller's money, other orders and designs say of a new one: the order of the
 * same idempotency key, the design, and the ordinal that these settings take next. One statement, since whoever orders waits
 * for it.
 * @throws AppError unauthorized
 */
async function lockAndRead(
  tx: Transaction,
  context: Context,
  userId: UserId,
  { idempotencyKey, inputHash, designId }: { idempotencyKey: string; inputHash: string; designId: string },
): Promise<Known & { balance: Balance }> {
  const key = orderingKey(context)
  const [row] = await tx.$queryRaw<(LockedRow & Known)[]>`
    SELECT ${LOCKED_COLUMNS}, known.earlier, known.design, known.next
    FROM ${sellerLocked(userId, key)},
      known_of_order(seller.id, ${idempotencyKey}, ${inputHash}, ${designId}::uuid) AS known`
  const balance = balanceOf(row, key)
  const { earlier = null, design = null, next = 0 } = row ?? {}
  return { balance, earlier, design, next }
}

import { randomUUID } from 'node:crypto'
import type { GenerationRequest } from '@printroom/contract/schemas'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { lockBalance } from '../credits/ledger.ts'
import { sellerTransaction } from '../credits/seller-transaction.ts'
import { AppError } from '../../errors.ts'
import { type GenerationInput, hashOfInput } from './input.ts'
import { pixelsOf, placeOrders } from './place-orders.ts'
import { refuseBeyondArea } from './placed.ts'
import { pickSettings } from './render-settings.ts'
import { chooseOrdinal, type IdentityOf } from './shot-ordinal.ts'

/**
 * Takes an order for one mockup, in one transaction: no job without a debit, no debit without a job. Repeating an
 * idempotency key answers the first order and debits nothing. An order whose picture would be to the pixel one that the
 * seller has, or has on the way, is answered with that: it debits nothing and adds no job.
 * @returns the order's id
 * @throws AppError not_found, bad_input (a placement beyond the print area), not_available, insufficient_credits, key_cap_reached, idempotency_conflict
 */
export const requestGeneration = (context: Context, userId: UserId, request: GenerationRequest): Promise<string> =>
  sellerTransaction(context, userId, (tx) => requestIn(tx, context, userId, request))

/** The same within a transaction that the caller ends, or undoes. */
export async function requestIn(
  tx: Transaction,
  context: Context,
  userId: UserId,
  request: GenerationRequest,
): Promise<string> {
  const { engine } = context
  const settings = pickSettings(request)
  const idempotencyKey = request.idempotency_key ?? randomUUID()
  const original = request.original_mockup_id ?? null
  const recolours = request.is_color_change ? original : null
  const input: GenerationInput = { settings, debug: request.debug ?? false, recolours, original }
  const inputHash = hashOfInput(request.design_id, input)

  // The user's row is the queue: one user's orders pass one by one, across all processes.
  const balance = await lockBalance(tx, userId)
  const { earlier, design, next } = await readKnown(tx, userId, {
    idempotencyKey,
    inputHash,
    designId: request.design_id,
  })
  if (earlier && earlier.inputHash !== inputHash) throw new AppError('idempotency_conflict')
  if (earlier) return earlier.id

  if (!design) throw new AppError('not_found', { error: 'This design is not here any more.' })
  refuseBeyondArea(settings, design)
  const identityOf: IdentityOf = (ordinal) => engine.identityOf({ settings, ordinal, design: pixelsOf(design) })
  const seed = await chooseOrdinal(tx, userId, { next, original, isRecolour: recolours !== null }, identityOf)
  if (!engine.canMake(settings)) throw new AppError('not_available')

  const pictureIdentity = await identityOf(seed)
  const draft = { designId: design.id, input, inputHash, seed, pictureIdentity, idempotencyKey }
  const [id = ''] = await placeOrders(tx, context, userId, balance, [draft])
  return id
}

type Known = {
  earlier: { id: string; inputHash: string } | null
  design: { id: string; contentHash: string | null; fileKey: string; width: number; height: number } | null
  next: number
}

/**
 * What a seller's other orders and designs say of a new one, in one statement, since whoever orders waits for it: the order
 * of the same idempotency key, the design, and the ordinal that these settings take next.
 */
async function readKnown(
  tx: Transaction,
  userId: UserId,
  { idempotencyKey, inputHash, designId }: { idempotencyKey: string; inputHash: string; designId: string },
): Promise<Known> {
  const [known] = await tx.$queryRaw<[Known]>`
    SELECT
      (SELECT json_build_object('id', id, 'inputHash', input_hash) FROM generations
        WHERE user_id = ${userId}::uuid AND idempotency_key = ${idempotencyKey}) AS earlier,
      (SELECT json_build_object('id', id, 'contentHash', content_hash, 'fileKey', file_key, 'width', width, 'height', height)
        FROM designs WHERE id = ${designId}::uuid AND user_id = ${userId}::uuid) AS design,
      (SELECT coalesce(max(seed) + 1, 0) FROM generations
        WHERE user_id = ${userId}::uuid AND input_hash = ${inputHash})::int AS next`
  return known
}

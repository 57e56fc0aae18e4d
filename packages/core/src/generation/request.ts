import { createHash, randomUUID } from 'node:crypto'
import type { GenerationRequest, Settings } from '@printroom/contract/schemas'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../context.ts'
import { lockBalance, reserve } from '../credits/ledger.ts'
import { AppError } from '../errors.ts'
import { addJob } from '../jobs.ts'
import { notify } from './steps.ts'

/** `recolours`: the mockup that is to stay as it is but for its colour. */
export type GenerationInput = { settings: Settings; debug: boolean; recolours: string | null }

/**
 * Takes an order for one mockup, in one transaction: no job without a debit, no debit without a job. Repeating an
 * idempotency key answers the first order and debits nothing.
 * @returns the generation's id
 * @throws AppError not_found, not_available, insufficient_credits, idempotency_conflict
 */
export async function requestGeneration(context: Context, userId: UserId, request: GenerationRequest): Promise<string> {
  const { db, engine } = context
  const settings = settingsOf(request)
  const key = request.idempotency_key ?? randomUUID()
  const inputHash = hashOf({ design: request.design_id, settings, recolours: request.is_color_change ? request.original_mockup_id : null })

  return db.$transaction(async (tx) => {
    // The user's row is the queue: one user's orders pass one by one, across all processes.
    const balance = await lockBalance(tx, userId)
    const earlier = await tx.generation.findUnique({ where: { userId_idempotencyKey: { userId, idempotencyKey: key } } })
    if (earlier && earlier.inputHash !== inputHash) throw new AppError('idempotency_conflict')
    if (earlier) return earlier.id

    const design = await tx.design.findFirst({ where: { id: request.design_id, userId }, select: { id: true } })
    if (!design) throw new AppError('not_found', { error: 'This design is not here any more.' })
    const seed = await seedOf(tx, userId, inputHash, request)
    if (!engine.canMake(settings)) throw new AppError('not_available')

    const input: GenerationInput = { settings, debug: request.debug ?? false, recolours: (request.is_color_change && request.original_mockup_id) || null }
    const generation = await tx.generation.create({
      data: { userId, designId: design.id, input, inputHash, seed, engine: engine.name, idempotencyKey: key },
    })
    await reserve(tx, userId, generation.id, balance)
    await notify(tx, { id: generation.id, userId, status: 'queued', progress: 0 })
    await addJob(tx, 'render-mockup', { generationId: generation.id }, generation.id, { priority: await turnOf(tx, userId) })
    return generation.id
  })
}

/** The last turn; beyond it, orders are made in the order they came. */
const LAST_TURN = 1000

/**
 * Sellers take turns: somebody's n-th unfinished order waits behind the n-th of everybody else, so that one seller's
 * 400 orders are not in the way of another's first.
 */
const turnOf = async (tx: Transaction, userId: UserId): Promise<number> =>
  Math.min(LAST_TURN, (await tx.generation.count({ where: { userId, status: { in: ['queued', 'rendering'] } } })) - 1)

function settingsOf(request: GenerationRequest): Settings {
  const { product, product_model, colour, model_style, background, model_gender, design_size } = request
  return { product, product_model, colour, model_style, background, model_gender, design_size }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** A recolouring keeps the shot of its original; anything else takes the next shot of these settings. */
async function seedOf(tx: Transaction, userId: UserId, inputHash: string, request: GenerationRequest): Promise<number> {
  if (!request.is_color_change) return tx.generation.count({ where: { userId, inputHash } })
  const original = await tx.mockup.findFirst({ where: { id: request.original_mockup_id, userId }, include: { generation: true } })
  if (!original) throw new AppError('not_found', { error: 'The mockup to recolour is not here any more.' })
  return original.generation?.seed ?? 0
}

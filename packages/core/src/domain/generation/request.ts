import { createHash, randomUUID } from 'node:crypto'
import type { GenerationRequest, RenderSettings } from '@printroom/contract/schemas'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { lockBalance, reserve } from '../credits/ledger.ts'
import { AppError } from '../../errors.ts'
import { addJob } from '../../jobs/jobs.ts'
import { pickSettings } from './render-settings.ts'
import { findSamePicture } from './same-picture.ts'
import { chooseOrdinal, type IdentityOf } from './shot-ordinal.ts'
import { notify } from './steps.ts'

/** `recolours`: the mockup that is to stay as it is but for its colour. `original`: the one that it was ordered from. */
export type GenerationInput = {
  settings: RenderSettings
  debug: boolean
  recolours: string | null
  original?: string | null
}

/**
 * Takes an order for one mockup, in one transaction: no job without a debit, no debit without a job. Repeating an
 * idempotency key answers the first order and debits nothing. An order whose picture would be to the pixel one that the
 * seller has, or has on the way, is answered with that: it debits nothing and adds no job.
 * @returns the order's id
 * @throws AppError not_found, not_available, insufficient_credits, idempotency_conflict
 */
export async function requestGeneration(context: Context, userId: UserId, request: GenerationRequest): Promise<string> {
  const { db, engine } = context
  const settings = pickSettings(request)
  const key = request.idempotency_key ?? randomUUID()
  const original = request.original_mockup_id ?? null
  const recolours = request.is_color_change ? original : null
  const inputHash = hashOf({ design: request.design_id, settings, recolours })

  return db.$transaction(async (tx) => {
    // The user's row is the queue: one user's orders pass one by one, across all processes.
    const balance = await lockBalance(tx, userId)
    const earlier = await tx.generation.findUnique({
      where: { userId_idempotencyKey: { userId, idempotencyKey: key } },
    })
    if (earlier && earlier.inputHash !== inputHash) throw new AppError('idempotency_conflict')
    if (earlier) return earlier.id

    const design = await tx.design.findFirst({ where: { id: request.design_id, userId } })
    if (!design) throw new AppError('not_found', { error: 'This design is not here any more.' })
    const { contentHash, fileKey, width, height } = design
    const identityOf: IdentityOf = (ordinal) =>
      engine.identityOf({ settings, ordinal, design: { content: contentHash ?? fileKey, width, height } })
    const ordinal = await chooseOrdinal(tx, userId, { inputHash, original, isRecolour: recolours !== null }, identityOf)
    if (!engine.canMake(settings)) throw new AppError('not_available')

    const input: GenerationInput = { settings, debug: request.debug ?? false, recolours, original }
    const data = {
      userId,
      designId: design.id,
      input,
      inputHash,
      seed: ordinal,
      engine: engine.name,
      idempotencyKey: key,
    }
    const pictureIdentity = await identityOf(ordinal)
    const same = await findSamePicture(tx, userId, pictureIdentity, design.id)
    if (same) {
      const repeat = { sameAsId: same, status: 'done', progress: 100, finishedAt: new Date() } as const
      return (await tx.generation.create({ data: { ...data, ...repeat } })).id
    }
    const generation = await tx.generation.create({ data: { ...data, pictureIdentity } })
    await reserve(tx, userId, generation.id, balance)
    await notify(tx, { id: generation.id, userId, status: 'queued', progress: 0 })
    await addJob(tx, 'render-mockup', { generationId: generation.id }, generation.id, {
      priority: await priorityOf(tx, userId),
    })
    return generation.id
  })
}

/** The lowest priority; beyond it, orders are made in the order they came. */
const LOWEST_PRIORITY = 1000

/**
 * Sellers take turns: somebody's n-th unfinished order waits behind the n-th of everybody else, so that one seller's
 * 400 orders are not in the way of another's first.
 */
const priorityOf = async (tx: Transaction, userId: UserId): Promise<number> =>
  Math.min(
    LOWEST_PRIORITY,
    (await tx.generation.count({ where: { userId, status: { in: ['queued', 'rendering'] } } })) - 1,
  )

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

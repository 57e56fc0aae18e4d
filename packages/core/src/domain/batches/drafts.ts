import { randomUUID } from 'node:crypto'
import { settledPlace } from '@printroom/contract/placement'
import type { Db, Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hashOfInput } from '../generation/input.ts'
import { type Draft, pixelsOf } from '../generation/place-orders.ts'
import { refuseBeyondArea } from '../generation/placed.ts'
import { SCENE_ORDINAL, nextOrdinals } from '../generation/shot-ordinal.ts'
import type { BatchPicture } from './picture.ts'

/**
 * Orders for these pictures, each with the next shot of its settings, as single orders one after the other would have. Asks
 * the database twice, however many there are.
 * @param batchId the batch that they are for, each at its place
 * @throws AppError not_found when a design is not the user's, bad_input when one would be printed beyond its product's area
 */
export async function draftOrders(
  db: Db | Transaction,
  { engine }: Pick<Context, 'engine'>,
  userId: UserId,
  pictures: readonly BatchPicture[],
  batchId?: string,
): Promise<Draft[]> {
  const ids = [...new Set(pictures.map(({ designId }) => designId.toLowerCase()))]
  const designs = new Map(
    (await db.design.findMany({ where: { id: { in: ids }, userId } })).map((design) => [design.id, design]),
  )
  if (designs.size < ids.length)
    throw new AppError('not_found', { error: 'One of these designs is not here any more.' })
  const asked = pictures.map(({ designId, settings: chosen, scene, title, place }) => {
    const design = designs.get(designId.toLowerCase())
    const placement = design && place ? settledPlace(chosen.product, place, design, chosen.side) : null
    const settings = placement ? { ...chosen, placement } : chosen
    const input = { settings, debug: false, recolours: null, original: null, title }
    return { designId: designId.toLowerCase(), scene, input, inputHash: hashOfInput(designId.toLowerCase(), input) }
  })
  const next = await nextOrdinals(db, userId, [...new Set(asked.map(({ inputHash }) => inputHash))])
  const drafts: Draft[] = []
  for (const [batchPlace, { designId, scene, input, inputHash }] of asked.entries()) {
    const seed = scene ? SCENE_ORDINAL : (next.get(inputHash) ?? 0)
    next.set(inputHash, seed + 1)
    const design = designs.get(designId)
    if (design) refuseBeyondArea(input.settings, design)
    const pictureIdentity = design
      ? await engine.identityOf({ settings: input.settings, ordinal: seed, design: pixelsOf(design), scene })
      : null
    drafts.push({
      designId,
      input,
      inputHash,
      seed,
      pictureIdentity,
      idempotencyKey: randomUUID(),
      ...(batchId && { batchId, batchPlace }),
    })
  }
  return drafts
}

import { randomUUID } from 'node:crypto'
import type { BatchWire } from '@printroom/contract/batches'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { orderingKey } from '../credits/key-cap.ts'
import { lockBalance } from '../credits/ledger.ts'
import { sellerTransaction } from '../credits/seller-transaction.ts'
import { AppError } from '../../errors.ts'
import { hashOfInput } from '../generation/input.ts'
import { type Draft, pixelsOf, placeOrders } from '../generation/place-orders.ts'
import { plateOf } from '../scenes/order.ts'
import { tellOrdered } from '../webhooks/pictures.ts'
import { type PictureRow, getBatch, readPictures } from './read.ts'

/**
 * Orders what failed of a batch again, all of it or none, each at its old place and with its old shot; what was given up
 * stays so, and so does what has lost its design or its scene. Its credit came back when it failed, and is taken anew. Once more, while
 * nothing has failed since, does nothing.
 * @throws AppError not_found, insufficient_credits, key_cap_reached
 */
export async function retryBatch(context: Context, userId: UserId, id: string): Promise<BatchWire> {
  await sellerTransaction(context, userId, async (tx) => {
    const balance = await lockBalance(tx, userId, orderingKey(context))
    if (!(await tx.batch.count({ where: { id, userId } }))) throw new AppError('not_found')
    const failed = await readPictures(tx, userId, id, { state: 'failed' })
    const drafts = await draftAgain(tx, context, userId, id, failed)
    const left = new Set(drafts.map(({ batchPlace }) => batchPlace))
    await tx.generation.updateMany({
      where: { id: { in: failed.filter(({ place }) => left.has(place)).map((row) => row.id) }, userId },
      data: { batchPlace: null },
    })
    if (drafts.length === 0) return
    await placeOrders(tx, context, userId, balance, drafts)
    await tellOrdered(tx, userId, id)
  })
  return getBatch(context, userId, id)
}

async function draftAgain(
  tx: Transaction,
  { engine }: Pick<Context, 'engine'>,
  userId: UserId,
  batchId: string,
  failed: readonly PictureRow[],
): Promise<Draft[]> {
  const ids = [...new Set(failed.flatMap(({ designId }) => designId ?? []))]
  const designs = await tx.design.findMany({ where: { id: { in: ids }, userId } })
  const byId = new Map(designs.map((design) => [design.id, design]))
  const sceneIds = [...new Set(failed.flatMap(({ input }) => input.settings.scene ?? []))]
  const scenes = new Map(
    (await tx.scene.findMany({ where: { id: { in: sceneIds }, userId } })).map((each) => [each.id, each]),
  )
  const drafts: Draft[] = []
  for (const { designId, input, seed, place: batchPlace } of failed) {
    const design = byId.get(designId ?? '')
    if (!design) continue
    const own = scenes.get(input.settings.scene ?? '')
    const scene = own ? plateOf(own) : null
    if (input.settings.scene && !scene) continue
    const order = { settings: input.settings, ordinal: seed, design: pixelsOf(design), scene }
    drafts.push({
      designId: design.id,
      input,
      inputHash: hashOfInput(design.id, input),
      seed,
      pictureIdentity: await engine.identityOf(order),
      idempotencyKey: randomUUID(),
      batchId,
      batchPlace,
    })
  }
  return drafts
}

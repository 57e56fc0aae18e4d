import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { type lockBalance, reserve } from '../credits/ledger.ts'
import type { PictureOrder } from './engine.ts'
import type { GenerationInput } from './input.ts'
import { findSamePictures } from './same-picture.ts'
import { enqueue } from './steps.ts'

/** An order before it is placed: its shot is chosen, and what its picture is to the pixel is known. */
export type Draft = {
  designId: string
  input: GenerationInput
  inputHash: string
  seed: number
  pictureIdentity: string | null
  idempotencyKey: string
  batchId?: string
  batchPlace?: number
}

/**
 * Places orders, all of them or none, in so many statements however many they are: credits, rows and jobs. One whose picture
 * would be to the pixel one that the seller has, has on the way, or orders here before it, is answered with that: it debits
 * nothing and adds no job. The caller holds the user's row, which is the queue: one user's orders pass one by one.
 * @returns the orders' ids, in the order of the drafts
 * @throws AppError insufficient_credits, key_cap_reached
 */
export async function placeOrders(
  tx: Transaction,
  { engine, clock, apiKeyId }: Pick<Context, 'engine' | 'clock' | 'apiKeyId'>,
  userId: UserId,
  balance: Awaited<ReturnType<typeof lockBalance>>,
  drafts: readonly Draft[],
): Promise<string[]> {
  const [first, wanted] = [new Map<string, Draft>(), new Map<string, string>()]
  for (const draft of drafts)
    if (draft.pictureIdentity !== null && !first.has(draft.pictureIdentity)) {
      first.set(draft.pictureIdentity, draft)
      wanted.set(draft.pictureIdentity, draft.designId)
    }
  const same = await findSamePictures(tx, userId, wanted)
  const isNew = (draft: Draft) =>
    draft.pictureIdentity === null || (first.get(draft.pictureIdentity) === draft && !same.has(draft.pictureIdentity))

  const ids = new Map<string, string>()
  const idOf = (draft: Draft | undefined) => (draft && ids.get(draft.idempotencyKey)) ?? ''
  const insert = async (rows: readonly Draft[], valuesOf: (draft: Draft) => object) => {
    if (rows.length === 0) return
    const data = rows.map((draft) => Object.assign({ userId, engine: engine.name }, draft, valuesOf(draft)))
    const made = await tx.generation.createManyAndReturn({ data, select: { id: true, idempotencyKey: true } })
    for (const { id, idempotencyKey } of made) ids.set(idempotencyKey, id)
  }

  const fresh = drafts.filter(isNew)
  await insert(fresh, () => ({}))
  const over = { status: 'done', progress: 100, finishedAt: clock.now() } as const
  await insert(
    drafts.filter((draft) => !isNew(draft)),
    ({ pictureIdentity }) => {
      const sameAsId = same.get(pictureIdentity ?? '') ?? idOf(first.get(pictureIdentity ?? ''))
      return { ...over, pictureIdentity: null, sameAsId }
    },
  )
  if (fresh.length > 0) {
    const queued = fresh.map(idOf)
    await reserve(tx, userId, queued, balance, apiKeyId === undefined ? undefined : { apiKeyId, at: clock.now() })
    await enqueue(tx, userId, queued)
  }
  return drafts.map(idOf)
}

/** What names a design's pixels: the hash of its file, or for those of before it was kept the file itself. */
export const pixelsOf = (design: {
  contentHash: string | null
  fileKey: string
  width: number
  height: number
}): PictureOrder['design'] => ({
  content: design.contentHash ?? design.fileKey,
  width: design.width,
  height: design.height,
})

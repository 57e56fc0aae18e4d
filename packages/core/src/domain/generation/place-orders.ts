import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { JOBS } from '../../jobs/jobs.ts'
import { type Balance, type Reservation, reservationsFor } from '../credits/ledger.ts'
import type { PictureOrder } from './engine.ts'
import { GENERATION_CHANNEL } from './events.ts'
import type { GenerationInput } from './input.ts'
import { newId } from './new-id.ts'
import { findSamePictures } from './same-picture.ts'

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
  { engine, clock }: Pick<Context, 'engine' | 'clock'>,
  userId: UserId,
  balance: Balance,
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

  const ids = new Map(drafts.map((draft) => [draft, newId()]))
  const idOf = (draft: Draft | undefined) => (draft && ids.get(draft)) ?? ''
  const fresh = drafts.filter(isNew)
  const queued = fresh.map(idOf)
  if (fresh.length > 0) {
    const reservations = await reservationsFor(tx, userId, queued, balance)
    const orders = fresh.map((draft) => Object.assign({ id: idOf(draft) }, draft))
    await writeOrders(tx, userId, engine.name, orders, reservations)
  }
  const repeats = drafts.filter((draft) => !isNew(draft))
  if (repeats.length > 0) {
    const over = { userId, engine: engine.name, status: 'done', progress: 100, finishedAt: clock.now() } as const
    await tx.generation.createMany({
      data: repeats.map((draft) => {
        const sameAsId = same.get(draft.pictureIdentity ?? '') ?? idOf(first.get(draft.pictureIdentity ?? ''))
        return Object.assign({}, over, draft, { id: idOf(draft), pictureIdentity: null, sameAsId })
      }),
    })
  }
  return drafts.map(idOf)
}

/** The lowest priority; beyond it, orders are made in the order they came. */
const LOWEST_PRIORITY = 1000

/**
 * Writes orders, takes a credit for each, adds their jobs in their order and tells that they wait. One statement: none of it
 * is there without the rest, and whoever ordered waits for it.
 *
 * Sellers take turns: somebody's n-th unfinished order waits behind the n-th of everybody else, so that one seller's 400
 * orders are not in the way of another's first. (The statement counts what was unfinished before it.)
 */
async function writeOrders(
  tx: Transaction,
  userId: UserId,
  engine: string,
  orders: readonly (Draft & { id: string })[],
  reservations: readonly Reservation[],
): Promise<void> {
  const { maxAttempts } = JOBS['render-mockup']
  await tx.$queryRaw`
    WITH placed AS (
      INSERT INTO generations (id, user_id, design_id, input, input_hash, seed, engine, idempotency_key, picture_identity,
        batch_id, batch_place)
      SELECT id, ${userId}::uuid, "designId", input, "inputHash", seed, ${engine}, "idempotencyKey", "pictureIdentity",
        "batchId", "batchPlace"
      FROM json_to_recordset(${JSON.stringify(orders)}::json) AS o(id uuid, "designId" uuid, input jsonb, "inputHash" text,
        seed int, "idempotencyKey" text, "pictureIdentity" text, "batchId" uuid, "batchPlace" int)
    ), reserved AS (
      INSERT INTO credit_entries (user_id, amount, bucket, reason, reference, plan_cycle, idempotency_key, api_key_id, created_at)
      SELECT ${userId}::uuid, amount, bucket, reason, reference, "planCycle", "idempotencyKey", "apiKeyId", coalesce("createdAt", now())
      FROM json_to_recordset(${JSON.stringify(reservations)}::json) AS r(amount int, bucket "CreditBucket",
        reason "CreditReason", reference text, "planCycle" int, "idempotencyKey" text, "apiKeyId" uuid, "createdAt" timestamptz)
    ), unfinished AS (
      SELECT count(*)::int AS earlier FROM generations WHERE user_id = ${userId}::uuid AND status IN ('queued', 'rendering')
    )
    SELECT pg_notify(${GENERATION_CHANNEL}, json_build_object(
      'id', job.key, 'userId', ${userId}::text, 'status', 'queued', 'progress', 0)::text)::text
    FROM graphile_worker.add_jobs(ARRAY(
      SELECT ('render-mockup', json_build_object('generationId', id), NULL, now(), ${maxAttempts}::int, id,
        least(${LOWEST_PRIORITY}::int, earlier + nth - 1)::int, NULL)::graphile_worker.job_spec
      FROM unfinished, unnest(${orders.map(({ id }) => id)}::text[]) WITH ORDINALITY AS listed(id, nth) ORDER BY nth)) AS job`
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

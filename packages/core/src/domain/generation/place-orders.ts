import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { JOBS } from '../../jobs/jobs.ts'
import { type Balance, refusalOfFunds, reservationsFor, tellIfLow } from '../credits/ledger.ts'
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

type Order = Draft & { id: string }

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
  const orders = drafts.map((draft): Order => Object.assign({ id: newId() }, draft))
  const first = new Map<string, Order>()
  for (const order of orders)
    if (order.pictureIdentity !== null && !first.has(order.pictureIdentity)) first.set(order.pictureIdentity, order)

  let there: ReadonlyMap<string, string> = new Map()
  const makerOf = ({ id, pictureIdentity }: Order): string =>
    pictureIdentity === null ? id : (there.get(pictureIdentity) ?? first.get(pictureIdentity)?.id ?? id)
  const fresh = () => orders.filter((order) => makerOf(order) === order.id)
  const write = () => writeOrders(tx, userId, engine.name, fresh(), balance)

  // Few orders ask for what is there: it is looked for only where the write finds some of it, or not all of them can be paid.
  const isWritten = refusalOfFunds(balance, fresh().length) === null && (await write())
  if (!isWritten) {
    there = await findSamePictures(tx, userId, new Map([...first].map(([of, { designId }]) => [of, designId])))
    if (!(await write())) throw new Error('a picture was ordered beside the lock of its seller')
  }
  const repeats = orders.filter((order) => makerOf(order) !== order.id)
  if (repeats.length > 0) {
    const over = { userId, engine: engine.name, status: 'done', progress: 100, finishedAt: clock.now() } as const
    await tx.generation.createMany({
      data: repeats.map((order) => Object.assign({}, over, order, { pictureIdentity: null, sameAsId: makerOf(order) })),
    })
  }
  return orders.map(({ id }) => id)
}

/** The lowest priority; beyond it, orders are made in the order they came. */
const LOWEST_PRIORITY = 1000

/**
 * Writes orders, takes a credit for each, adds their jobs in their order and tells that they wait; nothing of it where one of
 * their pictures is of an order that is there. One statement: none of it is there without the rest, and whoever ordered waits
 * for it.
 *
 * Sellers take turns: somebody's n-th unfinished order waits behind the n-th of everybody else, so that one seller's 400
 * orders are not in the way of another's first. (The statement counts what was unfinished before it.)
 *
 * `planned`: for an array of known length Postgres would plan the statements within `add_jobs` anew at each call, which takes
 * 0.2 of the 1.1 ms of an order's.
 * @throws AppError insufficient_credits, key_cap_reached
 */
async function writeOrders(
  tx: Transaction,
  userId: UserId,
  engine: string,
  orders: readonly Order[],
  balance: Balance,
): Promise<boolean> {
  if (orders.length === 0) return true
  const { maxAttempts } = JOBS['render-mockup']
  const ids = orders.map(({ id }) => id)
  const identities = orders.flatMap(({ pictureIdentity }) => pictureIdentity ?? [])
  const reservations = reservationsFor(ids, balance)
  const queued = await tx.$queryRaw<unknown[]>`
    WITH held AS (
      SELECT FROM generations WHERE user_id = ${userId}::uuid AND picture_identity = ANY(${identities}::text[])
    ), placed AS (
      INSERT INTO generations (id, user_id, design_id, input, input_hash, seed, engine, idempotency_key, picture_identity,
        batch_id, batch_place)
      SELECT id, ${userId}::uuid, "designId", input, "inputHash", seed, ${engine}, "idempotencyKey", "pictureIdentity",
        "batchId", "batchPlace"
      FROM json_to_recordset(${JSON.stringify(orders)}::json) AS o(id uuid, "designId" uuid, input jsonb, "inputHash" text,
        seed int, "idempotencyKey" text, "pictureIdentity" text, "batchId" uuid, "batchPlace" int)
      WHERE NOT EXISTS (SELECT FROM held)
    ), reserved AS (
      INSERT INTO credit_entries (user_id, amount, bucket, reason, reference, plan_cycle, idempotency_key, api_key_id, created_at)
      SELECT ${userId}::uuid, amount, bucket, reason, reference, "planCycle", "idempotencyKey", "apiKeyId", coalesce("createdAt", now())
      FROM json_to_recordset(${JSON.stringify(reservations)}::json) AS r(amount int, bucket "CreditBucket",
        reason "CreditReason", reference text, "planCycle" int, "idempotencyKey" text, "apiKeyId" uuid, "createdAt" timestamptz)
      WHERE NOT EXISTS (SELECT FROM held)
    ), planned AS (
      SELECT set_config('plan_cache_mode', 'force_generic_plan', true)
    ), unfinished AS (
      SELECT count(*)::int AS earlier FROM generations WHERE user_id = ${userId}::uuid AND status IN ('queued', 'rendering')
    )
    SELECT pg_notify(${GENERATION_CHANNEL}, json_build_object(
      'id', job.key, 'userId', ${userId}::text, 'status', 'queued', 'progress', 0)::text)::text
    FROM graphile_worker.add_jobs(ARRAY(
      SELECT ('render-mockup', json_build_object('generationId', id), NULL, now(), ${maxAttempts}::int, id,
        least(${LOWEST_PRIORITY}::int, earlier + nth - 1)::int, NULL)::graphile_worker.job_spec
      FROM planned, unfinished, unnest(${ids}::text[]) WITH ORDINALITY AS listed(id, nth) ORDER BY nth)) AS job
    WHERE NOT EXISTS (SELECT FROM held)`
  if (queued.length === 0) return false
  await tellIfLow(tx, userId, ids, balance)
  return true
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

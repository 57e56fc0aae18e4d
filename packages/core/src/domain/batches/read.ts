import type {
  BatchFailureWire,
  BatchPictureWire,
  BatchPicturesWire,
  BatchSummaryWire,
  BatchWire,
  PictureState,
} from '@printroom/contract/batches'
import { FRONT } from '@printroom/contract/catalogue'
import type { Pack } from '@printroom/contract/packs'
import { ERRORS } from '@printroom/contract/errors'
import { BATCH_FAILURES_MAX_SHOWN } from '@printroom/contract/limits'
import type { Page } from '@printroom/contract/paging'
import type { PageWire } from '@printroom/contract/wire'
import { Prisma, type Db, type Transaction } from '@printroom/db/client'
import * as z from 'zod'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { GenerationInput } from '../generation/input.ts'
import { NEWEST_FIRST, behind, pageOf, readCursor, writeCursor } from '../../paging.ts'

type BatchRow = { id: string; name: string; pictures: number; createdAt: Date; cancelledAt: Date | null; pack: unknown }
/** A picture of a batch as it stands: of one that is answered with another order's, that order's. */
export type PictureRow = {
  id: string
  place: number
  state: PictureState
  progress: number
  error: string | null
  designId: string | null
  filename: string | null
  /** Of the design's file, in pixels; null where it was deleted. */
  designWidth: number | null
  designHeight: number | null
  input: GenerationInput
  seed: number
  mockupId: string | null
}

/** `g` is an order, `s` the one that it is answered with, if any: one that was given up in another batch has failed here. */
const STATE = Prisma.sql`CASE coalesce(s.status, g.status)
  WHEN 'queued' THEN 'waiting' WHEN 'rendering' THEN 'under_way' WHEN 'done' THEN 'done'
  ELSE CASE WHEN g.cancelled_at IS NOT NULL OR (s.cancelled_at IS NOT NULL AND s.batch_id = g.batch_id) THEN 'cancelled' ELSE 'failed' END END`

/** A batch with its counts, and what failed and why; of very much the first. @throws AppError not_found */
export async function getBatch({ db }: Pick<Context, 'db'>, userId: UserId, id: string): Promise<BatchWire> {
  const batch = await db.batch.findFirst({ where: { id, userId } })
  if (!batch) throw new AppError('not_found')
  const [counts, failed] = await Promise.all([
    countsOf(db, [id]),
    readPictures(db, userId, id, { state: 'failed', limit: BATCH_FAILURES_MAX_SHOWN }),
  ])
  return { ...toSummary(batch, counts), failures: failed.map(toFailureWire) }
}

/** A user's batches, newest first, a page at a time. @throws AppError bad_input (cursor) */
export async function listBatches(
  { db }: Context,
  userId: UserId,
  { cursor, limit }: Page,
): Promise<PageWire<BatchSummaryWire>> {
  const rows = await db.batch.findMany({
    where: { userId, ...behind(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  })
  const counts = await countsOf(
    db,
    rows.slice(0, limit).map(({ id }) => id),
  )
  return pageOf(rows, limit, (row) => toSummary(row, counts))
}

const placeSchema = z.tuple([z.number().int().min(0)])

/** A batch's pictures by place, a page at a time. @throws AppError not_found, bad_input (cursor) */
export async function listBatchPictures(
  { db }: Context,
  userId: UserId,
  { id, cursor, limit }: Page & { id: string },
): Promise<BatchPicturesWire> {
  const after = readCursor(cursor, placeSchema)?.[0] ?? -1
  if (!(await db.batch.count({ where: { id, userId } }))) throw new AppError('not_found')
  const rows = await readPictures(db, userId, id, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toPictureWire), next: last && rows.length > limit ? writeCursor([last.place]) : null }
}

/** The pictures of a batch by place, in one statement. */
export const readPictures = (
  db: Db | Transaction,
  userId: UserId,
  batchId: string,
  {
    state = null,
    after = -1,
    limit = null,
  }: { state?: PictureState | null; after?: number; limit?: number | null } = {},
): Promise<PictureRow[]> => db.$queryRaw<PictureRow[]>`
  SELECT * FROM (
    SELECT g.id, g.batch_place AS place, ${STATE} AS state, coalesce(s.progress, g.progress) AS progress,
      coalesce(s.error, g.error) AS error, g.design_id AS "designId", d.filename,
      d.width AS "designWidth", d.height AS "designHeight", g.input, g.seed, m.id AS "mockupId"
    FROM generations g
    LEFT JOIN generations s ON s.id = g.same_as_id
    LEFT JOIN mockups m ON m.generation_id = coalesce(g.same_as_id, g.id)
    LEFT JOIN designs d ON d.id = g.design_id
    WHERE g.batch_id = ${batchId}::uuid AND g.user_id = ${userId}::uuid AND g.batch_place > ${after}::int
  ) pictures
  WHERE ${state}::text IS NULL OR state = ${state}::text
  ORDER BY place LIMIT ${limit}::int`

type Counts = Map<string, BatchSummaryWire['counts']>

/** How many pictures of each batch are in which state, in one statement for all of them. */
async function countsOf(db: Db, ids: readonly string[]): Promise<Counts> {
  const rows = await db.$queryRaw<{ batchId: string; state: PictureState; count: number }[]>`
    SELECT g.batch_id AS "batchId", ${STATE} AS state, count(*)::int AS count
    FROM generations g LEFT JOIN generations s ON s.id = g.same_as_id
    WHERE g.batch_id = ANY(${[...ids]}::uuid[]) AND g.batch_place IS NOT NULL GROUP BY 1, 2`
  const counts: Counts = new Map(ids.map((id) => [id, none()]))
  for (const { batchId, state, count } of rows)
    counts.set(batchId, { ...(counts.get(batchId) ?? none()), [state]: count })
  return counts
}

const none = (): BatchSummaryWire['counts'] => ({ waiting: 0, under_way: 0, done: 0, failed: 0, cancelled: 0 })

const toSummary = (
  { id, name, pictures, createdAt, cancelledAt, pack }: BatchRow,
  counts: Counts,
): BatchSummaryWire => ({
  id,
  name,
  pictures,
  counts: counts.get(id) ?? none(),
  created_at: createdAt.toISOString(),
  cancelled_at: cancelledAt?.toISOString() ?? null,
  pack_id: (pack as Pack | null)?.id ?? null,
})

const toFailureWire = ({ id, place, error, designId, filename, input }: PictureRow): BatchFailureWire => {
  const { scene = null, ...choices } = input.settings
  return {
    place,
    generation_id: id,
    filename,
    design_id: designId,
    side: FRONT,
    placement: null,
    ...choices,
    scene_id: scene,
    title: input.title ?? null,
    error: error ?? ERRORS.generation_failed[1],
  }
}

const toPictureWire = (row: PictureRow): BatchPictureWire => ({
  ...toFailureWire(row),
  state: row.state,
  progress: row.progress,
  mockup_id: row.mockupId,
  error: row.state === 'failed' ? row.error : null,
})

import type { Grouping } from '@printroom/contract/groupings'
import type { MockupFilter } from '@printroom/contract/mockup-filters'
import type { Page } from '@printroom/contract/paging'
import type { FoldersWire } from '@printroom/contract/wire'
import { Prisma } from '@printroom/db/client'
import * as z from 'zod'
import type { Context, UserId } from '../../context.ts'
import { readCursor, writeCursor } from '../../paging.ts'
import { filterOf, isFiltered } from './filter.ts'
import { readMockups } from './get.ts'
import { numbersOf } from './naming.ts'

const cursorSchema = z.tuple([z.iso.datetime(), z.string(), z.iso.datetime(), z.uuid()])

type Place = { id: string; folder: string; time: Date; size: number; newest: Date; total: number }

const KEYS: Record<Grouping, Prisma.Sql> = {
  design: Prisma.sql`m.folder_name`,
  batch: Prisma.sql`coalesce(m.batch_id::text, '')`,
}

/**
 * A user's mockups that a filter leaves, as My Mockups shows them, a page at a time: by folder or by batch, the group with
 * the newest mockup first, and newest first inside. What comes with a later page stands behind everything that came before.
 * @throws AppError bad_input (cursor), not_found (design)
 */
export async function listFolders(
  context: Context,
  userId: UserId,
  { cursor, limit, by, ...filter }: Page & MockupFilter & { by: Grouping },
): Promise<FoldersWire> {
  const { db } = context
  const [newest, folder, time, id] = readCursor(cursor, cursorSchema) ?? [null, null, null, null]
  const found = Prisma.sql`FROM mockups m WHERE ${await filterOf(context, userId, filter)}`
  const key = KEYS[by]
  // Which rows they are is read off an index alone where nothing is filtered; the rows themselves are then looked up.
  const places = await db.$queryRaw<Place[]>`
    WITH folders AS (SELECT ${key} AS key, count(*)::int AS size, max(m.created_at) AS newest ${found} GROUP BY 1)
    SELECT f.id, f.key AS folder, f.created_at AS time, g.size, g.newest, (SELECT sum(size)::int FROM folders) AS total
    FROM folders g JOIN (SELECT m.id, m.created_at, ${key} AS key ${found}) f ON f.key = g.key
    WHERE ${newest}::timestamptz IS NULL
      OR (g.newest, f.key, f.created_at, f.id) < (${newest}::timestamptz, ${folder}::text, ${time}::timestamptz, ${id}::uuid)
    ORDER BY g.newest DESC, f.key DESC, f.created_at DESC, f.id DESC LIMIT ${limit + 1}::int`
  const shown = places.slice(0, limit)
  const ids = shown.map((place) => place.id)
  const folders = Object.fromEntries(shown.map((place) => [place.folder, place.size]))
  const isWhole = by === 'design' && !isFiltered(filter)
  const [items, numbers, batches, ticks] = await Promise.all([
    readMockups(db, userId, ids),
    isWhole ? null : numbersOf(context, userId, ids),
    by === 'design' ? null : db.batch.findMany({ where: { userId, id: { in: Object.keys(folders).filter(Boolean) } } }),
    db.sharedMockup.findMany({
      where: { userId, mockupId: { in: ids }, approvedAt: { not: null } },
      distinct: ['mockupId'],
      select: { mockupId: true },
    }),
  ])
  const last = shown.at(-1)
  return {
    items,
    by,
    folders,
    numbers: numbers && Object.fromEntries(numbers),
    titles: batches && Object.fromEntries(batches.map((batch) => [batch.id, batch.name])),
    approved: ticks.map(({ mockupId }) => mockupId),
    total: last?.total ?? 0,
    next:
      last && places.length > limit
        ? writeCursor([last.newest.toISOString(), last.folder, last.time.toISOString(), last.id])
        : null,
  }
}

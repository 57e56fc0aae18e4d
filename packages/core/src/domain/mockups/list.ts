import type { MockupFilter } from '@printroom/contract/mockup-filters'
import type { Page } from '@printroom/contract/paging'
import type { MockupWire, PageWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { behindSql, pageOf } from '../../paging.ts'
import { filterOf } from './filter.ts'
import { readMockups } from './get.ts'

/** A user's mockups that a filter leaves, newest first, a page at a time. @throws AppError bad_input (cursor), not_found (design) */
export async function listMockups(
  context: Context,
  userId: UserId,
  { cursor, limit, ...filter }: Page & MockupFilter,
): Promise<PageWire<MockupWire>> {
  const wanted = await filterOf(context, userId, filter)
  const places = await context.db.$queryRaw<{ id: string; createdAt: Date }[]>`
    SELECT m.id, m.created_at AS "createdAt" FROM mockups m WHERE ${wanted} AND ${behindSql(cursor)}
    ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit + 1}::int`
  const { items, next } = pageOf(places, limit, ({ id }) => id)
  return { items: await readMockups(context.db, userId, items), next }
}

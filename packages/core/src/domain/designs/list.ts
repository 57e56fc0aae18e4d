import type { Page } from '@printroom/contract/paging'
import type { DesignWire, PageWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { NEWEST_FIRST, behind, pageOf } from '../../paging.ts'
import { toDesignWire } from './wire.ts'

/** A user's designs, newest first, a page at a time. @throws AppError bad_input (cursor) */
export async function listDesigns(
  { db }: Context,
  userId: UserId,
  { cursor, limit }: Page,
): Promise<PageWire<DesignWire>> {
  const rows = await db.design.findMany({
    where: { userId, ...behind(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  })
  return pageOf(rows, limit, toDesignWire)
}

import type { Page } from '@printroom/contract/paging'
import type { MockupWire, PageWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { NEWEST_FIRST, behind, pageOf } from '../../paging.ts'
import { toMockupWire } from './wire.ts'

/** A user's mockups, newest first, a page at a time. @throws AppError bad_input (cursor) */
export async function listMockups(
  { db }: Context,
  userId: UserId,
  { cursor, limit }: Page,
): Promise<PageWire<MockupWire>> {
  const rows = await db.mockup.findMany({
    where: { userId, ...behind(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  })
  return pageOf(rows, limit, toMockupWire)
}

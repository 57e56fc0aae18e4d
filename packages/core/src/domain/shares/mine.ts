import type { Page } from '@printroom/contract/paging'
import type { ShareDetailWire, ShareWire } from '@printroom/contract/shares'
import type { PageWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { NEWEST_FIRST, behind, pageOf } from '../../paging.ts'
import { toPictureWire, toShareWire } from './wire.ts'

const SAID = { pictures: { select: { place: true, approvedAt: true, note: true } } }

/** A user's shares with their counts, newest first, a page at a time. @throws AppError bad_input (cursor) */
export async function listShares(
  { db, clock }: Context,
  userId: UserId,
  { cursor, limit }: Page,
): Promise<PageWire<ShareWire>> {
  const rows = await db.share.findMany({
    where: { userId, ...behind(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
    include: SAID,
  })
  const now = clock.now()
  return pageOf(rows, limit, (share) => toShareWire(share, share.pictures, now))
}

/** A share with its pictures and what was said of each. @throws AppError not_found */
export async function getShare({ db, clock }: Context, userId: UserId, id: string): Promise<ShareDetailWire> {
  const share = await db.share.findFirst({
    where: { id, userId },
    include: { pictures: { orderBy: { place: 'asc' }, include: { mockup: true } } },
  })
  if (!share) throw new AppError('not_found')
  const items = share.pictures.map((picture) => ({
    ...toPictureWire(picture),
    mockup_id: picture.mockupId,
    thumbnail_url: `/api/mockups/${picture.mockupId}/thumbnail`,
  }))
  return { ...toShareWire(share, share.pictures, clock.now()), items }
}

/** Takes a link back: from now on it opens nothing. What was said stays. @throws AppError not_found */
export async function revokeShare({ db, clock }: Context, userId: UserId, id: string): Promise<void> {
  if (!(await db.share.count({ where: { id, userId } }))) throw new AppError('not_found')
  await db.share.updateMany({ where: { id, userId, revokedAt: null }, data: { revokedAt: clock.now() } })
}

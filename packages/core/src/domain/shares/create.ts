import { SHARES_MAX } from '@printroom/contract/limits'
import type { ShareRequest, ShareWire } from '@printroom/contract/shares'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hashOf, newToken } from '../auth/secrets.ts'
import { toShareWire } from './wire.ts'

const DAY_MS = 24 * 3_600_000
const ENDING_CHARS = 4

/**
 * Makes a link to these mockups, in the order of the ids. `token` is shown this once; a hash is what we keep.
 * @throws AppError not_found (one of the mockups), bad_input when there are too many links, unauthorized
 */
export async function createShare(
  { db, clock }: Context,
  userId: UserId,
  { title, days, mockupIds }: ShareRequest,
): Promise<ShareWire & { token: string }> {
  const token = newToken()
  const now = clock.now()
  const ids = [...new Set(mockupIds.map((id) => id.toLowerCase()))]
  const open = { userId, revokedAt: null, expiresAt: { gt: now } }
  const share = await db.$transaction(async (tx) => {
    // Two calls at once would both find room for the last.
    const [user] = await tx.$queryRaw<object[]>`
      SELECT id FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL FOR UPDATE`
    if (!user) throw new AppError('unauthorized')
    if ((await tx.mockup.count({ where: { userId, id: { in: ids } } })) < ids.length) throw new AppError('not_found')
    if ((await tx.share.count({ where: open })) >= SHARES_MAX)
      throw new AppError('bad_input', {
        error: `An account has at most ${SHARES_MAX} open links. Take one back that is not used any more.`,
      })
    const over = await tx.share.findMany({
      where: { userId, NOT: open },
      orderBy: { createdAt: 'desc' },
      skip: SHARES_MAX,
      select: { id: true },
    })
    await tx.share.deleteMany({ where: { id: { in: over.map(({ id }) => id) } } })
    return tx.share.create({
      data: {
        userId,
        title,
        tokenHash: hashOf(token),
        ending: token.slice(-ENDING_CHARS),
        createdAt: now,
        expiresAt: new Date(now.getTime() + days * DAY_MS),
        pictures: { create: ids.map((id, place) => ({ place, mockup: { connect: { id_userId: { id, userId } } } })) },
      },
      include: { pictures: true },
    })
  })
  return { ...toShareWire(share, share.pictures, now), token }
}

import type { MockupWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toMockupWire } from './wire.ts'

/** Gives a mockup its seller's star, or takes it away. @throws AppError not_found */
export async function setFavourite(
  { db }: Context,
  userId: UserId,
  { id, is_favourite: isFavourite }: { id: string; is_favourite: boolean },
): Promise<MockupWire> {
  const [mockup] = await db.mockup.updateManyAndReturn({ where: { id, userId }, data: { isFavourite } })
  if (!mockup) throw new AppError('not_found')
  return toMockupWire(mockup)
}

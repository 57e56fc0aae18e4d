import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'

/** Forgets a mockup and its files; the credit it cost stays spent. @throws AppError not_found */
export async function removeMockup({ db, storage }: Context, userId: UserId, id: string): Promise<void> {
  const mockup = await db.mockup.findFirst({ where: { id, userId } })
  if (!mockup) throw new AppError('not_found')
  const { count } = await db.mockup.deleteMany({ where: { id, userId } })
  if (count === 0) throw new AppError('not_found')
  await Promise.all([storage.delete(mockup.fileKey), storage.delete(mockup.thumbnailKey)])
}

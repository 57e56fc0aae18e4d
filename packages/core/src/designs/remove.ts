import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'

/** Forgets a design and its files; mockups made from it stay. @throws AppError not_found */
export async function removeDesign({ db, storage }: Context, userId: UserId, id: string): Promise<void> {
  const design = await db.design.findFirst({ where: { id, userId } })
  if (!design) throw new AppError('not_found')
  const { count } = await db.design.deleteMany({ where: { id, userId } })
  if (count === 0) throw new AppError('not_found')
  await Promise.all([storage.delete(design.fileKey), storage.delete(design.thumbnailKey)])
}

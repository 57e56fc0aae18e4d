import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { addJob } from '../jobs.ts'

/** Forgets a design and, with a job of the same transaction, its files; mockups made from it stay. @throws AppError not_found */
export async function removeDesign({ db }: Context, userId: UserId, id: string): Promise<void> {
  const design = await db.design.findFirst({ where: { id, userId } })
  if (!design) throw new AppError('not_found')
  await db.$transaction(async (tx) => {
    const { count } = await tx.design.deleteMany({ where: { id, userId } })
    if (count === 0) throw new AppError('not_found')
    await addJob(tx, 'delete-files', { keys: [design.fileKey, design.thumbnailKey] }, `delete:${id}`)
  })
}

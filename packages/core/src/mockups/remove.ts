import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { addJob } from '../jobs.ts'

/** Forgets a mockup and, with a job of the same transaction, its files; the credit it cost stays spent. @throws AppError not_found */
export async function removeMockup({ db }: Context, userId: UserId, id: string): Promise<void> {
  const mockup = await db.mockup.findFirst({ where: { id, userId } })
  if (!mockup) throw new AppError('not_found')
  await db.$transaction(async (tx) => {
    const { count } = await tx.mockup.deleteMany({ where: { id, userId } })
    if (count === 0) throw new AppError('not_found')
    await addJob(tx, 'delete-files', { keys: [mockup.fileKey, mockup.thumbnailKey] }, `delete:${id}`)
  })
}

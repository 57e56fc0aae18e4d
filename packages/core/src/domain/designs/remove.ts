import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addJob } from '../../jobs/jobs.ts'
import { keysOf } from '../files/keys.ts'

/** Forgets a design and, with a job of the same transaction, its files; mockups made from it stay. @throws AppError not_found */
export async function removeDesign({ db }: Context, userId: UserId, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    // Held, so that a worker gives it no print copy between the two.
    await tx.$queryRaw`SELECT 1 FROM designs WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
    const design = await tx.design.findFirst({ where: { id, userId } })
    if (!design) throw new AppError('not_found')
    await tx.design.deleteMany({ where: { id, userId } })
    await addJob(tx, 'delete-files', { keys: keysOf(design) }, `delete:${id}`)
  })
}

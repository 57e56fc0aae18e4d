import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addJob } from '../../jobs/jobs.ts'
import { keysOf } from '../files/keys.ts'
import { tellEnded } from '../../jobs/steps.ts'

/** Forgets a mockup with its exports and, with a job of the same transaction, its files; the credit it cost stays spent. @throws AppError not_found */
export async function removeMockup({ db }: Context, userId: UserId, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    // Held, so that no export is added meanwhile.
    await tx.$queryRaw`SELECT 1 FROM mockups WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
    const mockup = await tx.mockup.findFirst({ where: { id, userId } })
    if (!mockup) throw new AppError('not_found')
    const exports = await tx.$queryRaw<{ id: string; fileKey: string | null }[]>`
      DELETE FROM mockup_exports WHERE mockup_id = ${id}::uuid RETURNING id, file_key AS "fileKey"`
    for (const made of exports) await tellEnded(tx, made.id)
    await tx.mockup.delete({ where: { id } })
    await addJob(tx, 'delete-files', { keys: [mockup, ...exports].flatMap(keysOf) }, `delete:${id}`)
  })
}

import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addJob, removeJob } from '../../jobs/jobs.ts'
import { keysOf } from '../files/keys.ts'
import { mendJob, tellScene } from './steps.ts'

/**
 * Forgets a scene and, with a job of the same transaction, its files, measured or not. Mockups that were made on it stay;
 * those that are ordered on it and not made yet end, and their credits come back. @throws AppError not_found
 */
export async function removeScene({ db }: Context, userId: UserId, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    // Held, so that a worker that ends its measurement at this moment finds it gone, or is found.
    await tx.$queryRaw`SELECT 1 FROM scenes WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
    const scene = await tx.scene.findFirst({ where: { id, userId } })
    if (!scene) throw new AppError('not_found')
    await tx.scene.deleteMany({ where: { id, userId } })
    await removeJob(tx, id, mendJob(id))
    const keys = keysOf(scene)
    if (keys.length > 0) await addJob(tx, 'delete-files', { keys }, `delete:${id}`)
    await tellScene(tx, userId)
  })
}
